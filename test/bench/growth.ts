import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, rowsOf } from '../support/client';
import { shapesOf } from '../support/compile-shapes';
import { writeDuckDb } from '../support/engines';
import { largeOntology, wholeScript } from '../support/large-ontology';
import { createMariaDbDatabase } from '../support/mariadb';
import { median } from '../support/median';
import { type RunningService, startService } from '../support/service';
import { hasMariaDb } from '../support/services';

const USAGE = {
  options: {
    concepts: { type: 'string', default: '10,100,350,1000' },
    rows: { type: 'string', default: '10000,100000,1000000' },
    requests: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
  },
} as const;

/** Requests to each ontology before the measured ones. */
const WARM_UP = 100;

/** Milliseconds of wall clock and of processor time, including those of the client. */
interface Time {
  readonly clock: number;
  readonly processor: number;
}

/** Creates tables with a number of rows on an engine. */
interface Rows {
  readonly engine: string;
  readonly source: string;
  readonly make: (count: number, table: string) => readonly string[];
  readonly run: (statements: readonly string[]) => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** `npm run bench:growth` (docs/benchmarks.md): the time of a request as its ontology grows, and of a row as its response grows. */
async function main(): Promise<void> {
  const { values } = parseArgs(USAGE);
  const [requests, rounds] = [Number(values.requests), Number(values.rounds)];
  process.stdout.write(`${cpus().length} cores, Node.js ${process.versions.node}\n`);
  const service = await startService({ QUERY_TIMEOUT_MS: '3600000' });
  try {
    const sizes = values.concepts.split(',').map(Number);
    printTable(
      ['concepts', 'ms per request', 'ms of the processor'],
      await timeRequests(service, sizes, { requests, rounds }),
    );
    for (const open of [openDuckDb, openMariaDb]) {
      const rows = await open(service);
      if (rows === undefined) continue;
      const counts = values.rows.split(',').map(Number);
      const figures = await timeRows(service, rows, counts, rounds).finally(rows.drop);
      printTable([`rows, ${rows.engine}`, 'µs per row', 'µs of the processor', 'seconds'], figures);
    }
  } finally {
    await service.close();
  }
}

interface Effort {
  readonly requests: number;
  readonly rounds: number;
}

/** Times requests for one entity by its key, for ontologies of more and more concepts in turn. */
async function timeRequests(
  service: RunningService,
  sizes: readonly number[],
  { requests, rounds }: Effort,
): Promise<readonly (readonly string[])[]> {
  const client = new Client(service.api, service.token);
  rowsOf(await client.sql('CREATE ROLE desk', { ontology: 'system' }));
  const asked: { readonly size: number; readonly ask: () => Promise<unknown>; readonly times: Time[] }[] = [];
  for (const size of sizes) {
    const ontology = `of_${size}`;
    const large = largeOntology({ concepts: size, properties: size * 4, mappings: size });
    await writeDuckDb(join(sourcesOf(service), `${ontology}.duckdb`), large.tables);
    rowsOf(await client.sql(wholeScript(ontology, `${ontology}.duckdb`, large), { ontology: 'system' }));
    const sql = shapesOf(large).find(({ name }) => name === 'leaf: one by key')?.sql ?? '';
    asked.push({ size, times: [], ask: () => client.select(sql, { ontology }) });
  }
  for (const { ask } of asked) for (let request = 0; request < WARM_UP; request++) await ask();
  for (let round = 0; round < rounds; round++) {
    for (const { ask, times } of asked)
      for (let request = 0; request < requests; request++) times.push(await timed(ask));
  }
  return asked.map(({ size, times }) => [String(size), ...summary(times, 1)]);
}

/** Times all rows of a table as NDJSON, for longer and longer tables in turn. */
async function timeRows(
  service: RunningService,
  rows: Rows,
  counts: readonly number[],
  rounds: number,
): Promise<readonly (readonly string[])[]> {
  const client = new Client(service.api, service.token);
  const ontology = `rows_on_${rows.engine}`;
  await rows.run(counts.flatMap((count) => rows.make(count, `items_${count}`)));
  const concepts = counts.map(
    (
      count,
    ) => `CREATE CONCEPT item_${count} (id_${count} integer, name string, price decimal(10,1), made date, PRIMARY KEY (id_${count}));
      CREATE MAPPING items_${count} INTO (item_${count}) AS SELECT id AS id_${count}, name, price, made FROM items_${count}`,
  );
  const script = `CREATE ONTOLOGY ${ontology}; CREATE DATASOURCE source ${rows.source}; ${concepts.join('; ')}`;
  rowsOf(await client.sql(script, { ontology: 'system' }));
  const read = (count: number) => () => readAll(service, `q/${ontology}/concept/item_${count}?_format_=ndjson`, count);
  const times = counts.map((): Time[] => []);
  await read(counts[0] ?? 0)();
  for (let round = 0; round < rounds; round++)
    for (const [index, count] of counts.entries()) times[index]?.push(await timed(read(count)));
  return counts.map((count, index) => {
    const ofAll = times[index] ?? [];
    const seconds = (median(ofAll.map(({ clock }) => clock)) ?? 0) / 1_000;
    return [String(count), ...summary(ofAll, 1_000 / count), seconds.toFixed(1)];
  });
}

/** Reads a response without keeping it; throws when it has fewer lines. */
async function readAll({ api, token }: RunningService, address: string, count: number): Promise<void> {
  const response = await fetch(`${api}/${address}`, { headers: { 'x-api-key': token } });
  if (response.status !== 200 || response.body === null) throw new Error(await response.text());
  let lines = 0;
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
  }
  if (lines < count) throw new Error(`${address} gave ${lines} lines`);
}

