import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { type DataSourceConnection, type Engine, type EnginesService } from '../../src/engines';
import { makeDataDir, makeEngines, rowsOf, writeDuckDb } from '../support/engines';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { describeWithMariaDb, MARIADB_URL } from '../support/services';

const IDLE_MS = 1000;
const POOL_SIZE = 4;

const askFor = (engine: Engine, sql: string) =>
  rowsOf(engine, { dialect: engine.dialect, sql, parameters: [], columns: [] });

let dataDir: string;
let engines: EnginesService;

beforeEach(async () => {
  dataDir = makeDataDir('shared-engines');
  engines = makeEngines(dataDir, { poolSize: POOL_SIZE, dataSourceIdleMs: IDLE_MS });
  for (const name of ['a', 'b']) {
    await writeDuckDb(join(dataDir, 'sources', `${name}.duckdb`), [`CREATE TABLE t AS SELECT '${name}' AS n`]);
  }
});
afterEach(async () => {
  await engines.onApplicationShutdown();
  rmSync(dataDir, { recursive: true });
});

const file = (ontology: string, name: string, path: string): DataSourceConnection => ({
  ontology,
  name,
  type: 'duckdb',
  options: new Map([['path', path]]),
});

/** Opens a data source and returns the engine that it uses. */
async function engineOf(connection: DataSourceConnection): Promise<unknown> {
  const observed: object = await engines.open(connection);
  return Reflect.get(observed, 'engine');
}

describe('data sources with the same options', () => {
  it('share an engine, whatever their ontology, and those with other options do not', async () => {
    const first = await engineOf(file('o1', 'd', 'a.duckdb'));
    expect(await engineOf(file('o1', 'e', 'a.duckdb'))).toBe(first);
    expect(await engineOf(file('o2', 'd', 'a.duckdb'))).toBe(first);
    expect(await engineOf(file('o2', 'other', 'b.duckdb'))).not.toBe(first);
    expect(await engineOf({ ...file('o2', 'files', 'a.duckdb'), options: new Map([['path', 'a.duckdb'], ['x', '']]) })).not.toBe(first); // prettier-ignore
  });

  it('share the opening, and its failure, which names none of them', async () => {
    const openings = ['o1', 'o2', 'o3'].map((ontology) => engines.open(file(ontology, 'secret_name', 'absent.duckdb')));
    for (const opening of await Promise.allSettled(openings)) {
      expect(opening).toMatchObject({ status: 'rejected', reason: { code: 'source_unavailable' } });
      expect(String((opening as PromiseRejectedResult).reason)).not.toContain('secret_name');
    }
    expect(engines.opened().map(({ ontology }) => ontology)).toEqual(['o1', 'o2', 'o3']);
    await Promise.all(['o1', 'o2', 'o3'].map((ontology) => engines.release(ontology, 'secret_name')));
    expect(engines.opened()).toEqual([]);
  });

  it('keep it open until the last of them is dropped or redefined', async () => {
    const shared = await engines.open(file('o1', 'd', 'a.duckdb'));
    await engines.open(file('o2', 'd', 'a.duckdb'));
    await engines.open(file('o3', 'd', 'a.duckdb'));
    await engines.release('O1', 'D');
    expect(await askFor(shared, 'SELECT n FROM t')).toEqual([['a']]);
    const other = await engines.open(file('o2', 'd', 'b.duckdb'));
    expect(await askFor(other, 'SELECT n FROM t')).toEqual([['b']]);
    expect(await askFor(shared, 'SELECT n FROM t')).toEqual([['a']]);
    expect(engines.opened()).toEqual([{ ontology: 'o2', name: 'd' }, { ontology: 'o3', name: 'd' }]); // prettier-ignore
    await engines.releaseUnlike(file('o3', 'd', 'b.duckdb'));
    await expect(askFor(shared, 'SELECT n FROM t')).rejects.toMatchObject({ code: 'source_unavailable' });
    await engines.release('o3', 'd');
    expect(engines.opened()).toEqual([{ ontology: 'o2', name: 'd' }]);
  });

  it('have fingerprints that only this process can compute', () => {
    const connection = file('o1', 'd', 'a.duckdb');
    expect(engines.fingerprintOf(connection)).toBe(engines.fingerprintOf(file('o2', 'e', 'a.duckdb')));
    expect(engines.fingerprintOf(connection)).not.toBe(makeEngines(dataDir).fingerprintOf(connection));
  });

  it('are closed after some time without a query, not before, and open again with the next statement', async () => {
    const engine = await engines.open(file('o1', 'd', 'a.duckdb'));
    await engines.releaseIdle();
    expect(await askFor(engine, 'SELECT n FROM t')).toEqual([['a']]);
    const { batches } = await engine.run(
      { dialect: 'duckdb', sql: 'SELECT range FROM range(100000)', parameters: [], columns: [] },
      { timeoutMs: 10_000 },
    );
    await sleep(IDLE_MS + 50);
    await engines.releaseIdle();
    let count = 0;
    for await (const batch of batches) count += batch.length;
    expect(count).toBe(100_000);
    expect(engines.opened()).toHaveLength(1);
    await engines.releaseIdle();
    expect(engines.opened()).toEqual([]);
    const again = await engines.open(file('o1', 'd', 'a.duckdb'));
    expect(again).not.toBe(engine);
    expect(await askFor(again, 'SELECT n FROM t')).toEqual([['a']]);
  });
});

