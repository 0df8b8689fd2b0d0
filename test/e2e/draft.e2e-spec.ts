import { setTimeout as sleep } from 'node:timers/promises';
import type { DialectName } from '../../src/model';
import { addUserWith } from '../support/add-user';
import { Client, rowsOf } from '../support/client';
import { createDatabase, type Database, defineSource } from '../support/define-source';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

const PLACES = 'CREATE TABLE places (id INTEGER PRIMARY KEY, name VARCHAR(20), email VARCHAR(40))';
const TABLES = [
  PLACES,
  'CREATE TABLE parts (id INTEGER PRIMARY KEY, label VARCHAR(20), place_id INTEGER NOT NULL, FOREIGN KEY (place_id) REFERENCES places (id))',
  "INSERT INTO places VALUES (1, 'Rome', 'r@example.org'), (2, 'Oslo', 'o@example.org')",
  "INSERT INTO parts VALUES (10, 'bolt', 2), (11, 'nut', 2)",
];
/** What a failure to open a data source takes, whatever its cause. */
const OPENING_MS = 2_500;
const system = { ontology: 'system' };

const printOptions = (options: Iterable<readonly [string, string]>): string =>
  [...options].map(([name, value]) => `${name} = '${value}'`).join(', ');
const draftOf = (type: string, options: Iterable<readonly [string, string]>, name = 'depot'): string =>
  `DRAFT ONTOLOGY ${name} FROM DATASOURCE TYPE ${type} OPTIONS (${printOptions(options)})`;

function suite(dialect: DialectName): void {
  let service: RunningService;
  let admin: Client;
  let database: Database | undefined;
  let options: ReadonlyMap<string, string>;
  beforeAll(async () => {
    service = await startService({ MASK_COLUMNS: 'email' });
    admin = new Client(service.api, service.token);
    database = await createDatabase(dialect, 'drafted');
    await database?.run(TABLES);
    if (database === undefined) await defineSource(service, 'duckdb', { ontology: 'drafted', tables: TABLES, script: '' }); // prettier-ignore
    options = database?.options ?? new Map([['path', 'drafted.duckdb']]);
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await database?.drop();
  });

  it('returns a script without secrets, which defines the ontology once it is sent', async () => {
    const [row] = await admin.select(draftOf(dialect, options), system);
    const script = String(row?.script);
    const password = options.get('password') ?? '';
    expect(script).not.toContain('`password`');
    expect((await admin.get('get_ontology/depot')).status).toBe(404);
    const complete = script.replace(/(CREATE DATASOURCE [^;]*)\)/, `$1, password = '${password}')`);
    const sent = dialect === 'duckdb' ? script : complete;
    rowsOf(await admin.sql(sent, { ...system, headers: { 'x-dry-run': 'true' } }));
    expect((await admin.get('get_ontology/depot')).status).toBe(404);
    rowsOf(await admin.sql(sent, system));
    expect(await admin.select('SELECT label, `place.name` FROM parts ORDER BY label', { ontology: 'depot' })).toEqual([
      { label: 'bolt', 'place.name': 'Oslo' },
      { label: 'nut', 'place.name': 'Oslo' },
    ]);
    expect(await admin.select('SHOW TAGS', { ontology: 'depot' })).toMatchObject([{ tag_value: 'PII' }]);
  });
}

describe('DRAFT ONTOLOGY with a data source of type duckdb', () => {
  suite('duckdb');
});
describeWithMariaDb('DRAFT ONTOLOGY with a data source of type mysql', () => {
  suite('mysql');
});
describeWithPostgreSql('DRAFT ONTOLOGY with a data source of type postgresql', () => {
  suite('postgresql');
});

