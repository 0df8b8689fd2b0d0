import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { figureOf, type Instances, startInstances, untilSeen } from '../support/instances';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { type OwnRedis, startOwnRedis } from '../support/own-redis';
import { makeServiceFolder, SALT } from '../support/service-process';
import { describeWithMariaDb, describeWithProgram } from '../support/services';
import { runTool } from '../support/tool';
import { note } from './promises';

type Settings = Readonly<Record<string, string>>;

/** The longest time until another instance sees a change. */
const SEEN_MS = 1000;
/** The time after which an instance checks the current version again. */
const KNOWN_MS = 600;
const SHOP = `CREATE ONTOLOGY shop; CREATE DATASOURCE source TYPE files OPTIONS (path = 'first/things.csv');
  CREATE CONCEPT item (name string, PRIMARY KEY (name)); CREATE MAPPING m INTO (item) AS SELECT name FROM things;
  CREATE USER ana PASSWORD 'correct horse battery staple'; CREATE ROLE buyer; GRANT ROLE buyer TO USER ana;
  GRANT QUERY ON ontology.shop TO USER ana; GRANT EDIT ON ontology.shop TO ROLE buyer`;
/** Permits all that a cache needs, and no notifications of changes. */
const NO_NEWS = ['--user', 'default', 'on', 'nopass', '~*', 'resetchannels', '+@all', '-subscribe', '-publish'];
/** Keys are made of ids and hashes: nobody who names something chooses a part of them. */
const KEY = /^svc:(?:script\/[\da-f-]{36}\/[\da-f-]{36}\/(?:first|[\da-f-]{36})|metadata\/[\w-]{43})$/;
const before = { ...process.env };

let instances: Instances | undefined;
let folder: string;
beforeEach(() => {
  folder = makeServiceFolder();
  for (const [name, thing] of [
    ['first', 'lamp'],
    ['second', 'chair'],
  ] as const) {
    mkdirSync(join(folder, 'sources', name), { recursive: true });
    writeFileSync(join(folder, 'sources', name, 'things.csv'), `name\n${thing}\n`);
  }
});
afterEach(async () => {
  process.env = before;
  await instances?.stop();
});

/** Starts two instances, with an ontology over a file and the user `ana`, and applies the same settings to tools. */
async function startTwo(settings: Settings): Promise<readonly [Client, Client]> {
  const all = {
    DATABASE_URL: `sqlite:${join(folder, 'system.db')}`,
    DATA_DIR: folder,
    API_AUTH_SALT: SALT,
    ...settings,
  };
  process.env = { ...before, ...all };
  instances = await startInstances(2, all, folder);
  const [here, there] = instances.admins as [Client, Client];
  await apply(here, SHOP, 'system');
  await untilSeen(async () => (await namesOn(there)).includes('lamp'));
  return [here, there];
}

async function apply(client: Client, query: string, ontology = 'shop'): Promise<void> {
  const { status, text } = await client.sql(query, { ontology });
  if (status !== 200) throw new Error(text);
}

async function namesOn(client: Client): Promise<string> {
  return (await client.get('q/shop/concept/item?_select_=name')).text;
}

/** Returns for each change, made through A or by a tool, how many milliseconds B did not see it. */
async function changesSeen([here, there]: readonly [Client, Client]): Promise<ReadonlyMap<string, number>> {
  const logIn = async (): Promise<Client> =>
    new Client(instances?.services[1]?.api ?? '', (await runTool(['token', 'issue', 'ana'])).trim());
  let ana = await logIn();
  const edit = async () => (await ana.sql('CREATE CONCEPT mine; DROP CONCEPT mine', { ontology: 'shop' })).status;
  const read = async () => (await ana.get('q/shop/concept/item')).status;
  const changes: readonly (readonly [string, () => Promise<unknown>, () => Promise<boolean>])[] = [
    ['edit', () => apply(here, 'CREATE CONCEPT added'), async () => (await there.sql('DESCRIBE added', { ontology: 'shop' })).status === 200],
    ['data source', () => apply(here, "CREATE OR REPLACE DATASOURCE source TYPE files OPTIONS (path = 'second/things.csv')"), async () => (await namesOn(there)).includes('chair')],
    ['role revoked', () => apply(here, 'REVOKE ROLE buyer FROM USER ana'), async () => (await edit()) === 403],
    ['grant revoked', () => apply(here, 'REVOKE QUERY ON ontology.shop FROM USER ana'), async () => (await read()) === 403],
    ['role granted by a tool', () => runTool(['grant', 'ROLE buyer TO USER ana']), async () => (await edit()) === 200],
    ['right granted by a tool', () => runTool(['grant', 'QUERY ON ontology.shop TO ROLE buyer']), async () => (await read()) === 200],
    ['role dropped by a tool', () => runTool(['role', 'drop', 'buyer']), async () => (await read()) === 403],
    ['user disabled', () => runTool(['user', 'disable', 'ana']), async () => (await read()) === 401],
    ['user enabled', async () => { await runTool(['user', 'enable', 'ana']); ana = await logIn(); }, async () => (await read()) === 403],
    ['password changed', () => runTool(['user', 'set-password', 'ana'], 'another password of ana\n'), async () => (await read()) === 401],
    ['token issued', async () => { ana = await logIn(); }, async () => (await read()) === 403],
    ['token revoked', () => runTool(['token', 'revoke', 'ana', '--all']), async () => (await read()) === 401],
  ]; // prettier-ignore
  expect([await edit(), await read()]).toEqual([200, 200]);
  const seen = new Map<string, number>();
  for (const [what, make, isSeen] of changes) {
    await make();
    seen.set(what, await untilSeen(isSeen));
  }
  return seen;
}