describeWithMariaDb('data sources on a server', () => {
  let database: MariaDbDatabase;
  let admin: mysql.Connection;

  beforeEach(async () => {
    database = await createMariaDbDatabase('shared_engines');
    await database.run(['CREATE TABLE t (n INT)', 'INSERT INTO t VALUES (1)']);
    admin = await mysql.createConnection(MARIADB_URL.href);
    await admin.query(`CREATE USER shared_reader IDENTIFIED BY 'right'`);
    await admin.query(`GRANT SELECT ON \`${database.name}\`.* TO shared_reader`);
  });
  afterEach(async () => {
    await engines.onApplicationShutdown();
    await admin.query('DROP USER shared_reader');
    await admin.end();
    await database.drop();
  });

  const source = (ontology: string, changes: Readonly<Record<string, string>> = {}): DataSourceConnection => ({
    ontology,
    name: 'd',
    type: 'mysql',
    options: new Map(Object.entries({ ...Object.fromEntries(database.options), user: 'shared_reader', password: 'right', ...changes })), // prettier-ignore
  });

  async function connections(): Promise<number> {
    const asked = 'SELECT COUNT(*) AS n FROM information_schema.processlist WHERE db = ?';
    const [[row]] = await admin.query<RowDataPacket[]>(asked, [database.name]);
    return Number(row!.n);
  }

  it('use the connections of one pool, however many ontologies send queries at the same time', async () => {
    const ontologies = Array.from({ length: 100 }, (_, index) => `o${index}`);
    const ask = async (ontology: string) =>
      askFor(await engines.open(source(ontology)), 'SELECT n, SLEEP(0.01) FROM t');
    const answers = await Promise.all(ontologies.map(ask));
    expect(answers).toEqual(ontologies.map(() => [[1, 0]]));
    expect(await connections()).toBeLessThanOrEqual(POOL_SIZE);
    const nodes = await engines.nodes();
    expect(nodes).toHaveLength(ontologies.length);
    expect(new Set(nodes.map(({ ontology }) => ontology))).toEqual(new Set(ontologies));
    expect(new Set(nodes.map(({ dataSource, node, state }) => `${dataSource} ${node} ${state}`))).toEqual(new Set(['d 1 closed'])); // prettier-ignore
  });

  it('never receive rows over a connection with any other option', async () => {
    const right = await engines.open(source('right'));
    expect(await askFor(right, 'SELECT n FROM t')).toEqual([[1]]);
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { password: 'wrong' },
      { password: '' },
      { password: 'right ' },
      { password: 'RIGHT' },
      { user: 'root', password: 'right' },
      { user: 'shared_reader ' },
      { database: 'absent_database' },
      { port: '1' },
      { ssl_mode: 'verify_ca' },
      { ssl_mode: 'required', ssl_ca: 'absent.pem' },
    ];
    const outcomes = await Promise.all(
      wrong.flatMap((changes, index) =>
        [`wrong ${index}`, 'right'].map(async (ontology) => {
          const connection = { ...source(ontology, changes), name: `of ${index}` };
          const rows = async () => askFor(await engines.open(connection), 'SELECT n FROM t');
          return rows().then(
            (answer) => `${JSON.stringify(changes)}: ${JSON.stringify(answer)}`,
            (error: unknown) => {
              const { code } = error as { code: string };
              return /^source_(refused|unavailable)$/.test(code) ? 'refused' : code;
            },
          );
        }),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(['refused']));
    expect(await askFor(right, 'SELECT n FROM t')).toEqual([[1]]);
  });

  it('release idle connections, while others of the pool work', async () => {
    const engine = await engines.open(source('o'));
    await Promise.all(Array.from({ length: POOL_SIZE }, () => askFor(engine, 'SELECT n, SLEEP(0.2) FROM t')));
    expect(await connections()).toBe(POOL_SIZE);
    const until = Date.now() + 3 * IDLE_MS;
    while (Date.now() < until) {
      await askFor(engine, 'SELECT n FROM t');
      await sleep(100);
    }
    expect(await connections()).toBe(1);
    await sleep(IDLE_MS + 50);
    await askFor(engine, 'SELECT n FROM t');
    await engines.releaseIdle();
    expect(engines.opened()).toEqual([]);
    expect(await connections()).toBe(0);
  });
});
