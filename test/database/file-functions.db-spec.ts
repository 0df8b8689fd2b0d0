import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type DataSourceConnection, type Engine, type EnginesService } from '../../src/engines';
import { makeDataDir, makeEngines, rowsOf, writeDuckDb } from '../support/engines';
import { shareOf } from '../support/trials';

const CONCEALED = 'concealed';
/** The table functions that a mapping may call; all others of this DuckDB must be rejected. */
const OPEN =
  /^(generate_series|json_each|json_tree|parquet_scan|range|read_(csv|json|ndjson)(_auto)?|read_(nd)?json_objects(_auto)?|read_parquet|repeat|repeat_row|unnest)$/;

let dataDir: string;
let sources: string;
let engines: EnginesService;
let tableFunctions: string[];
let readers: string[];
let scalarNames: Set<string>;

beforeAll(async () => {
  dataDir = makeDataDir('file-functions');
  sources = join(dataDir, 'sources');
  engines = makeEngines(dataDir);
  for (const folder of ['own', 'others', 'only/below']) mkdirSync(join(sources, folder), { recursive: true });
  writeFileSync(join(sources, 'only', 'sales.csv'), 'id,amount\n1,10\n');
  writeFileSync(join(sources, 'own', 'sales_1.csv'), 'id,amount\n1,10\n');
  const concealed = ['own/notes.csv', 'own/sales_1.csv.bak', 'others/sales_1.csv', 'others/deep.json', 'key.txt'];
  for (const name of [...concealed, 'only/notes.txt', 'only/.sales.csv', 'only/below/sales.csv']) {
    writeFileSync(join(sources, name), name.endsWith('json') ? `[{"id": "${CONCEALED}"}]` : `id,${CONCEALED}\n1,2\n`);
  }
  writeFileSync(join(dataDir, 'outside.csv'), `id,${CONCEALED}\n1,2\n`);
  await writeDuckDb(join(sources, 'others', 'other.duckdb'), [`CREATE TABLE t AS SELECT '${CONCEALED}' AS n`]);
  await writeDuckDb(join(sources, 'own', 'own.duckdb'), ['CREATE TABLE t AS SELECT 1 AS n']);
  await writeDuckDb(':memory:', [`COPY (SELECT '${CONCEALED}' AS n) TO '${join(sources, 'others', 'big.parquet')}'`]);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const namesOf = async (condition: string): Promise<string[]> => {
    const found = await connection.runAndReadAll(`SELECT DISTINCT function_name FROM duckdb_functions() WHERE ${condition} ORDER BY 1`); // prettier-ignore
    return found.getRows().map(([name]) => String(name));
  };
  tableFunctions = await namesOf("function_type IN ('table', 'table_macro')");
  readers = await namesOf("function_type = 'table' AND parameter_types[1] IN ('VARCHAR', 'VARCHAR[]')");
  scalarNames = new Set(await namesOf("function_type IN ('scalar', 'aggregate', 'macro')"));
  connection.disconnectSync();
  instance.closeSync();
});
afterAll(async () => {
  await engines.onApplicationShutdown();
  rmSync(dataDir, { recursive: true });
});

const open = (type: DataSourceConnection['type'], path: string): Promise<Engine> =>
  engines.open({ ontology: 'o', name: `${type} ${path}`, type, options: new Map([['path', path]]) });

/** Returns the rows of a statement, or its error. `readsBaseTables` is false as for a mapping that the compiler did not parse. */
async function ask(engine: Engine, sql: string, isOfMapping: boolean): Promise<string> {
  const query = { dialect: 'duckdb', sql, parameters: [], columns: [], ...(isOfMapping && { readsBaseTables: false }) } as const; // prettier-ignore
  try {
    return JSON.stringify(await rowsOf(engine, query));
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `refused: ${code} ${message}`;
  }
}

const concealedPaths = (): string[] => [
  join(sources, 'own', 'notes.csv'),
  join(sources, 'own', 'sales_1.csv.bak'),
  join(sources, 'own', '*'),
  join(sources, 'only', 'notes.txt'),
  join(sources, 'only', '.sales.csv'),
  join(sources, 'only', 'below', 'sales.csv'),
  join(sources, 'only', '*'),
  join(sources, 'own', 'sales_[0-9].csv*'),
  join(sources, 'own', '..', 'others', 'sales_1.csv'),
  join(sources, 'own', 'sales_1.csv') + '/../../key.txt',
  join(sources, 'others', 'deep.json'),
  join(sources, 'others', 'big.parquet'),
  join(sources, 'others', 'other.duckdb'),
  join(sources, 'key.txt'),
  join(sources, '**'),
  join(dataDir, 'outside.csv'),
  join(dataDir, 'tmp', '..', 'outside.csv'),
  '/etc/passwd',
  '/proc/self/environ',
];

