import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { median } from '../support/median';
import { onEachServer, type OwnServer } from '../support/own-server';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { waitFor } from '../support/wait-for';
import { note } from './promises';

const QUERY_TIMEOUT_MS = 1500;
/** The longest time to obtain a connection, and the margin for a response after it. */
const ACQUIRE_MS = 2000;
const MARGIN_MS = 200;
/** A tolerance for machines that run other programs during the tests. */
const TOLERANCE_MS = 1500;

interface Seen {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ms: number;
}

/** A way in which a server accepts connections and does not respond. */
interface Hang {
  readonly name: string;
  readonly isPossible: boolean;
  readonly begin: (server: OwnServer) => void;
  readonly end: (server: OwnServer) => void;
}

const firewall = (action: '-A' | '-D', port: number): boolean =>
  spawnSync('iptables', ['-w', action, 'INPUT', '-p', 'tcp', '--dport', String(port), '-j', 'DROP']).status === 0;

const HANGS: readonly Hang[] = [
  {
    name: 'stopped (SIGSTOP)',
    isPossible: true,
    begin: ({ freeze }) => {
      freeze();
    },
    end: ({ resume }) => {
      resume();
    },
  },
  {
    name: 'behind a firewall that drops its packets',
    isPossible: spawnSync('iptables', ['-w', '-L', '-n']).status === 0,
    begin: ({ port }) => firewall('-A', port),
    end: ({ port }) => firewall('-D', port),
  },
];

const slowest = (seen: readonly Seen[]): number => Math.round(Math.max(...seen.map(({ ms }) => ms)));
const medianOf = (seen: readonly Seen[]): number => median(seen.map(({ ms }) => ms))!;

async function timed(address: string, token: string): Promise<Seen> {
  const begin = performance.now();
  const response = await fetch(address, { headers: { 'x-api-key': token } });
  await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ms: performance.now() - begin };
}

