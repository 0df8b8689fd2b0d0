import { setTimeout as sleep } from 'node:timers/promises';
import type { DialectName } from '../../src/model';
import { addUserWith } from '../support/add-user';
import { Client, type Row, rowsOf } from '../support/client';
import { createDatabase, type Database, defineSource } from '../support/define-source';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql, MARIADB_URL } from '../support/services';

const shop = { ontology: 'shop' };
const TABLES = ['CREATE TABLE parts (id INTEGER)', 'CREATE TABLE places (id INTEGER)'];
/** What a failure to open a data source takes, whatever its cause. */
const OPENING_MS = 2_500;

function suite(dialect: DialectName): void {
  let service: RunningService;
  let admin: Client;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    drop = await defineSource(service, dialect, { ontology: 'shop', tables: TABLES, script: '' });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await drop();
  });

  it('says that a defined data source is reachable, and how many tables it has', async () => {
    expect(await admin.select('TEST DATASOURCE source', shop)).toEqual([
      { result: 'reachable', tables: 2, milliseconds: expect.any(Number) as number, code: null, message: null },
    ]);
  });
}

describe('TEST DATASOURCE with a data source of type duckdb', () => {
  suite('duckdb');
});
describeWithMariaDb('TEST DATASOURCE with a data source of type mysql', () => {
  suite('mysql');
});
describeWithPostgreSql('TEST DATASOURCE with a data source of type postgresql', () => {
  suite('postgresql');
});

describe('TEST DATASOURCE', () => {
  let service: RunningService;
  let admin: Client;
  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    await defineSource(service, 'duckdb', { ontology: 'shop', tables: TABLES, script: "CREATE DATASOURCE absent TYPE duckdb OPTIONS (path = 'absent.duckdb')" }); // prettier-ignore
  }, 60_000);
  afterAll(() => service.close());

  const refusalOf = async (client: Client, text: string, headers: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await client.sql(text, { ...shop, headers });
    return [status, body.error?.code];
  };

  it('tests given options, and stores nothing', async () => {
    const before = await admin.select('SHOW HISTORY', shop);
    const given = "TEST DATASOURCE TYPE duckdb OPTIONS (path = 'shop.duckdb')";
    expect(await admin.select(given, { ontology: 'system' })).toMatchObject([{ result: 'reachable', tables: 2 }]);
    expect(await admin.select(given, shop)).toMatchObject([{ result: 'reachable', tables: 2 }]);
    expect(await admin.select('SHOW HISTORY', shop)).toEqual(before);
    expect(await admin.select('SHOW DATASOURCES', shop)).toHaveLength(2);
  });

  it('tests the data source that the same request defines', async () => {
    const rows = await admin.select("CREATE DATASOURCE late TYPE duckdb OPTIONS (path = 'shop.duckdb'); TEST DATASOURCE late", shop); // prettier-ignore
    expect(rows).toMatchObject([{ result: 'reachable' }]);
    rowsOf(await admin.sql('DROP DATASOURCE late', shop));
  });

  it('tells the cause of a failure to administrators only', async () => {
    expect(await admin.select('TEST DATASOURCE absent', shop)).toEqual([failed('there is no file with this path')]);
    const owner = await addUserWith(service, 'owner', 'GRANT ADMIN ON ontology.shop', 'GRANT ADMIN ON datasource.shop.absent'); // prettier-ignore
    const start = performance.now();
    expect(await owner.select('TEST DATASOURCE absent', shop)).toEqual([failed('the data source is not available')]);
    expect(performance.now() - start).toBeGreaterThan(OPENING_MS - 20);
  }, 20_000);

  it('needs ADMIN on the data source, or CREATE DATASOURCE for given options', async () => {
    const editor = await addUserWith(service, 'editor', 'GRANT EDIT ON ontology.shop');
    const given = "TEST DATASOURCE TYPE duckdb OPTIONS (path = 'shop.duckdb')";
    expect(await refusalOf(editor, 'TEST DATASOURCE absent')).toEqual([403, 'auth_forbidden']);
    expect(await refusalOf(editor, 'TEST DATASOURCE unknown')).toEqual([403, 'auth_forbidden']);
    expect(await refusalOf(editor, given)).toEqual([403, 'auth_forbidden']);
    expect(await refusalOf(editor, `${given}; SHOW VERSION`)).toEqual([403, 'auth_forbidden']);
    const author = await addUserWith(
      service,
      'author',
      'GRANT EDIT ON ontology.shop',
      'GRANT CREATE DATASOURCE ON ALL',
    );
    expect(await author.select(given, shop)).toMatchObject([{ result: 'reachable' }]);
    expect(await refusalOf(author, 'TEST DATASOURCE absent')).toEqual([403, 'auth_forbidden']);
  });

  it('rejects unknown names, wrong options and dry runs, with the place', async () => {
    const { body } = await admin.sql('TEST DATASOURCE absnt', shop);
    expect(body.error).toMatchObject({ code: 'ontology_unknown_definition', hint: 'did you mean "absent"?', position: { column: 17 } }); // prettier-ignore
    expect(await refusalOf(admin, "TEST DATASOURCE TYPE duckdb OPTIONS (pth = 'x')")).toEqual([
      400,
      'ontology_invalid',
    ]);
    const misspelt = await admin.sql("TEST DATASOURCE TYPE mysql OPTIONS (hosst = 'h', database = 'd')", shop);
    expect(misspelt.body.error).toMatchObject({ code: 'ontology_invalid', hint: 'did you mean "host"?', position: { column: 37 } }); // prettier-ignore
    expect(await refusalOf(admin, "TEST DATASOURCE TYPE oracle OPTIONS (path = 'x')")).toEqual([400, 'statement_malformed']); // prettier-ignore
    expect(await refusalOf(admin, "TEST DATASOURCE TYPE mysql OPTIONS (host = 'h', database = 'd', password = env('HOME'))")).toEqual([400, 'ontology_invalid']); // prettier-ignore
    expect(await admin.select("TEST DATASOURCE TYPE duckdb OPTIONS (path = '../system.duckdb')", shop)).toMatchObject([{ result: 'failed', tables: null }]); // prettier-ignore
    expect(await refusalOf(admin, 'TEST DATASOURCE absent', { 'x-dry-run': 'true' })).toEqual([
      400,
      'request_malformed',
    ]);
  });

  it('lets a user test ten data sources a minute', async () => {
    const tester = await addUserWith(
      service,
      'tester',
      'GRANT CREATE DATASOURCE ON ALL',
      'GRANT QUERY ON ontology.shop',
    );
    const given = "TEST DATASOURCE TYPE duckdb OPTIONS (path = 'shop.duckdb')";
    const answers = await Promise.all(Array.from({ length: 12 }, () => tester.sql(given, shop)));
    const limited = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(limited.map(({ body }) => body.error?.code)).toEqual(['request_rate_limited', 'request_rate_limited']);
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await admin.select(given, shop)).toMatchObject([{ result: 'reachable' }]);
  });
});