const SOURCES = [
  ['files', 'own/sales_*.csv'],
  ['files', 'own/sales_1.csv'],
  ['files', 'only/'],
  ['duckdb', 'own/own.duckdb'],
] as const;

describe('a data source of type files or duckdb', () => {
  it.each(SOURCES)(
    'reads only its own files, through any function, for %s of %s',
    async (type, path) => {
      const engine = await open(type, path);
      const shown: string[] = [];
      for (const [turn, file] of concealedPaths().entries()) {
        const calls = readers.flatMap((name) => [`"${name}"('${file}')`, `"${name}"(['${file}'])`]);
        const froms = shareOf([...calls, `'${file}'`, `"${file}"`, `query('FROM ''${file}''')`], turn);
        const texts = await Promise.all(froms.map((from) => ask(engine, `SELECT * FROM ${from}`, false)));
        for (const [index, text] of texts.entries()) {
          if (/concealed|root:|PATH=/.test(text.replaceAll(file, ''))) shown.push(`${froms[index]}: ${text.slice(0, 200)}`); // prettier-ignore
        }
      }
      expect(shown).toEqual([]);
    },
    120_000,
  );

  it('reads tables and calls the functions for its formats', async () => {
    const engine = await open('files', 'own/sales_*.csv');
    const file = join(sources, 'own', 'sales_1.csv');
    expect(await ask(engine, 'SELECT id, amount FROM sales', true)).toBe('[[1,10]]');
    expect(await ask(engine, `SELECT * FROM read_csv('${file}', all_varchar = true)`, true)).toBe('[["1","10"]]');
  });
});

describe('a mapping', () => {
  it.each(SOURCES)(
    'calls only the table functions that read the data source, of %s of %s',
    async (type, path) => {
      const engine = await open(type, path);
      const refused = tableFunctions.filter((name) => !OPEN.test(name) && !scalarNames.has(name));
      expect(refused.length).toBeGreaterThan(50);
      const through: string[] = [];
      for (const name of refused) {
        const spellings = [name, `"${name}"`, name.toUpperCase(), `system.main."${name}"`, `main.${name}\n `];
        const texts = await Promise.all(spellings.map((spelt) => ask(engine, `SELECT 'a' AS x, (SELECT COUNT(*) FROM ${spelt}()) AS n`, true))); // prettier-ignore
        through.push(...texts.filter((text) => !text.startsWith('refused: plan_unsupported a mapping may not call')));
      }
      expect(through).toEqual([]);
      expect(await ask(engine, "SELECT 'query(1)', 'it''s glob(' AS \"glob ('x')\" FROM range(1) AS repeat", true)).toBe('[["query(1)","it\'s glob("]]'); // prettier-ignore
    },
    60_000,
  );
});

describe('files that match the pattern of a data source later', () => {
  it('are read by the next statement, many at once, except through a link out of the folder', async () => {
    mkdirSync(join(sources, 'later'));
    writeFileSync(join(sources, 'later', 'a_1.csv'), 'id\n1\n');
    const engine = await open('files', 'later/a_*.csv');
    const count = () => ask(engine, 'SELECT COUNT(*) FROM a', true);
    expect(await count()).toBe('[[1]]');
    writeFileSync(join(sources, 'later', 'a_2.csv'), 'id\n2\n');
    expect(await Promise.all([count(), count(), count(), count()])).toEqual(Array(4).fill('[[2]]'));
    rmSync(join(sources, 'later', 'a_1.csv'));
    expect(await count()).toBe('[[1]]');
    symlinkSync(join(dataDir, 'outside.csv'), join(sources, 'later', 'a_3.csv'));
    expect(await count()).toBe('refused: source_unavailable the data source is not available');
    rmSync(join(sources, 'later', 'a_3.csv'));
    expect(await count()).toBe('[[1]]');
  });
});