onEachServer('a data source that fails', (server) => {
  let folder: string;
  let service: ServiceProcess;
  let token: string;
  let ask: (concept: string) => Promise<Seen>;
  let config: () => Promise<Seen>;
  let live: () => Promise<Seen>;

  beforeAll(async () => {
    await server().createDatabase('shop_test');
    const sleeping = `CREATE VIEW sleeps AS SELECT id + ${server().sleep(20)} AS id FROM one`;
    await server().run(['CREATE TABLE one (id INT PRIMARY KEY)', 'INSERT INTO one VALUES (1)', sleeping], 'shop_test');
  });
  beforeEach(() => {
    folder = makeServiceFolder();
  });
  afterEach(() => sweepUp(folder, service));

  async function start(settings: Readonly<Record<string, string>>): Promise<void> {
    service = await startServiceProcess(folder, { POOL_SIZE: '8', ALLOWED_CONFIG_ENVS_IN_API: 'REGION', REGION: 'eu', ...settings }); // prettier-ignore
    token = await service.issueToken();
    const concepts = ['one', 'sleeps'].map((name) => `CREATE CONCEPT ${name}_ (id integer, PRIMARY KEY (id)); CREATE MAPPING map_${name} INTO (${name}_) AS SELECT id FROM ${name};`); // prettier-ignore
    const script = `CREATE ONTOLOGY shop; ${server().dataSource} ${concepts.join('')}`; // prettier-ignore
    const made = await new Client(service.api, token).sql(script, { ontology: 'system' });
    expect(made.text).toMatch(/success/);
    ask = (concept) => timed(`${service.api}/q/shop/concept/${concept}`, token);
    config = () => timed(`${service.api}/get_config/REGION`, token);
    live = () => timed(`${service.url}/health/live`, token);
    expect([(await ask('one_')).status, (await config()).status]).toEqual([200, 200]);
  }

  /** Sends a request every 10 ms until `during` resolves, and returns all responses. */
  async function load(during: () => Promise<void>): Promise<readonly Seen[]> {
    const asked: Promise<Seen>[] = [];
    const timer = setInterval(() => asked.push(ask('one_')), 10);
    try {
      await during();
    } finally {
      clearInterval(timer);
    }
    return Promise.all(asked);
  }

  it('returns 503 with Retry-After while it is killed, and is used again when it is back', async () => {
    await start({});
    let healed = 0;
    const seen = await load(async () => {
      await sleep(300);
      await server().kill();
      await sleep(2000);
      await server().start();
      const begin = performance.now();
      await waitFor(async () => (await ask('one_')).status === 200);
      healed = performance.now() - begin;
    });
    const failed = seen.filter(({ status }) => status !== 200);
    const sorted = failed.map(({ ms }) => ms).sort((a, b) => a - b);
    const late = Math.round(sorted[Math.floor(sorted.length * 0.99)]!);
    note({ promise: 'R3', test: `${server().kind} data source killed, 100 requests/s, back after 2 s`, figure: 'only 503 + Retry-After, p99 < 100 ms, heals <= 1 s', seen: `${failed.length} x 503, p99 ${late} ms, ${Math.round(healed)} ms` }); // prettier-ignore
    expect(failed.length).toBeGreaterThan(50);
    expect(new Set(failed.map(({ status, retryAfter }) => `${status} ${retryAfter ?? ''}`))).toEqual(
      new Set(['503 1']),
    );
    expect(late).toBeLessThan(100 + TOLERANCE_MS);
    expect(healed).toBeLessThan(1000 + TOLERANCE_MS);
    expect(service.log()).not.toContain('"level":60');
  });

  for (const [index, hang] of HANGS.entries()) {
    const test = hang.isPossible ? it : it.skip;

    test(`holds nothing else up when it is ${hang.name}`, async () => {
      await start({ QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS) });
      const others: Seen[] = [];
      hang.begin(server());
      let seen: readonly Seen[];
      try {
        seen = await load(async () => {
          for (let round = 0; round < 40; round++) others.push(await live(), await config());
          await sleep(1000);
        });
      } finally {
        hang.end(server());
      }
      const statuses = [...new Set(seen.map(({ status }) => status))].sort();
      note({ promise: 'R4', test: `${server().kind} data source ${hang.name}`, figure: `503 or 504 <= ${ACQUIRE_MS + MARGIN_MS} ms, live and get_config < 50 ms`, seen: `${statuses.join(', ')} <= ${slowest(seen)} ms, median ${Math.round(medianOf(others))} ms` }); // prettier-ignore
      expect(statuses.filter((status) => status !== 503 && status !== 504)).toEqual([]);
      expect(slowest(seen)).toBeLessThan(ACQUIRE_MS + MARGIN_MS + TOLERANCE_MS);
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
      expect(medianOf(others)).toBeLessThan(50 + TOLERANCE_MS / 10);
      await waitFor(async () => (await ask('one_')).status === 200);
    });

    test(`makes requests fail in time as a system database that is ${hang.name}`, async () => {
      await start({ DATABASE_URL: await server().createDatabase(`system_${index}_test`) });
      hang.begin(server());
      const seen: Seen[] = [];
      const alive: Seen[] = [];
      try {
        await sleep(1500);
        for (let round = 0; round < 3; round++) {
          seen.push(...(await Promise.all(Array.from({ length: 20 }, () => config()))));
          alive.push(await live());
        }
      } finally {
        hang.end(server());
      }
      const statuses = [...new Set(seen.map(({ status }) => status))].sort();
      note({ promise: 'R4', test: `${server().kind} system database ${hang.name}`, figure: `503 or 504 <= ${ACQUIRE_MS + MARGIN_MS} ms, live < 50 ms`, seen: `${statuses.join(', ')} <= ${slowest(seen)} ms, ${slowest(alive)} ms` }); // prettier-ignore
      expect(statuses.filter((status) => status !== 503 && status !== 504)).toEqual([]);
      expect(slowest(seen)).toBeLessThan(ACQUIRE_MS + MARGIN_MS + TOLERANCE_MS);
      expect(alive.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(medianOf(alive)).toBeLessThan(50 + TOLERANCE_MS / 10);
      await waitFor(async () => (await config()).status === 200);
      expect(service.log()).not.toContain('service_internal');
    });
  }

  it('rejects statements that exceed a full pool, and keeps none running', async () => {
    await start({});
    const controller = new AbortController();
    const begin = performance.now();
    const asked = Array.from({ length: 30 }, () =>
      fetch(`${service.api}/q/shop/concept/sleeps_`, {
        headers: { 'x-api-key': token },
        signal: controller.signal,
      }).then(
        (response) => ({ status: response.status, ms: performance.now() - begin }),
        () => undefined,
      ),
    );
    await sleep(ACQUIRE_MS + MARGIN_MS + TOLERANCE_MS);
    controller.abort();
    const refused = (await Promise.all(asked)).filter((answer) => answer !== undefined);
    const left = performance.now();
    await waitFor(async () => (await server().running()) === 0);
    const gone = Math.round(performance.now() - left);
    const next = await ask('one_');
    note({ promise: 'R5', test: `${server().kind}: 30 statements of 20 s, pool 8; clients leave`, figure: '503 <= 2.5 s, none runs on, next < 50 ms', seen: `${refused.length} x 503 <= ${slowest(refused.map((each) => ({ ...each, retryAfter: null })))} ms, gone in ${gone} ms, ${Math.round(next.ms)} ms` }); // prettier-ignore
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 22 }, () => 503));
    expect(next.status).toBe(200);
  });
});
