import { addUserWith } from '../support/add-user';
import { Client, type Row, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';

let service: RunningService;
let admin: Client;
let first: string;
let last: string;

const diff = (client: Client, from = first, to = last, name = 'shop') =>
  client.sql(`SHOW DIFF OF ONTOLOGY ${name} FROM '${from}' TO '${to}'`, { ontology: 'system' });
const objectsOf = (rows: readonly Row[]) => rows.map(({ change, object }) => `${String(change)} ${String(object)}`);

beforeAll(async () => {
  service = await startService({ DATABASE_URL: '' });
  admin = new Client(service.api, service.token);
  const version = async (statements: string): Promise<string> => {
    const ontology = statements.startsWith('CREATE ONTOLOGY') ? 'system' : 'shop';
    rowsOf(await admin.sql(statements, { ontology }));
    return String((await admin.select('SHOW HISTORY', { ontology: 'shop' }))[0]?.version);
  };
  first = await version(
    `CREATE ONTOLOGY shop; CREATE DATASOURCE main TYPE duckdb OPTIONS (path = 'world.duckdb');
     CREATE CONCEPT town (id integer, name string, people integer, PRIMARY KEY (id));
     CREATE MAPPING towns INTO town AS SELECT city_id AS id, city_name AS name, population AS people FROM city;
     CREATE VIEW large AS SELECT name AS name, people AS people FROM town WHERE people > 1000000;
     GRANT ACCESS ON ontology.shop TO ROLE public`,
  );
  last = await version(
    `ALTER ONTOLOGY shop SET DESCRIPTION = 'Towns';
     CREATE OR REPLACE VIEW large AS SELECT name AS name FROM town WHERE people > 1000000;
     CREATE OR REPLACE DATASOURCE main TYPE duckdb OPTIONS (path = 'world.duckdb', max_memory = '100MB');
     CREATE POLICY hide MASK PROPERTY name OF town WITH constant('a secret place')`,
  );
}, 60_000);
afterAll(() => service.close());

it('lists what differs and what is broken, for administrators without exception', async () => {
  const rows = rowsOf(await diff(admin));
  expect(objectsOf(rows)).toEqual([
    'changed ontology `shop`',
    'changed data source `main`',
    'changed view `large`',
    'added policy `hide`',
    'broken view `large`',
  ]);
  for (const row of rows) expect(Object.keys(row)).toEqual(['object', 'change', 'before', 'after', 'message']);
  expect(rows[3]).toMatchObject({ before: null, after: expect.stringContaining('a secret place') as string });
  expect(rows[4]).toMatchObject({ after: null, message: 'the column `people` does not exist any more' });
  expect(objectsOf(rowsOf(await diff(admin, last, first)))).toContain('dropped policy `hide`');
  expect(rowsOf(await diff(admin, last, last))).toEqual([]);
});

it('hides policies from callers without EDIT, and options of data sources from all but their administrators', async () => {
  const reader = await addUserWith(service, 'reader');
  const editor = await addUserWith(service, 'editor', 'GRANT EDIT ON ontology.shop');
  const [seen, edited] = [await diff(reader), await diff(editor)];
  expect(objectsOf(rowsOf(seen))).toEqual(['changed ontology `shop`', 'changed view `large`', 'broken view `large`']);
  expect(objectsOf(rowsOf(edited))).toEqual([
    'changed ontology `shop`',
    'changed view `large`',
    'added policy `hide`',
    'broken view `large`',
  ]);
  for (const { text } of [seen, edited]) expect(text).not.toContain('max_memory');
  expect(seen.text).not.toContain('secret');
});

it('rejects versions that do not exist at their place, and ontologies that the caller may not see', async () => {
  const unknown = await diff(admin, first, 'none');
  expect([unknown.status, unknown.body]).toMatchObject([
    404,
    {
      data: 'ontology "shop" has no version none',
      error: { hint: 'SHOW HISTORY lists the versions', position: { line: 1, column: 75 } },
    },
  ]);
  rowsOf(await admin.sql('REVOKE ACCESS ON ontology.shop FROM ROLE public', { ontology: 'system' }));
  const stranger = await addUserWith(service, 'stranger');
  const refused = await diff(stranger);
  expect([refused.status, refused.body.error?.code]).toEqual([404, 'ontology_unknown']);
  expect((await diff(stranger, first, last, 'none')).body.error?.code).toBe('ontology_unknown');
});

it('is written to the audit log, and can be read by agents', async () => {
  const rows = await admin.select("SELECT statement FROM svc.sys_audit WHERE statement LIKE 'SHOW DIFF%'", { ontology: 'system' }); // prettier-ignore
  expect(rows.length).toBeGreaterThan(0);
});