describe('DRAFT ONTOLOGY', () => {
  let service: RunningService;
  let admin: Client;
  const given = draftOf('duckdb', [['path', 'stock.duckdb']]);
  const absent = draftOf('duckdb', [['path', 'absent.duckdb']]);
  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    await defineSource(service, 'duckdb', { ontology: 'stock', tables: TABLES, script: '' });
    await defineSource(service, 'duckdb', { ontology: 'empty', tables: [PLACES, 'DROP TABLE places'], script: '' });
  }, 60_000);
  afterAll(() => service.close());

  const refusalOf = async (client: Client, text: string, headers: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await client.sql(text, { ...system, headers });
    return [status, body.error?.code];
  };

  describe('of a data source for an ontology', () => {
    const ontology = 'stock';
    const added = "DRAFT DATASOURCE second TYPE duckdb OPTIONS (path = 'stock.duckdb')";
    beforeAll(async () => {
      rowsOf(await admin.sql('CREATE CONCEPT places (id integer, PRIMARY KEY (id))', { ontology }));
    });

    it('returns what adds it', async () => {
      const [row] = await admin.select(added, { ontology });
      const script = String(row?.script);
      expect(script).not.toContain('CREATE ONTOLOGY');
      rowsOf(await admin.sql(script, { ontology }));
      expect(await admin.select('SELECT label, `second_place.name` FROM parts ORDER BY label', { ontology })).toEqual([
        { label: 'bolt', 'second_place.name': 'Oslo' },
        { label: 'nut', 'second_place.name': 'Oslo' },
      ]);
      const again = await admin.sql(added, { ontology });
      expect([again.status, again.body.data]).toEqual([409, 'the data source `second` already exists']);
    });

    it('needs EDIT on the ontology and CREATE DATASOURCE, and an ontology', async () => {
      const editor = await addUserWith(service, 'editor', 'GRANT EDIT ON ontology.stock');
      expect((await editor.sql(added, { ontology })).body.error?.code).toBe('auth_forbidden');
      const definer = await addUserWith(service, 'definer', 'GRANT CREATE DATASOURCE ON ALL');
      expect((await definer.sql(added, { ontology })).body.error?.code).toBe('auth_forbidden');
      const both = await addUserWith(
        service,
        'adder',
        'GRANT EDIT ON ontology.stock',
        'GRANT CREATE DATASOURCE ON ALL',
      );
      expect((await both.sql(added.replace('second', 'third'), { ontology })).status).toBe(200);
      expect((await admin.sql(added, system)).status).toBe(404);
      expect(await refusalOf(admin, added, { 'x-dry-run': 'true' })).toEqual([400, 'request_malformed']);
    });
  });

  it('needs CREATE and CREATE DATASOURCE', async () => {
    const author = await addUserWith(service, 'author', 'GRANT CREATE DATASOURCE ON ALL');
    expect(await refusalOf(author, given)).toEqual([403, 'auth_forbidden']);
    const creator = await addUserWith(service, 'creator', 'GRANT CREATE ON ALL');
    expect(await refusalOf(creator, given)).toEqual([403, 'auth_forbidden']);
    expect(await refusalOf(creator, `${given}; SHOW ONTOLOGIES`)).toEqual([403, 'auth_forbidden']);
    const both = await addUserWith(service, 'both', 'GRANT CREATE ON ALL', 'GRANT CREATE DATASOURCE ON ALL');
    expect(await both.select(given, system)).toEqual([
      { script: expect.stringContaining('CREATE CONCEPT `parts`') as string },
    ]);
  });

  it('tells the cause of a failure to administrators only', async () => {
    const { status, body } = await admin.sql(absent, system);
    expect([status, body.error]).toMatchObject([503, { code: 'source_unavailable', hint: 'there is no file with this path' }]); // prettier-ignore
    const both = await addUserWith(service, 'curious', 'GRANT CREATE ON ALL', 'GRANT CREATE DATASOURCE ON ALL');
    const start = performance.now();
    const { body: hidden } = await both.sql(absent, system);
    expect(hidden.error).toMatchObject({ code: 'source_unavailable' });
    expect(hidden.error?.hint).toBeUndefined();
    expect(performance.now() - start).toBeGreaterThan(OPENING_MS - 20);
  }, 20_000);

  it('rejects what CREATE DATASOURCE rejects, a data source without tables, and dry runs', async () => {
    expect(await refusalOf(admin, draftOf('duckdb', [['pth', 'x']]))).toEqual([400, 'ontology_invalid']);
    expect(await refusalOf(admin, draftOf('oracle', [['path', 'x']]))).toEqual([400, 'statement_malformed']);
    expect(await refusalOf(admin, draftOf('duckdb', [['path', 'stock.duckdb']], '``'))).toEqual([400, 'statement_malformed']); // prettier-ignore
    expect(await refusalOf(admin, draftOf('duckdb', [['path', 'stock.duckdb']], '`a\nb`'))).toEqual([400, 'ontology_bad_name']); // prettier-ignore
    expect(await refusalOf(admin, draftOf('duckdb', [['path', 'stock.duckdb']], 'system_db'))).toEqual([400, 'ontology_bad_name']); // prettier-ignore
    expect(await refusalOf(admin, draftOf('duckdb', [['path', 'empty.duckdb']]))).toEqual([400, 'ontology_invalid']);
    expect(await refusalOf(admin, given, { 'x-dry-run': 'true' })).toEqual([400, 'request_malformed']);
  });

  it('counts as the test of a data source: ten a minute', async () => {
    const tester = await addUserWith(service, 'tester', 'GRANT CREATE ON ALL', 'GRANT CREATE DATASOURCE ON ALL');
    const test = "TEST DATASOURCE TYPE duckdb OPTIONS (path = 'stock.duckdb')";
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => tester.sql(index % 2 === 0 ? given : test, system)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });

  it('keeps the values of options out of the audit log', async () => {
    await admin.sql(draftOf('mysql', [['host', '127.0.0.1'], ['port', '1'], ['database', 'd'], ['user', 'u'], ['password', 'open sesame']]), system); // prettier-ignore
    await sleep(1_100);
    const audit = await admin.select("SELECT statement FROM svc.sys_audit WHERE statement LIKE 'DRAFT%'", system);
    expect(audit.length).toBeGreaterThan(5);
    expect(JSON.stringify(audit)).not.toContain('open sesame');
  }, 20_000);
});
