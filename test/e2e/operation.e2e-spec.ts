import { type RunningService, startService } from '../support/service';
import { Readiness } from '../../src/health';

describe('limits and stopping', () => {
  let service: RunningService;

  beforeEach(async () => {
    service = await startService({
      RATE_LIMIT_PER_MINUTE: '3',
      ALLOWED_CONFIG_ENVS_IN_API: 'REGION',
      REGION: 'eu-west',
      SERVICE_NAME: 'acme',
    });
  });
  afterEach(() => service.close());

  const read = (key: string): Promise<Response> =>
    fetch(`${service.api}/get_config/REGION`, { headers: { 'x-api-key': key } });

  it('answers under the configured name', async () => {
    expect(service.api).toMatch(/\/acme\/api$/);
    expect((await read(service.token)).status).toBe(200);
    expect((await fetch(`${service.url}/svc/api/get_config/REGION`)).status).toBe(404);
    expect((await fetch(`${service.url}/acme/openapi.json`)).status).toBe(200);
  });

  it('rejects requests above the limit of one key exactly, and does not affect other callers', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) statuses.push((await read(service.token)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await read(service.token);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await refused.json()).toMatchObject({ status: 'error', error: { code: 'request_rate_limited' } });
    expect((await read('another key')).status).toBe(401);
    for (let count = 0; count < 5; count++) expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  });

  it('reports not ready while it drains, and still answers', async () => {
    service.app.get(Readiness, { strict: false }).drain();
    const ready = await fetch(`${service.url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(ready.headers.get('retry-after')).toBe('1');
    expect(await ready.json()).toMatchObject({ status: 'error', error: { code: 'service_unavailable' } });
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    expect((await read(service.token)).status).toBe(200);
  });
});
