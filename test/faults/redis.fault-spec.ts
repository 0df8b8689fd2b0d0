import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Environment } from '../../src/config';
import { SharedCacheService } from '../../src/redis';
import { Workers } from '../../src/workers';
import { makeCertificates } from '../support/certificates';
import { type Client } from '../support/client';
import { freePort } from '../support/free-port';
import { cacheHealth, type Instances, startInstances, untilSeen } from '../support/instances';
import { type OwnRedis, startOwnRedis, startOwnSentinel } from '../support/own-redis';
import { makeServiceFolder, type ServiceProcess } from '../support/service-process';
import { describeWithProgram } from '../support/services';
import { note } from './promises';

/** The longest time until a backend is used again. */
const BACK_MS = 2000;
/** The longest time for one command, as in `RedisConnection`. */
const ANSWER_MS = 60;
/** The permissions in docs/operations/scale.md. */
const LEAST = '~svc:* &svc:* +ping +get +set +select +publish +subscribe'.split(' ');
const LOGGED_FAULT = '"level":60';

Logger.overrideLogger(false);

let redis: OwnRedis | undefined;
let instances: Instances | undefined;
afterEach(async () => {
  await instances?.stop();
  await redis?.drop();
  instances = redis = undefined;
});

async function start(settings: Readonly<Record<string, string>>): Promise<readonly [ServiceProcess, Client]> {
  instances = await startInstances(1, settings);
  const [[service], [client]] = [instances.services, instances.admins] as unknown as [[ServiceProcess], [Client]];
  expect((await client.sql('CREATE ONTOLOGY shop; CREATE CONCEPT item (name string)', { ontology: 'system' })).status).toBe(200); // prettier-ignore
  return [service, client];
}

/** Opens a cache that has stored a value. */
async function openCache({ port }: OwnRedis): Promise<SharedCacheService> {
  const cache = new SharedCacheService(
    Object.assign(new Environment(), { cacheUrl: `redis://127.0.0.1:${port}` }),
    new Workers(),
  );
  await cache.onModuleInit();
  await untilSeen(() => cache.set('key', 'value', 60_000));
  return cache;
}

const isUp = (service: ServiceProcess) => async (): Promise<boolean> => (await cacheHealth(service)) === 'up';

/** Requests, half of which miss every cache because the ontology has just changed, with their statuses and durations in milliseconds. */
class Load {
  readonly statuses = new Set<number>();
  private times: number[] = [];
  private readonly sent: Promise<void>[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(client: Client) {
    let turn = 0;
    this.timer = setInterval(() => {
      turn++;
      if (turn % 4 === 0) this.send(() => client.sql(`CREATE CONCEPT c${turn}`, { ontology: 'shop' }));
      else this.send(() => client.get('get_ontology/shop'));
    }, 50);
  }

  /** Returns the durations since the last call, the slowest first. */
  lap(): readonly number[] {
    const times = this.times.toSorted((a, b) => b - a);
    this.times = [];
    return times;
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.sent);
  }

  private send(request: () => Promise<{ readonly status: number }>): void {
    const begin = performance.now();
    const answered = request().then(({ status }) => {
      this.statuses.add(status);
      this.times.push(performance.now() - begin);
    });
    this.sent.push(answered);
  }
}

