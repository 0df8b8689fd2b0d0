import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithRedis, REDIS_URL } from '../support/services';

let service: RunningService;
let client: Client;
const start = async (settings: Readonly<Record<string, string>> = {}): Promise<void> => {
  service = await startService(settings);
  client = new Client(service.api, service.token);
};
afterEach(() => service.close());

const define = async (dataSource: string): Promise<void> => {
  const script = `CREATE OR REPLACE ONTOLOGY towns; CREATE DATASOURCE source ${dataSource};
    CREATE CONCEPT town (id integer, name string, PRIMARY KEY (id), LABEL (name));
    CREATE MAPPING towns INTO (town) AS SELECT id, name FROM towns`;
  const { status, text } = await client.sql(script, { ontology: 'system' });
  expect([status, text]).toEqual([200, expect.anything()]);
};

/** What EXPLAIN and `_explain_` say that the data source gets; both must agree. */
async function explain(): Promise<string> {
  const [row] = await client.select('EXPLAIN SELECT id FROM town', { ontology: 'towns' });
  const { body } = await client.get('q/towns/concept/town?_select_=id&_explain_=true');
  const { statement } = body.data as { readonly statement: string };
  expect(row?.PLAN).toContain(statement);
  return statement;
}

/** Entities have a key: without a catalogue the statement must ask for it. */
const CHECK = /IS NOT NULL/;

it('omits the check for keys that the data source declares, unless the catalogue is off', async () => {
  await start();
  const sources = join(service.dataDir, 'sources');
  mkdirSync(sources, { recursive: true });
  await writeDuckDb(join(sources, 'keyed.duckdb'), ['CREATE TABLE towns (id INTEGER PRIMARY KEY, name VARCHAR)']);
  await writeDuckDb(join(sources, 'loose.duckdb'), ['CREATE TABLE towns (id INTEGER, name VARCHAR)']);
  writeFileSync(join(sources, 'towns.csv'), 'id,name\n1,Ath\n');
  await define("TYPE duckdb OPTIONS (path = 'keyed.duckdb')");
  expect(await explain()).not.toMatch(CHECK);
  await define("TYPE duckdb OPTIONS (path = 'loose.duckdb')");
  expect(await explain()).toMatch(CHECK);
  await define("TYPE files OPTIONS (path = 'towns.csv')");
  expect(await explain()).toMatch(CHECK);
  expect(await client.select('SELECT id FROM town', { ontology: 'towns' })).toEqual([{ id: 1 }]);
  await service.close();

  await start({ CATALOGUE_TTL_MS: '0' });
  mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
  await writeDuckDb(join(service.dataDir, 'sources', 'keyed.duckdb'), ['CREATE TABLE towns (id INTEGER PRIMARY KEY, name VARCHAR)']); // prettier-ignore
  await define("TYPE duckdb OPTIONS (path = 'keyed.duckdb')");
  expect(await explain()).toMatch(CHECK);
});

/** Roads between towns, with link columns that the data source alone knows the types of. */
const ROADS = [
  'CREATE TABLE roads (a INTEGER, b INTEGER, length_km DECIMAL(6,1), opened DATE, toll BOOLEAN)',
  "INSERT INTO roads VALUES (1, 2, 12.5, '2000-02-29', TRUE)",
];

const describeRoads = async (dataSource: string): Promise<unknown> => {
  const script = `CREATE OR REPLACE ONTOLOGY towns; CREATE DATASOURCE source ${dataSource};
    CREATE CONCEPT town (id integer, PRIMARY KEY (id), CONSTRAINT leads_to MULTIREFERENCE town INVERSEOF comes_from);
    CREATE MAPPING roads (CONSTRAINT comes_from FOREIGN KEY (a) REFERENCES town (id),
      CONSTRAINT leads_to FOREIGN KEY (b) REFERENCES town (id)) AS SELECT a, b, length_km, opened, CONCAT(a, b) AS sign FROM roads`;
  const { status } = await client.sql(script, { ontology: 'system' });
  expect(status).toBe(200);
  const rows = await client.select('DESCRIBE CONCEPT town', { ontology: 'towns' });
  return rows
    .filter((row) => String(row.col_name).startsWith('leads_to[town]_'))
    .map((row) => [row.col_name, row.data_type]);
};
const ROAD_COLUMNS = [
  ['leads_to[town]_length_km', 'decimal(6,1)'],
  ['leads_to[town]_opened', 'date'],
  ['leads_to[town]_sign', 'unknown'],
];

it('types link columns in DESCRIBE, as unknown while the data source is unreachable', async () => {
  await start();
  mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
  await writeDuckDb(join(service.dataDir, 'sources', 'roads.duckdb'), ROADS);
  expect(await describeRoads("TYPE duckdb OPTIONS (path = 'roads.duckdb')")).toEqual(ROAD_COLUMNS);
  const away = "TYPE mysql OPTIONS (host = '127.0.0.1', port = '1', database = 'none', user = 'nobody')";
  expect(await describeRoads(away)).toEqual(ROAD_COLUMNS.map(([name]) => [name, 'unknown']));
});

it('explains a statement of an unreachable data source', async () => {
  await start();
  await define("TYPE mysql OPTIONS (host = '127.0.0.1', port = '1', database = 'none', user = 'nobody')");
  expect(await explain()).toMatch(CHECK);
  const { status, body } = await client.sql('SELECT id FROM town', { ontology: 'towns' });
  expect([status, body.error?.code]).toEqual([503, 'source_unavailable']);
});

describeWithMariaDb('on MariaDB', () => {
  let database: MariaDbDatabase;
  beforeEach(async () => {
    database = await createMariaDbDatabase('catalogue');
    await database.run(['CREATE TABLE towns (id INT PRIMARY KEY, name VARCHAR(20))', "INSERT INTO towns VALUES (1, 'Ath')"]); // prettier-ignore
  });
  afterEach(() => database.drop());
  const options = (): string => [...database.options].map(([key, value]) => `${key} = '${value}'`).join(', ');
  const loosen = (): Promise<void> =>
    database.run(['ALTER TABLE towns DROP PRIMARY KEY, MODIFY id INT NULL', 'INSERT INTO towns VALUES (NULL, NULL)']);

  it('is read again when its time is over', async () => {
    await start({ CATALOGUE_TTL_MS: '400' });
    await define(`TYPE mysql OPTIONS (${options()})`);
    expect(await explain()).not.toMatch(CHECK);
    await loosen();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await explain()).toMatch(CHECK);
    expect(await client.select('SELECT id FROM town', { ontology: 'towns' })).toEqual([{ id: 1 }]);
  });

  it('types link columns in DESCRIBE', async () => {
    await start();
    await database.run(ROADS);
    expect(await describeRoads(`TYPE mysql OPTIONS (${options()})`)).toEqual(ROAD_COLUMNS);
  });

  describeWithRedis('with Redis', () => {
    it('is read again after clear_cache, and not before', async () => {
      await start({ CACHE_URL: REDIS_URL.href });
      await define(`TYPE mysql OPTIONS (${options()})`);
      expect(await explain()).not.toMatch(CHECK);
      await loosen();
      expect(await explain()).not.toMatch(CHECK);
      expect((await client.get('clear_cache/towns')).status).toBe(200);
      expect(await explain()).toMatch(CHECK);
    });
  });
});
