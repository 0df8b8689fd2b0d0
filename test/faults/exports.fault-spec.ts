import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { mostGrowth, note } from './promises';

const MEGABYTE = 2 ** 20;
/** `EXPORT_ROWS=3000000 npm run test:faults exports` exports more. One row in a thousand is rare: hardly more than one in each vector of DuckDB. */
const ROWS = Number(process.env.EXPORT_ROWS ?? 1_000_000);
/** Rows that are exported in each format. */
const FORMAT_ROWS = 300_000;
/** The time between two measurements of memory, which would otherwise take longer than reading on a busy machine. */
const MEASURE_MS = 5;
const TABLE = `CREATE TABLE parts AS SELECT n::INTEGER AS id, 'part ' || n % 1000 AS name, md5((n % 5000)::VARCHAR) AS code,
  DATE '2000-01-01' + (n % 9000)::INTEGER AS day, n % 1000 AS kind FROM (SELECT unnest(range(${ROWS})) AS n)`;
const SCRIPT = `CREATE ONTOLOGY shop; CREATE DATASOURCE source TYPE duckdb OPTIONS (path = 'parts.duckdb');
  CREATE CONCEPT part (id integer, name string, code string, day date, kind integer, PRIMARY KEY (id));
  CREATE MAPPING map_part INTO (part) AS SELECT id, name, code, day, kind FROM parts`;

describe('exports from DuckDB', () => {
  let folder: string;
  let service: ServiceProcess | undefined;
  let token: string;
  beforeAll(async () => {
    folder = makeServiceFolder();
    mkdirSync(join(folder, 'sources'));
    await writeDuckDb(join(folder, 'sources', 'parts.duckdb'), [TABLE, 'CHECKPOINT']);
    service = await startServiceProcess(folder, {});
    token = await service.issueToken();
    const { status, text } = await new Client(service.api, token).sql(SCRIPT, { ontology: 'system' });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  });
  afterAll(() => sweepUp(folder, service));

  interface Read {
    readonly bytes: number;
    /** Resident memory, in bytes. */
    readonly most: number;
    /** Milliseconds. */
    readonly firstByte: number;
    /** Milliseconds. */
    readonly time: number;
  }

  /** Reads a response as fast as it arrives. */
  async function read(filter: string): Promise<Read> {
    const begin = performance.now();
    let most = 0;
    const measuring = setInterval(() => (most = Math.max(most, service!.memory())), MEASURE_MS);
    const address = `${service!.api}/q/shop/concept/part?_select_=id,name,code,day,kind&${filter}`;
    const { body, status } = await fetch(address, { headers: { 'x-api-key': token } });
    expect(status).toBe(200);
    let [bytes, firstByte] = [0, 0];
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      firstByte ||= performance.now() - begin;
      bytes += piece.length;
    }
    clearInterval(measuring);
    return { bytes, most, firstByte, time: performance.now() - begin };
  }
  const below = (id: number): string => `_subj_=id&_op_=lt&_comp_=${id}`;

  it('use little memory, whatever their size', async () => {
    for (let time = 0; time < 3; time++) await read(below(1_000));
    await sleep(1_000);
    const base = service!.memory();
    const tenth = await read(below(ROWS / 10));
    const whole = await read(below(ROWS));
    const rare = await read('_subj_=kind&_op_=eq&_comp_=7');
    const [ofTenth, ofWhole, ofRare] = [tenth, whole, rare].map(({ most }) => (most - base) / MEGABYTE);
    expect(whole.bytes).toBeGreaterThan(9 * tenth.bytes);
    note({ promise: 'R6', test: `DuckDB: ${ROWS} rows, ${Math.round(whole.bytes / 1e6)} MB, and a tenth of them`, figure: 'RSS <= base + 100 MB', seen: `base ${Math.round(base / MEGABYTE)} + ${Math.round(ofWhole!)}, + ${Math.round(ofTenth!)} MB; first byte after ${Math.round(whole.firstByte)} ms` }); // prettier-ignore
    note({ promise: 'R6', test: `DuckDB: one row in 1,000 of ${ROWS}`, figure: 'RSS <= base + 200 MB', seen: `+ ${Math.round(ofRare!)} MB` }); // prettier-ignore
    expect(Math.max(ofTenth!, ofWhole!)).toBeLessThan(mostGrowth(100));
    expect(ofRare).toBeLessThan(mostGrowth(200));
  }, 300_000);

  it.each(['ndjson', 'csv', 'xlsx', 'parquet', 'arrow'])('as %s use little memory', async (format) => {
    const rows = Math.min(ROWS, FORMAT_ROWS);
    await read(`${below(10_000)}&_format_=${format}`);
    await sleep(1_000);
    const base = service!.memory();
    const { bytes, most, time } = await read(`${below(rows)}&_format_=${format}`);
    const growth = (most - base) / MEGABYTE;
    note({ promise: 'R6', test: `DuckDB: ${rows} rows as ${format}, ${Math.round(bytes / 1e6)} MB`, figure: 'RSS <= base + 150 MB', seen: `base ${Math.round(base / MEGABYTE)} + ${Math.round(growth)} MB in ${Math.round(time)} ms` }); // prettier-ignore
    expect(growth).toBeLessThan(mostGrowth(150));
  });
});
