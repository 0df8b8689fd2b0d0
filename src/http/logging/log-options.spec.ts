import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { ServiceError } from '../../errors';
import { logOptions } from './log-options';
import { NestLogger } from './nest-logger';

const without = (properties: object, name: string): object =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name));

function logTo(lines: string[], level = 'info'): Logger {
  const stream = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  return pino(logOptions(level), stream);
}

describe('the log', () => {
  it('logs the path of a request and the names of its parameters', () => {
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

  it('logs the causes of an error without the properties that a driver adds', () => {
    const lines: string[] = [];
    const cause = Object.assign(new Error('lost'), { code: 'ECONNRESET', sql: 'SELECT 42', parameters: ['ana'] });
    logTo(lines).error({ err: new Error('the data source is away', { cause }) }, 'source_unavailable');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { message: 'the data source is away', cause: { message: 'lost', code: 'ECONNRESET' } },
    });
    expect(lines[0]).not.toMatch(/SELECT 42|ana/);
  });

  it.each([
    [
      'of MySQL',
      'info',
      { code: 'ER_DATA_OUT_OF_RANGE', errno: 1690, sqlState: '22003', sqlMessage: 'x' },
      "DOUBLE value is out of range in 'exp(octet_length(concat('k3y',`mail`)) * 1000)'",
      undefined,
    ],
    [
      'of MySQL while debugging',
      'debug',
      { code: 'ER_DATA_OUT_OF_RANGE', errno: 1690, sqlState: '22003', sqlMessage: 'x' },
      "DOUBLE value is out of range in 'exp(octet_length(concat('k3y',`mail`)) * 1000)'",
      'DOUBLE value is out of range in',
    ],
    [
      'of DuckDB',
      'info',
      {},
      "Conversion Error: Could not convert string 'ana k3y' to INT32\n\nLINE 1: SELECT k3y",
      undefined,
    ],
    ['of DuckDB while debugging', 'trace', {}, 'Invalid Input Error: missing ): k3y(', 'Invalid Input Error'],
    ['with numbers while debugging', 'debug', { errno: 1 }, 'Overflow of 12345 times 99', 'Overflow of # times #'],
  ] as const)('logs codes instead of the message of an error %s', (_, level, properties, words, shown) => {
    const lines: string[] = [];
    const cause = Object.assign(new Error(words), properties);
    logTo(lines, level).error({ err: new ServiceError('source_refused', 'refused', { cause }) }, 'source_refused');
    const logged = (JSON.parse(lines[0] ?? '') as { err: { message: string; cause: Record<string, unknown> } }).err;
    expect(logged).toMatchObject({ message: 'refused', cause: { ...without(properties, 'sqlMessage') } });
    expect([logged.cause.message, logged.cause.type]).toEqual([
      shown,
      /^\w+( Input)? Error/.exec(words)?.[0] ?? 'Error',
    ]);
    expect(lines[0]).not.toMatch(/k3y|12345|mail|ana/);
  });

  it('logs no message of a driver as its own line, but logs messages of the network', () => {
    const lines: string[] = [];
    const driver = Object.assign(new Error("Duplicate entry 'ana'"), { errno: 1062, sqlState: '23000' });
    new NestLogger(logTo(lines)).error(driver, 'Engines');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'an error', err: { errno: 1062, sqlState: '23000' } });
    expect(lines[0]).not.toContain('ana');
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED', syscall: 'connect' }); // prettier-ignore
    logTo(lines).error({ err: new ServiceError('source_unavailable', 'away', { cause }) }, 'source_unavailable');
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      err: { cause: { message: 'connect ECONNREFUSED 127.0.0.1:1' } },
    });
  });

  it('logs the messages of Nest, except those about routes', () => {
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