async function timed(work: () => Promise<unknown>): Promise<Time> {
  const begin = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { clock: performance.now() - begin, processor: (user + system) / 1_000 };
}

function summary(times: readonly Time[], factor: number): readonly string[] {
  const ofClock = median(times.map(({ clock }) => clock)) ?? 0;
  const ofProcessor = median(times.map(({ processor }) => processor)) ?? 0;
  return [ofClock, ofProcessor].map((time) => (time * factor).toFixed(2));
}

function sourcesOf({ dataDir }: RunningService): string {
  const sources = join(dataDir, 'sources');
  mkdirSync(sources, { recursive: true });
  return sources;
}

function openDuckDb(service: RunningService): Promise<Rows> {
  const path = join(sourcesOf(service), 'rows.duckdb');
  return Promise.resolve({
    engine: 'duckdb',
    source: "TYPE duckdb OPTIONS (path = 'rows.duckdb')",
    make: (count, table) => [
      `CREATE TABLE ${table} AS SELECT CAST(i AS INTEGER) AS id, 'name ' || i AS name, CAST((i % 1000) / 10 AS DECIMAL(10,1)) AS price,
        DATE '2000-01-01' + CAST(i % 1000 AS INTEGER) AS made FROM range(1, ${count} + 1) t(i)`,
    ],
    run: (statements) => writeDuckDb(path, statements),
    drop: () => Promise.resolve(),
  });
}

async function openMariaDb(): Promise<Rows | undefined> {
  if (!hasMariaDb()) return undefined;
  const { options, run, drop } = await createMariaDbDatabase('growth');
  return {
    engine: 'mariadb',
    source: `TYPE mysql OPTIONS (${[...options].map(([name, value]) => `${name} = '${value}'`).join(', ')})`,
    make: (count, table) => [
      `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, name VARCHAR(20), price DECIMAL(10,1), made DATE)`,
      `INSERT INTO ${table} SELECT seq, CONCAT('name ', seq), (seq % 1000) / 10, DATE '2000-01-01' + INTERVAL seq % 1000 DAY FROM seq_1_to_${count}`,
    ],
    run,
    drop,
  };
}

function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [heads, heads.map(() => '---:'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  process.stdout.write(`\n${lines.join('')}`);
}

void main();