/** Records and checks the times. */
function expectSeen(mode: string, seen: ReadonlyMap<string, number>): void {
  const slowest = Math.max(...seen.values());
  const mean = [...seen.values()].reduce((sum, time) => sum + time, 0) / seen.size;
  note({ promise: 'R16', test: `2 instances, ${mode}: ${[...seen.keys()].join(', ')}`, figure: 'seen <= 1 s', seen: `slowest ${Math.round(slowest)} ms, mean ${Math.round(mean)} ms` }); // prettier-ignore
  expect(slowest).toBeLessThan(SEEN_MS);
}

/** Checks that concurrent requests for a version that no instance has loaded yet load it once on each. */
async function expectOneLoad([here]: readonly [Client, Client], mode: string): Promise<void> {
  const { services = [], admins = [] } = instances ?? {};
  const loads = () => Promise.all(services.map((service) => figureOf(service, 'ontology_versions_loaded_total')));
  await Promise.all(admins.map((admin) => admin.sql('DESCRIBE item', { ontology: 'shop' })));
  const [first = 0, second = 0] = await loads();
  await apply(here, 'CREATE CONCEPT another');
  await sleep(KNOWN_MS);
  const ask = (admin: Client) => Array.from({ length: 200 }, () => admin.sql('DESCRIBE another', { ontology: 'shop' }));
  const requests = admins.flatMap(ask);
  const statuses = new Set((await Promise.all(requests)).map(({ status }) => status));
  const after = await loads();
  note({ promise: 'R15', test: `${mode}: 200 parallel misses on each`, figure: 'one load per instance', seen: `${(after[0] ?? 0) - first} and ${(after[1] ?? 0) - second}` }); // prettier-ignore
  expect([...statuses]).toEqual([200]);
  expect(after).toEqual([first + 1, second + 1]);
}

it('shows a change on the other instance within a second without Redis', async () => {
  const clients = await startTwo({});
  expectSeen('no Redis', await changesSeen(clients));
  await expectOneLoad(clients, 'no Redis');
});

describeWithMariaDb('instances over a system database on MariaDB', () => {
  let database: MariaDbDatabase;
  beforeAll(async () => {
    database = await createMariaDbDatabase('instances');
  });
  afterEach(() => instances?.stop());
  afterAll(() => database.drop());

  it('show a change to each other within a second without Redis', async () => {
    expectSeen('MariaDB, no Redis', await changesSeen(await startTwo({ DATABASE_URL: database.url })));
  });
});

describeWithProgram('redis-server', 'instances that share a Redis', () => {
  let redis: OwnRedis;
  afterEach(() => redis.drop());

  it.each([
    ['Redis', [], 2],
    ['Redis without pub/sub', NO_NEWS, 0],
  ])('show a change to each other within a second: %s', async (mode, options, listeners) => {
    redis = await startOwnRedis(options);
    const clients = await startTwo({ CACHE_URL: `redis://127.0.0.1:${redis.port}` });
    const areListening = async () => (await redis.ask('pubsub', 'numsub', 'svc:changed')).endsWith(`\n${listeners}`);
    await untilSeen(areListening);
    expectSeen(mode, await changesSeen(clients));
    await expectOneLoad(clients, mode);
    await expectCleared(clients);
    const keys = (await redis.ask('keys', '*')).split('\n');
    expect(keys.length).toBeGreaterThan(2);
    expect(keys.filter((key) => !KEY.test(key))).toEqual([]);
  });

  async function expectCleared([here, there]: readonly [Client, Client]): Promise<void> {
    const [, other] = instances?.services ?? [];
    const loads = () => (other === undefined ? Promise.resolve(0) : figureOf(other, 'ontology_versions_loaded_total'));
    const ask = () => there.sql('DESCRIBE item', { ontology: 'shop' });
    await ask();
    const first = await loads();
    await ask();
    expect((await here.post('clear_cache/shop')).status).toBe(200);
    const time = await untilSeen(async () => {
      await ask();
      return (await loads()) > first;
    });
    note({ promise: 'R16', test: 'clear_cache on A clears B', figure: 'seen <= 1 s', seen: `${Math.round(time)} ms` });
    expect(time).toBeLessThan(SEEN_MS);
  }
});