describeWithMariaDb('TEST DATASOURCE with the options of a server', () => {
  let service: RunningService;
  let database: Database;
  const options = (changes: Readonly<Record<string, string>>): string => {
    const all = { ...Object.fromEntries(database.options), ...changes };
    return Object.entries(all).map(([name, value]) => `${name} = '${value}'`).join(', '); // prettier-ignore
  };
  const test = (client: Client, changes: Readonly<Record<string, string>>): Promise<readonly Row[]> =>
    client.select(`TEST DATASOURCE TYPE mysql OPTIONS (${options(changes)})`, { ontology: 'system' });

  beforeAll(async () => {
    database = (await createDatabase('mysql', 'tested'))!;
    service = await startService({ ALLOWED_DATA_SOURCE_HOSTS: '127.0.0.1,localhost' });
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  it('tells the cause to authors where hosts are listed, and keeps secrets out of the audit log', async () => {
    const author = await addUserWith(service, 'author', 'GRANT CREATE DATASOURCE ON ALL');
    expect(await test(author, {})).toMatchObject([{ result: 'reachable', tables: 0 }]);
    const wrong = await test(author, { password: 'a wrong secret' });
    expect(wrong).toEqual([failed(expect.stringContaining('Access denied') as string)]);
    expect(await test(author, { port: '1' })).toEqual([failed(expect.stringContaining('ECONNREFUSED') as string)]);
    expect(await test(author, { host: '10.1.2.3' })).toEqual([failed(expect.stringContaining('may not connect') as string)]); // prettier-ignore
    expect(JSON.stringify(wrong)).not.toContain('a wrong secret');
    const admin = new Client(service.api, service.token);
    await sleep(1_100);
    const audit = await admin.select("SELECT statement FROM svc.sys_audit WHERE statement LIKE 'TEST%'", { ontology: 'system' }); // prettier-ignore
    expect(audit).toHaveLength(4);
    expect(JSON.stringify(audit)).not.toMatch(new RegExp(`a wrong secret|${MARIADB_URL.hostname}|10\\.1\\.2\\.3`));
  }, 30_000);
});

function failed(message: string): Row {
  return { result: 'failed', tables: null, milliseconds: null, code: 'source_unavailable', message };
}
