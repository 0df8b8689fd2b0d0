import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CanActivate, Controller, type DynamicModule, Get, Module, Param, Query } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { type NestFastifyApplication, RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { createApplication } from '../../src/app.setup';
import { AuditLogService } from '../../src/audit';
import { CallersService } from '../../src/auth';
import { readEnvironment } from '../../src/config';
import { ServiceError } from '../../src/errors';
import { Metrics } from '../../src/health';
import { Context, OpenConnections, parseRawQuery, type RequestContext, RowAnswer } from '../../src/http';
import type { Cell, RowFormat } from '../../src/model';
import { WorkersModule } from '../../src/workers';

const probe = { made: 0, ended: false, aborted: false };

async function* batches(kind: string): AsyncGenerator<Cell[][]> {
  try {
    for (let index = 0; kind !== 'short' || index < 3; index++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (kind === 'torn' && index === 50) throw new ServiceError('source_unavailable', 'gone away');
      probe.made++;
      yield [[index, 'x'.repeat(kind === 'short' ? 1 : 10_000)]];
    }
  } finally {
    probe.ended = true;
  }
}

@Controller('probe')
class ProbeController {
  @Get('rows/:kind')
  @RouteConfig({ queryParameters: ['format'] })
  rows(
    @Param('kind') kind: string,
    @Query('format') format: RowFormat = 'json',
    @Context() context?: RequestContext,
  ): RowAnswer {
    context?.signal.addEventListener('abort', () => (probe.aborted = true));
    const columns = ['n', 'text'].map((name) => ({ name, type: 'unknown' as const }));
    return new RowAnswer({ columns, batches: batches(kind) }, { format, typed: true });
  }

  @Get('query')
  @RouteConfig({ queryParameters: 'any' })
  query(@Context() { address }: RequestContext): unknown {
    return parseRawQuery(address);
  }

  @Get('nothing')
  nothing(): void {
    return;
  }

  @Get('broken')
  broken(): void {
    throw Object.assign(new Error('SELECT secret FROM t at /home/x'), { statusCode: 418, sql: 'SELECT 1' });
  }

  @Get('busy')
  busy(): void {
    throw new ServiceError('source_busy', 'all connections are in use', { retryAfter: 3 });
  }
}

const letIn: CanActivate = {
  canActivate(context) {
    context.switchToHttp().getRequest<FastifyRequest>().caller = { id: '1', name: 'ana', roles: [], grants: [] };
    return true;
  },
};
const silent = { provide: AuditLogService, useValue: { observe: () => undefined } };
const callers = { provide: CallersService, useValue: { isLive: () => Promise.resolve(true) } };

@Module({
  controllers: [ProbeController],
  providers: [Metrics, OpenConnections, silent, callers, { provide: APP_GUARD, useValue: letIn }],
})
class ProbeModule {}

describe('answers over a socket', () => {
  let app: NestFastifyApplication;
  let api: string;

  beforeAll(async () => {
    const environment = readEnvironment({ API_AUTH_SALT: 'a salt for tests, long', LOG_LEVEL: 'silent' });
    const root: DynamicModule = { module: ProbeModule, imports: [WorkersModule.of(1)] };
    app = await createApplication(environment, root);
    await app.listen(0, '127.0.0.1');
    api = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}/svc/api/probe`;
  });
  afterAll(() => app.close());
  beforeEach(() => Object.assign(probe, { made: 0, ended: false, aborted: false }));

  it.each([
    [
      'json',
      'application/json; charset=utf-8',
      '{"data":[{"n":0,"text":"x"},{"n":1,"text":"x"},{"n":2,"text":"x"}],"status":"success"}',
    ],
    ['ndjson', 'application/x-ndjson; charset=utf-8', '{"n":0,"text":"x"}\n{"n":1,"text":"x"}\n{"n":2,"text":"x"}\n'],
    ['csv', 'text/csv; charset=utf-8; header=present', 'n,text\r\n0,x\r\n1,x\r\n2,x\r\n'],
  ])('streams rows as %s', async (format, type, body) => {
    const response = await fetch(`${api}/rows/short?format=${format}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toBe(body);
    expect(probe.aborted).toBe(false);
  });

  it.each(['json', 'ndjson', 'csv'])(
    'aborts the connection when %s rows fail after the first bytes',
    async (format) => {
      const response = await fetch(`${api}/rows/torn?format=${format}`);
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
      expect(probe.ended).toBe(true);
    },
  );

  it('pauses reading rows while the client does not read, and stops when it disconnects', async () => {
    const response = await new Promise<IncomingMessage>((resolve) => httpRequest(`${api}/rows/endless`, resolve).end());
    response.once('data', () => response.pause());
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = probe.made;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(probe.made).toBe(before);
    response.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(probe).toMatchObject({ ended: true, aborted: true });
  });

  it('parses the raw query into pairs, and rejects a malformed one', async () => {
    const read = await fetch(`${api}/query?a=1&a=%C3%9F&b+c`);
    expect(await read.json()).toEqual({
      data: [
        ['a', '1'],
        ['a', 'ß'],
        ['b c', ''],
      ],
      status: 'success',
    });
    const refused = await fetch(`${api}/query?a=%ff`);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'request_malformed' } }]);
  });

  it('answers an empty result with the status only', async () => {
    const response = await fetch(`${api}/nothing`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.text()).toBe('{"status":"success"}');
  });

  it('reports only "internal error" for an unexpected error', async () => {
    const response = await fetch(`${api}/broken`, { headers: { 'x-request-id': 'my-1' } });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      status: 'error',
      data: 'internal error',
      error: { code: 'service_internal', request_id: 'my-1' },
    });
  });

  it('sends Retry-After', async () => {
    const response = await fetch(`${api}/busy`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('3');
    expect(await response.json()).toMatchObject({ data: 'all connections are in use', error: { code: 'source_busy' } });
  });
});