describeWithProgram('redis-server', 'a Redis', () => {
  it('fails no request when it is killed, hangs or returns, and is used again within two seconds', async () => {
    const own = (redis = await startOwnRedis());
    const [service, client] = await start({ CACHE_URL: `redis://127.0.0.1:${own.port}` });
    const load = new Load(client);
    await sleep(2000);
    const usual = load.lap();
    await own.kill();
    await sleep(2000);
    const gone = load.lap();
    expect(await cacheHealth(service)).toBe('down');
    await own.start();
    const back = await untilSeen(isUp(service));
    await untilSeen(async () => Number(await own.ask('dbsize')) > 0);
    load.lap();
    own.signal('SIGSTOP');
    await sleep(2000);
    const hung = load.lap();
    expect(await cacheHealth(service)).toBe('down');
    own.signal('SIGCONT');
    const again = await untilSeen(isUp(service));
    await load.end();
    const slowest = [usual, gone, hung].map(([time = 0]) => `${Math.round(time)} ms`);
    note({ promise: 'R14', test: 'Redis killed, then hung, under load', figure: '0 failed, + <= 100 ms', seen: `${[...load.statuses].join(', ')} only, slowest ${slowest[0]} before, ${slowest[1]} killed, ${slowest[2]} hung` }); // prettier-ignore
    note({ promise: 'R14', test: 'Redis back after kill -9, SIGSTOP', figure: 'used <= 2 s', seen: `${Math.round(back)} ms, ${Math.round(again)} ms` }); // prettier-ignore
    expect([...load.statuses]).toEqual([200]);
    expect(Math.max(back, again)).toBeLessThan(BACK_MS);
    expect(service.log()).not.toContain(LOGGED_FAULT);
    expect(service.log().split('is unreachable').length - 1).toBeLessThan(6);
  });

  it('delays only the requests that wait when it starts to hang, not later ones', async () => {
    redis = await startOwnRedis();
    const cache = await openCache(redis);
    try {
      expect(await cache.get('key')).toBe('value');
      redis.signal('SIGSTOP');
      await cache.get('key');
      const begin = performance.now();
      const reads = 500;
      for (let read = 0; read < reads; read++) {
        expect(await cache.get('key')).toBeUndefined();
        expect(await cache.set('key', 'other', 60_000)).toBe(false);
      }
      expect(performance.now() - begin).toBeLessThan((reads * ANSWER_MS) / 10);
      redis.signal('SIGCONT');
      await untilSeen(async () => (await cache.get('key')) === 'value');
    } finally {
      await cache.onApplicationShutdown();
    }
  });

  it('gets a new connection when it has become a replica', async () => {
    const own = (redis = await startOwnRedis());
    const connections = async () =>
      Number(/total_connections_received:(\d+)/.exec(await own.ask('info', 'stats'))?.[1]);
    const cache = await openCache(own);
    try {
      await own.ask('replicaof', '127.0.0.1', `${await freePort()}`);
      const before = await connections();
      expect(await cache.set('key', 'other', 60_000)).toBe(false);
      await untilSeen(() => Promise.resolve(cache.isAnswering));
      expect(await connections()).toBeGreaterThan(before + 1);
      await own.ask('replicaof', 'no', 'one');
      await untilSeen(() => cache.set('key', 'other', 60_000));
    } finally {
      await cache.onApplicationShutdown();
    }
  });

  it('is not required to start, to be ready, or to clear caches', async () => {
    const port = await freePort();
    const [service, client] = await start({ CACHE_URL: `redis://127.0.0.1:${port}` });
    expect(await cacheHealth(service)).toBe('down');
    expect(service.log()).toContain(
      'the key-value cache is unreachable (ECONNREFUSED): requests are answered without it',
    );
    expect((await client.post('clear_cache/shop')).status).toBe(200);
    redis = await startOwnRedis([], port);
    expect(await untilSeen(isUp(service))).toBeLessThan(BACK_MS);
    service.kill('SIGINT');
    expect((await service.ended).code).toBe(0);
  });

  it('is used over TLS with an account of least permissions, if its certificate contains its host', async () => {
    const folder = makeServiceFolder();
    const { ca, server } = makeCertificates(folder, 'localhost');
    const port = await freePort();
    const tls = ['--tls-port', `${port}`, '--port', '0', '--tls-cert-file', server.cert, '--tls-key-file', server.key, '--tls-ca-cert-file', ca, '--tls-auth-clients', 'no']; // prettier-ignore
    redis = await startOwnRedis([...tls, '--user', 'default', 'off', '--user', 'service', 'on', '>p@ss', ...LEAST]);
    const settings = (host: string) => ({ CACHE_URL: `rediss://service:p%40ss@${host}:${port}/1`, NODE_EXTRA_CA_CERTS: ca }); // prettier-ignore
    const [service] = await start(settings('localhost'));
    await untilSeen(isUp(service));
    await instances?.stop();
    const [stranger] = await start(settings('127.0.0.1'));
    expect(await cacheHealth(stranger)).toBe('down');
    expect(stranger.log()).toContain('the key-value cache is unreachable (ERR_TLS_CERT_ALTNAME_INVALID)');
    expect(service.log() + stranger.log()).not.toMatch(/p@ss|p%40ss|NOPERM/);
    rmSync(folder, { recursive: true });
  });
});

describeWithProgram('redis-sentinel', 'a Redis watched by Sentinels', () => {
  const password = 'the password of Redis';
  const sentinelPassword = 'the password of Sentinels';
  let sentinel: OwnRedis;
  let replica: OwnRedis;
  afterEach(() => Promise.all([sentinel.drop(), replica.drop()]));

  it('fails no request when its master is killed, and the new master is used', async () => {
    const account = ['--requirepass', password, '--masterauth', password];
    const master = (redis = await startOwnRedis(account));
    replica = await startOwnRedis([...account, '--replicaof', '127.0.0.1', `${master.port}`]);
    sentinel = await startOwnSentinel([
      `sentinel monitor main 127.0.0.1 ${master.port} 1`,
      `sentinel auth-pass main "${password}"`,
      'sentinel down-after-milliseconds main 500',
      'sentinel failover-timeout main 3000',
      `requirepass "${sentinelPassword}"`,
    ]);
    const ask = async ({ port }: OwnRedis, secret: string, ...command: readonly string[]): Promise<string> =>
      sentinel.ask('-p', `${port}`, '-a', secret, '--no-auth-warning', ...command);
    await untilSeen(async () => (await ask(sentinel, sentinelPassword, 'sentinel', 'replicas', 'main')).includes(`${replica.port}`)); // prettier-ignore
    const hosts = `127.0.0.1:${await freePort()},127.0.0.1:${sentinel.port}`;
    const [service, client] = await start({
      CACHE_URL: `redis+sentinel://:${encodeURIComponent(password)}@${hosts}/main/0?sentinel_password=${encodeURIComponent(sentinelPassword)}`,
    });
    await untilSeen(isUp(service));
    const load = new Load(client);
    await untilSeen(async () => Number(await ask(master, password, 'dbsize')) > 0);
    await master.kill();
    await untilSeen(async () => (await cacheHealth(service)) === 'down');
    const failover = performance.now();
    await untilSeen(isUp(service));
    const time = performance.now() - failover;
    const before = Number(await ask(replica, password, 'dbsize'));
    await untilSeen(async () => Number(await ask(replica, password, 'dbsize')) > before);
    await load.end();
    note({ promise: 'R14', test: 'master killed, Sentinel promotes the replica', figure: '0 failed, new master used', seen: `${[...load.statuses].join(', ')} only, used ${Math.round(time)} ms after the old one was missed` }); // prettier-ignore
    expect([...load.statuses]).toEqual([200]);
    expect(service.log()).not.toContain(LOGGED_FAULT);
  });
});
