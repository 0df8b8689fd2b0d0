import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client, rowsOf } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { type RunningService, startService } from '../support/service';

const shop = { ontology: 'calls' };
const DUCKDB = "CREATE OR REPLACE DATASOURCE source TYPE duckdb OPTIONS (path = 'calls.duckdb');";
const MYSQL =
  "CREATE OR REPLACE DATASOURCE source TYPE mysql OPTIONS (host = 'db.example', database = 'd', user = 'u');";
const CONCEPT = 'CREATE CONCEPT word (word string, PRIMARY KEY (word));';

const mappingOf = (select: string): string =>
  `CREATE OR REPLACE MAPPING words INTO (word)\n  WITHOUT PARSING AS\n  ${select};`;

describe('a mapping WITHOUT PARSING', () => {
  let service: RunningService;
  let admin: Client;

  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
    await writeDuckDb(join(service.dataDir, 'sources', 'calls.duckdb'), ["CREATE TABLE t AS SELECT 'a' AS word"]);
    rowsOf(await admin.sql(`CREATE ONTOLOGY calls; ${DUCKDB} ${CONCEPT}`, { ontology: 'system' }));
  }, 60_000);
  afterAll(() => service.close());

  it.each([
    ["SELECT file AS word FROM glob('*')", 'glob', 28],
    ['SELECT setting AS word\n  FROM "DuckDB_Settings" ()', 'duckdb_settings', 8],
    ["SELECT word FROM t WHERE word <> 'glob(' AND word IN (SELECT name FROM main.pragma_database_size())", 'pragma_database_size', 79], // prettier-ignore
    ["WITH d AS (SELECT * FROM QUERY('SELECT 1')) SELECT word FROM t", 'query', 28],
  ])('is rejected at its definition if it calls a table function: %s', async (select, called, column) => {
    const before = await admin.select('SHOW VERSION', shop);
    const { status, body } = await admin.sql(`SHOW CONCEPTS;\n${mappingOf(select)}`, shop);
    expect({ status, data: body.data, ...body.error, request_id: undefined }).toEqual({
      status: 400,
      code: 'ontology_invalid',
      data: `mapping \`words\`: may not call the table function "${called}"`,
      hint: expect.stringContaining('read_csv') as unknown,
      position: { line: 4 + (select.match(/\n/g) ?? []).length, column },
      request_id: undefined,
    });
    expect(await admin.select('SHOW VERSION', shop)).toEqual(before);
  });

  it('may call functions that read its data source', async () => {
    rowsOf(await admin.sql(mappingOf("SELECT word FROM t, range(1) UNION ALL SELECT 'glob(1)'"), shop));
    expect(await admin.select('SELECT word FROM word ORDER BY word', shop)).toEqual([
      { word: 'a' },
      { word: 'glob(1)' },
    ]);
  });

  it('is rejected when read, after its data source of another kind becomes DuckDB', async () => {
    rowsOf(await admin.sql(`${MYSQL} ${mappingOf("SELECT file AS word FROM glob('*')")}`, shop));
    rowsOf(await admin.sql(`ALTER ONTOLOGY calls SET check_mappings = 'off'; ${DUCKDB}`, shop));
    const { status, body } = await admin.sql('SELECT word FROM word', shop);
    expect([status, body.error?.code]).toEqual([422, 'plan_unsupported']);
    expect(body.data).toBe('a mapping may not call the table function "glob"');
  });
});
