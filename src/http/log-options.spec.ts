import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { logOptions } from './log-options';
import { NestLogger } from './nest-logger';

function logTo(lines: string[]): Logger {
  const stream = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  return pino(logOptions('info'), stream);
}

describe('the log', () => {
  it('knows a request by its path and the names of its parameters', () => {
    const lines: string[] = [];
    const request = {
      method: 'GET',
      url: '/svc/api/q/shop/concept/customer?_subj_=email&_comp_=ana%40example.com&flag&_comp_=1',
      ip: '127.0.0.1',
      headers: { 'x-api-key': 'tk_secret', authorization: 'Bearer secret' },
    };
    logTo(lines).info({ req: request }, 'request');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      req: { method: 'GET', path: '/svc/api/q/shop/concept/customer', parameters: ['_subj_', '_comp_', 'flag'] },
    });
    expect(lines[0]).not.toMatch(/secret|example\.com/);
  });

  it('keeps the causes of an error, and not what a driver hangs on it', () => {
    const lines: string[] = [];
    const cause = Object.assign(new Error('lost'), { code: 'ECONNRESET', sql: 'SELECT 42', parameters: ['ana'] });
    logTo(lines).error({ err: new Error('the data source is away', { cause }) }, 'source_unavailable');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { message: 'the data source is away', cause: { message: 'lost', code: 'ECONNRESET' } },
    });
    expect(lines[0]).not.toMatch(/SELECT 42|ana/);
  });

  it('takes what Nest says, without its chatter about routes', () => {
    const lines: string[] = [];
    const logger = new NestLogger(logTo(lines));
    logger.log('Mapped {/x, GET} route', 'RouterExplorer');
    logger.log('created the ontology "world"', 'DemoWorldService');
    logger.error(new Error('broken'), 'Engines');
    logger.warn('slow', 'Engines');
    logger.debug('nothing', 'Engines');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 30, context: 'DemoWorldService', msg: 'created the ontology "world"' },
      { level: 50, context: 'Engines', msg: 'broken', err: { message: 'broken' } },
      { level: 40, context: 'Engines', msg: 'slow' },
    ]);
  });
});
