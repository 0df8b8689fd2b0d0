import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { inParallel, KeepAliveClient } from '../support/keep-alive-client';
import { type RunningService, startService } from '../support/service';

const LIMIT = 20;
const random = (length: number): string => randomBytes(length).toString('hex');
/** Keys that nobody has, as an attacker makes them up. */
const KEYS: readonly (() => string)[] = [
  () => `tk_${random(32)}`,
  () => random(8),
  () => `tk_${random(31)}`,
  () => `${random(4)}, ${random(4)}`,
  () => `TK_${random(32)}`,
];
const ADDRESSES: readonly (readonly [method: string, address: string])[] = [
  ['GET', '/svc/api/get_ontologies'],
  ['POST', '/svc/api/query'],
  ['GET', '/svc/api/q/shop/concept/thing'],
  ['POST', '/svc/api/get_token'],
  ['GET', '/nothing'],
  ['PUT', '/svc/api/get_ontologies'],
  ['GET', '/svc/api/get_config/%zz'],
  ['GET', '/svc/docs'],
];

describe('clients without a valid key', () => {
  let service: RunningService;
  let client: KeepAliveClient;
  const start = async (settings: Readonly<Record<string, string>>): Promise<void> => {
    service = await startService({ TRUST_PROXY: '127.0.0.1', ...settings });
    client = new KeepAliveClient(service.url, {}, 16);
  };
  afterEach(async () => {
    client.close();
    await service.close();
  });
  const ask = async (from: string, key: string | undefined, [method, address] = ADDRESSES[0]!): Promise<number> => {
    const headers = { 'x-forwarded-for': from, ...(key === undefined ? {} : { 'x-api-key': key }) };
    return (await client.send({ method, address, headers })).status;
  };
  const logIn = async (from: string, user: string, password: string): Promise<number> => {
    const headers = { 'x-forwarded-for': from, authorization: `Bearer ${makeBearer(user, password, service.salt)}` };
    return (await client.send({ method: 'POST', address: '/svc/api/get_token', headers })).status;
  };

  it('count as one client in the limit, whatever keys and requests they send, apart from those with a valid key', async () => {
    await start({ RATE_LIMIT_PER_MINUTE: String(LIMIT) });
    const admin = new Client(service.api, service.token, { 'x-forwarded-for': '192.0.2.9' });
    rowsOf(await admin.sql("CREATE USER ana PASSWORD 'of ana, long'", { ontology: 'system' }));
    const { data } = JSON.parse((await client.send({ method: 'POST', address: '/svc/api/get_token', headers: { 'x-forwarded-for': '192.0.2.8', authorization: `Bearer ${makeBearer('ana', 'of ana, long', service.salt)}` } })).bytes.toString()) as { data: [string] }; // prettier-ignore
    expect(await ask('192.0.2.1', data[0])).toBe(200);
    rowsOf(await admin.sql('DROP USER ana', { ontology: 'system' }));
    const keys = Array.from({ length: 200 }, (_, index) => (index % 10 === 0 ? data[0] : KEYS[index % KEYS.length]!()));
    const statuses: number[] = [];
    await inParallel([...keys.entries()], 16, async ([index, key]) => {
      statuses.push(await ask('192.0.2.1', key, ADDRESSES[index % ADDRESSES.length]));
    });
    expect(statuses.filter((status) => status !== 429)).toHaveLength(LIMIT);
    expect(await ask('192.0.2.1', undefined)).toBe(429);
    expect([await ask('192.0.2.1', service.token), await ask('192.0.2.2', random(8))]).toEqual([200, 401]);
  });

  it('count as one client in the limit of simultaneous requests', async () => {
    await start({ MAX_CONCURRENT_PER_KEY: '2' });
    const headers = { 'x-forwarded-for': '192.0.2.1', 'content-type': 'application/json', 'content-length': '100' };
    const hanging = KEYS.slice(0, 2).map((makeKey) => {
      const one = request(`${service.api}/query`, { method: 'POST', headers: { ...headers, 'x-api-key': makeKey() } });
      one.on('error', () => undefined);
      one.write('{');
      return one;
    });
    while ((await ask('192.0.2.1', KEYS[0]!())) !== 429) await sleep(20);
    for (const makeKey of KEYS) expect(await ask('192.0.2.1', makeKey())).toBe(429);
    expect([await ask('192.0.2.1', service.token), await ask('192.0.2.2', random(8))]).toEqual([200, 401]);
    for (const one of hanging) one.destroy();
  });

  it.each([
    ['a network of IPv6 (/64)', () => `2001:DB8:0:${'7'.padStart(4, '0')}:${random(2)}:${random(2)}::${random(1)}`],
    ['an address of IPv6', () => ['2001:db8:0:7::1', '2001:0DB8::7:0:0:0:1', '[2001:db8:0:7::1]:443'][random(1).charCodeAt(0) % 3]!], // prettier-ignore
    ['an address of IPv4', () => ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '192.0.2.1:99'][random(1).charCodeAt(0) % 4]!], // prettier-ignore
  ])('count as one client where they share %s, in any spelling', async (_, spell) => {
    await start({ RATE_LIMIT_PER_MINUTE: String(LIMIT) });
    const statuses: number[] = [];
    for (let round = 0; round < 3 * LIMIT; round++) statuses.push(await ask(spell(), undefined));
    expect(statuses.filter((status) => status !== 429)).toHaveLength(LIMIT);
    expect(await ask('2001:db8:0:8::1', undefined)).toBe(401);
    const guesses: number[] = [];
    for (let round = 0; round < 12; round++) guesses.push(await logIn(spell(), 'admin', 'guess'));
    expect(new Set(guesses)).toEqual(new Set([429]));
  });

  it('can guess a password five times a minute from one IPv6 network, and lock no other client out', async () => {
    await start({});
    const guesses: number[] = [];
    for (let round = 0; round < 12; round++) guesses.push(await logIn(`2001:db8:0:7::${random(2)}`, 'admin', 'guess'));
    expect(guesses.filter((status) => status !== 429)).toHaveLength(5);
    expect(await logIn('2001:db8:0:8::1', 'admin', service.admin.password)).toBe(200);
  });

  it('cannot lock an owner out by guesses from other networks', async () => {
    await start({});
    const outcomes = new Map<number, number>();
    let isOver = false;
    const networks = Array.from({ length: 30 }, (_, index) => `2001:db8:${index}:1::1`);
    const flood = Promise.all(
      networks.map(async (network) => {
        while (!isOver) {
          const status = await logIn(network, 'admin', 'guess');
          outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
          await sleep(100);
        }
      }),
    );
    while ((outcomes.get(401) ?? 0) < 100 || !outcomes.has(429)) await sleep(50);
    const own: number[] = [];
    for (let round = 0; round < 5; round++) own.push(await logIn('198.51.100.1', 'admin', service.admin.password));
    isOver = true;
    await flood;
    expect(own).toEqual([200, 200, 200, 200, 200]);
    expect(outcomes.get(401)).toBeLessThanOrEqual(100 + networks.length);
    expect(outcomes.get(429)).toBeGreaterThan(0);
    expect([...outcomes.keys()].sort()).toEqual([401, 429]);
  }, 60_000);
});
