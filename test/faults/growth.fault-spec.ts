import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { note } from './promises';

const MEGABYTE = 2 ** 20;
const TIMEOUT_MS = 2_000;
/** Resident memory above the base, which excludes the memory limit of DuckDB. */
const MOST_MEGABYTES = 300;
const ROWS = 20_000;
const TABLE = `CREATE TABLE people AS SELECT n::INTEGER AS id, 'name ' || n AS name, TIMESTAMP '2000-01-01' + INTERVAL (n) DAY AS seen
  FROM (SELECT unnest(range(${ROWS})) AS n)`;
const SCRIPT = `CREATE ONTOLOGY crowd; CREATE DATASOURCE source TYPE duckdb OPTIONS (path = 'people.duckdb');
  CREATE CONCEPT person (id integer, name string, seen timestamp, PRIMARY KEY (id));
  CREATE MAPPING map_person INTO (person) AS SELECT id, name, seen FROM people`;

const LONG = "REPEAT('a', 999999)";
const listed = (count: number, text: (index: number) => string): string => Array.from({ length: count }, (_, index) => text(index)).join(', '); // prettier-ignore

/** Strings that no process could hold, and statements that would never end. */
const STATEMENTS: readonly string[] = [
  `SELECT LENGTH(REPLACE(${LONG}, 'a', REPEAT('b', 100000))) AS n FROM person WHERE id = 1`,
  `SELECT LENGTH(REPLACE(REPEAT(name, 99999), 'a', REPEAT('b', 100000))) AS n FROM person`,
  `SELECT LENGTH(REPEAT(name, id * 1000000)) AS n FROM person`,
  `SELECT LENGTH(REPEAT(name, 99999)) AS n FROM person`,
  `SELECT REPEAT(name, 99999) AS n FROM person`,
  `SELECT ${listed(100, (index) => `REPEAT(name, ${index + 9000}) AS c${index}`)} FROM person`,
  `SELECT COUNT(*) AS n FROM person WHERE RPAD(name, 900000, 'x') > 'z'`,
  `SELECT LENGTH(LPAD(name, id * 99999, 'xy')) AS n FROM person`,
  `SELECT LENGTH(SPACE(id * 99999)) AS n FROM person`,
  `SELECT LENGTH(CONCAT(${listed(50, () => `REPEAT(name, 9999)`)})) AS n FROM person`,
  `SELECT LENGTH(CONCAT_WS(${LONG}, ${listed(99, () => 'name')})) AS n FROM person`,
  `SELECT LENGTH(REGEXP_REPLACE(REPEAT(name, 999), '[a-z]', REPEAT('b', 9999))) AS n FROM person`,
  `SELECT LENGTH(HEX(HEX(HEX(HEX(${LONG}))))) AS n FROM person`,
  `SELECT LENGTH(DATE_FORMAT(seen, REPEAT('%M', 99999))) AS n FROM person`,
  `SELECT JSON_LENGTH(CONCAT('[', REPEAT('1,', 9999), id, ']')) AS n FROM person`,
  `SELECT LENGTH(SUBSTRING_INDEX(REPEAT(CONCAT(name, ','), 999), ',', 900)) AS n FROM person`,
  `WITH RECURSIVE r AS (SELECT name AS t, 1 AS n FROM person WHERE id = 1 UNION ALL SELECT CONCAT(t, t), n + 1 FROM r WHERE n < 100) SELECT MAX(n) AS n FROM r`,
  `WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) AS n FROM r`,
  `SELECT COUNT(*) AS n FROM person a, person b, person c WHERE a.id + b.id > c.id + 7`,
];

describe('statements that would grow without limits', () => {
  let folder: string;
  let service: ServiceProcess | undefined;
  let client: Client;
  let base = 0;
  beforeAll(async () => {
    folder = makeServiceFolder();
    mkdirSync(join(folder, 'sources'));
    await writeDuckDb(join(folder, 'sources', 'people.duckdb'), [TABLE, 'CHECKPOINT']);
    service = await startServiceProcess(folder, { QUERY_TIMEOUT_MS: String(TIMEOUT_MS) });
    client = new Client(service.api, await service.issueToken());
    const { status, text } = await client.sql(SCRIPT, { ontology: 'system' });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    for (let time = 0; time < 5; time++) await ask('SELECT MAX(LENGTH(REPEAT(name, 99))) AS n FROM person');
    base = service.memory();
  });
  afterAll(() => sweepUp(folder, service));

  interface Seen {
    readonly status: number;
    readonly text: string;
    /** The most megabytes above the base. */
    readonly grown: number;
  }

  async function ask(sql: string): Promise<Seen> {
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, service!.memory())), 10);
    const { status, text } = await client.sql(sql, { ontology: 'crowd' });
    clearInterval(watch);
    return { status, text, grown: (most - base) / MEGABYTE };
  }

  /** Returns the milliseconds of processor time that the process has used so far. */
  function processorTime(): number {
    const fields = readFileSync(`/proc/${service!.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  it.each(STATEMENTS)('return rows or an error, and keep nothing running: %s', async (sql) => {
    const { status, text, grown } = await ask(sql);
    note({ promise: 'S12', test: sql.slice(0, 60), figure: `RSS <= base + ${MOST_MEGABYTES} MB`, seen: `${status}, + ${Math.round(grown)} MB` }); // prettier-ignore
    expect([[200, 400, 504].includes(status), status === 200 ? '' : text]).toEqual([true, status === 200 ? '' : text]);
    expect(grown).toBeLessThan(MOST_MEGABYTES);
    await sleep(1_000);
    const before = processorTime();
    await sleep(500);
    expect(processorTime() - before).toBeLessThan(250);
  });

  it('do not add up when many run at the same time', async () => {
    const seen = await Promise.all(STATEMENTS.slice(0, 7).map(ask));
    expect(Math.max(...seen.map(({ grown }) => grown))).toBeLessThan(MOST_MEGABYTES);
  });
});
