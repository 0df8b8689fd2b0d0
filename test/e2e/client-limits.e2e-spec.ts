import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBearer } from '../support/bearer';
import { type RunningService, startService } from '../support/service';

describe('limits of a client', () => {
  let service: RunningService;
  afterEach(() => service.close());

  const whoever = (forwarded: string): Promise<number> =>
    fetch(`${service.api}/get_ontologies`, { headers: { 'x-forwarded-for': forwarded } }).then(({ status }) => status);

  it('count by the client address that a trusted proxy reports', async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY: '127.0.0.0/8, 10.1.2.3' });
    for (let round = 0; round < 3; round++) expect(await whoever('192.0.2.1, 10.1.2.3')).toBe(401);
    expect(await whoever('192.0.2.1')).toBe(429);
    expect(await whoever('192.0.2.2')).toBe(401);
    expect(await whoever('192.0.2.3, 192.0.2.1')).toBe(429);
  });

  it('accept exactly the limit of simultaneous requests, and reject the others with Retry-After', async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '20', TRUST_PROXY: '127.0.0.1' });
    const ask = (key: string): Promise<Response> =>
      fetch(`${service.api}/get_ontologies`, { headers: { 'x-api-key': key, 'x-forwarded-for': '192.0.2.1' } });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(index % 2 ? service.token : 'none')),
    );
    for (const [status, left] of [
      [200, 1],
      [401, 0],
    ] as const) {
      const statuses = answers.filter((_, index) => index % 2 === left).map((answer) => answer.status);
      expect(statuses.toSorted()).toEqual([...Array<number>(20).fill(status), ...Array<number>(10).fill(429)]);
    }
    for (const { status, headers } of answers) {
      const seconds = Number(headers.get('retry-after'));
      expect(status === 429 ? seconds > 0 && seconds <= 60 : seconds === 0).toBe(true);
    }
  });

  it('count a key in x-api-key and the same key in Authorization together', async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '4' });
    const [key, bearer] = [{ 'x-api-key': service.token }, { authorization: `Bearer ${service.token}` }];
    const statuses: number[] = [];
    for (const headers of [key, bearer, { ...key, ...bearer }, bearer, key, bearer])
      statuses.push((await fetch(`${service.api}/get_ontologies`, { headers })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    const different = { ...key, authorization: `Bearer tk_${'0'.repeat(64)}` };
    expect((await fetch(`${service.api}/get_ontologies`, { headers: different })).status).toBe(400);
  });

  it('accept exactly five failed log-ins of a user, also simultaneous ones, and then reject the right password', async () => {
    service = await startService();
    const ask = (user: string, password: string): Promise<Response> =>
      fetch(`${service.api}/get_token`, {
        method: 'POST',
        headers: { authorization: `Bearer ${makeBearer(user, password, service.salt)}` },
      });
    for (const user of ['admin', 'nobody']) {
      const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(user, `guess ${index}`)));
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    }
    expect((await ask('admin', service.admin.password)).status).toBe(429);
  });

  it('count by the address of the connection without a trusted proxy, whatever headers say', async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '3' });
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) statuses.push(await whoever(`192.0.2.${round}`));
    expect(statuses).toContain(429);
  });

  it('count failed log-ins by the address that a trusted proxy reports', async () => {
    service = await startService({ TRUST_PROXY: '127.0.0.1,::1' });
    const authorization = `Bearer ${makeBearer('admin', 'wrong', service.salt)}`;
    const guess = (address: string): Promise<number> =>
      fetch(`${service.api}/get_token`, {
        method: 'POST',
        headers: { authorization, 'x-forwarded-for': address },
      }).then(({ status }) => status);
    for (let round = 0; round < 5; round++) expect(await guess('192.0.2.1')).toBe(401);
    expect([await guess('192.0.2.1'), await guess('192.0.2.2')]).toEqual([429, 401]);
  });

  it('reject simultaneous requests above the limit until one ends, for that client only', async () => {
    service = await startService({ MAX_CONCURRENT_PER_KEY: '2' });
    const ask = (key: string): Promise<Response> =>
      fetch(`${service.api}/get_ontologies`, { headers: { 'x-api-key': key } });
    const headers = { 'x-api-key': service.token, 'content-type': 'application/json', 'content-length': '100' };
    const hanging = [1, 2].map(() => {
      const one = request(`${service.api}/query`, { method: 'POST', headers });
      one.on('error', () => undefined);
      one.write('{');
      return one;
    });
    while ((await ask(service.token)).status !== 429) await sleep(20);
    const refused = await ask(service.token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({ error: { code: 'request_rate_limited' } });
    expect((await ask('another')).status).toBe(401);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    hanging[0]?.destroy();
    while ((await ask(service.token)).status !== 200) await sleep(20);
    expect((await ask(service.token)).status).toBe(200);
    hanging[1]?.destroy();
  });
});
