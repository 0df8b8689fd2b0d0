import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYSTEM_DATABASE, type Knex } from '../../src/system-database';
import { makeBearer } from '../support/bearer';
import { Client, type Row, rowsOf } from '../support/client';
import { createMariaDbDatabase } from '../support/mariadb';
import { getToken, type RunningService, startService } from '../support/service';
import { describeWithMariaDb } from '../support/services';

const MODEL = `CREATE ONTOLOGY shop;
  CREATE DATASOURCE d TYPE duckdb OPTIONS (path = 'shop.duckdb', password = 'concealed');
  CREATE VIEW numbers AS SELECT 1 AS n UNION ALL SELECT 2 AS n;`;
const system = { ontology: 'system' };
const shop = { ontology: 'shop' };
const AUDIT = 'SELECT user_name, ontology, version, statement, row_count, outcome FROM svc.sys_audit';

function statesItsPromises(settingsOf: () => Promise<Readonly<Record<string, string>>>): void {
  let settings: Readonly<Record<string, string>>;
  let service: RunningService;
  let admin: Client;
  const open = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
    service = await startService({ ...settings, ...more });
    admin = new Client(service.api, service.token);
  };
  const clientOf = async (user: string): Promise<Client> =>
    new Client(service.api, await getToken(service.api, makeBearer(user, 'concealed', service.salt)));
  const countOf = async (): Promise<number> => (await admin.select('SELECT time FROM svc.sys_audit', system)).length;

  beforeAll(async () => {
    settings = await settingsOf();
    await open();
  });
  afterAll(() => service.close());

  it('records caller, statement, version and outcome, without values', async () => {
    rowsOf(await admin.sql(MODEL, system));
    rowsOf(await admin.sql("CREATE USER ana PASSWORD 'concealed'; CREATE USER ben PASSWORD 'concealed'", system));
    rowsOf(await admin.sql('GRANT QUERY ON ontology.shop TO USER ana', system));
    const ana = await clientOf('ana');
    const [{ id: version }] = (await ana.select('SHOW VERSION', shop)) as [{ id: string }];
    await ana.get('get_ontology/shop');
    await ana.get('get_ontologies');
    await ana.get('get_config/SECRET');
    await ana.get('clear_cache/shop');
    await ana.get('q/shop/view/numbers?_subj_=n&_op_=gt&_comp_=0');
    await ana.get('q/shop/view/numbesr?_subj_=n&_op_=eq&_comp_=98765');
    await ana.sql("SELECT 'concealed' AS a /* concealed */ FROM vsvc.numbers WHERE n = 2", shop);
    await ana.sql("SELEC 'concealed'", shop);
    await ana.post('create_ontology', { ontology_name: 'other' });
    expect((await admin.select(`${AUDIT} WHERE user_name = 'ana' ORDER BY time`, system)).map((row) => Object.values(row))).toEqual([
      ['ana', 'system', null, 'get_token', 0, 'success'],
      ['ana', 'shop', version, 'SHOW VERSION', 1, 'success'],
      ['ana', 'shop', version, 'get_ontology `shop`', 0, 'success'],
      ['ana', 'system', null, 'get_ontologies', 1, 'success'],
      ['ana', 'system', null, 'get_config `SECRET`', 0, 'config_not_allowed'],
      ['ana', 'shop', version, 'clear_cache `shop`', 0, 'cache_not_configured'],
      ['ana', 'shop', version, 'SELECT * FROM `vsvc`.`numbers` WHERE `n` > ?', 2, 'success'],
      ['ana', 'shop', version, 'SELECT * FROM `vsvc`.`numbesr` WHERE `n` = ?', 0, 'plan_unknown_table'],
      ['ana', 'shop', version, 'SELECT ? AS a FROM vsvc.numbers WHERE n = ?', 1, 'success'],
      ['ana', 'shop', version, 'SELEC ?', 0, 'statement_malformed'],
      ['ana', 'other', null, 'CREATE ONTOLOGY `other`', 0, 'auth_forbidden'],
    ]); // prettier-ignore
    const all = await admin.select('SELECT * FROM svc.sys_audit', system);
    expect(all.length).toBeGreaterThan(8);
    expect(JSON.stringify(all)).not.toMatch(/concealed|98765/);
    expect(all.find(({ statement }) => String(statement).includes('PASSWORD ?'))).toMatchObject({ user_name: 'admin' });
  });

  it('records successful and failed log-ins by bearer, by page and by log_in, without unknown user names', async () => {
    const before = await countOf();
    const bearer = (user: string, password: string): Promise<Response> =>
      fetch(`${service.api}/get_token`, { method: 'POST', headers: { authorization: `Bearer ${makeBearer(user, password, service.salt)}` } }); // prettier-ignore
    const page = (user: string, password: string): Promise<Response> =>
      fetch(`${service.url}/svc/get_svc_user_token`, { method: 'POST', body: new URLSearchParams({ user, password }) });
    const session = (user: string, password: string): Promise<Response> =>
      fetch(`${service.api}/log_in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ user, password }) }); // prettier-ignore
    for (const logIn of [bearer, page, session])
      for (const [user, password] of [['BEN', 'concealed'], ['ben', 'mistyped'], ['mistyped', 'mistyped']] as const) await logIn(user, password); // prettier-ignore
    await fetch(`${service.api}/get_token`, { method: 'POST', headers: { authorization: 'Bearer mistyped' } });
    const rows = (await admin.select(`${AUDIT} ORDER BY time`, system)).slice(before + 1);
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['ben', 'system', null, 'get_token', 0, 'success'],
      ['ben', 'system', null, 'get_token', 0, 'auth_missing_credentials'],
      ['ben', 'system', null, 'get_svc_user_token', 0, 'success'],
      ['ben', 'system', null, 'get_svc_user_token', 0, 'auth_missing_credentials'],
      ['ben', 'system', null, 'log_in', 0, 'success'],
      ['ben', 'system', null, 'log_in', 0, 'auth_missing_credentials'],
    ]);
    rowsOf(await (await clientOf('ben')).sql('REVOKE TOKENS FROM USER ben', system));
    const [revoked] = await admin.select(`${AUDIT} WHERE statement LIKE 'REVOKE%'`, system);
    expect(revoked).toMatchObject({ user_name: 'ben', statement: 'REVOKE TOKENS FROM USER ben', outcome: 'success' });
    expect(JSON.stringify(rows)).not.toContain('mistyped');
  });

  it('records log-outs, and changes of passwords without the passwords', async () => {
    const before = await countOf();
    const leaving = await clientOf('ana');
    await leaving.post('log_out', {});
    expect(await leaving.post('log_out', {})).toMatchObject({ status: 401 });
    const ana = await clientOf('ana');
    await ana.sql("ALTER USER ana SET PASSWORD 'secret one'", system);
    await ana.sql("ALTER USER ana SET PASSWORD 'secret two' REPLACE 'secret three'", system);
    await ana.sql("ALTER USER ana SET PASSWORD = 'secret four'", system);
    rowsOf(await ana.sql("ALTER USER ana SET PASSWORD 'concealed' REPLACE 'concealed'", system));
    const rows = (await admin.select(`${AUDIT} ORDER BY time`, system)).slice(before + 1);
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['ana', 'system', null, 'get_token', 0, 'success'],
      ['ana', 'system', null, 'log_out', 0, 'success'],
      ['ana', 'system', null, 'get_token', 0, 'success'],
      ['ana', 'system', null, 'ALTER USER ana SET PASSWORD ?', 0, 'account_bad_value'],
      ['ana', 'system', null, 'ALTER USER ana SET PASSWORD ? REPLACE ?', 0, 'auth_forbidden'],
      ['ana', 'system', null, 'ALTER USER ana SET PASSWORD = ?', 0, 'statement_malformed'],
      ['ana', 'system', null, 'ALTER USER ana SET PASSWORD ? REPLACE ?', 0, 'success'],
    ]);
  });

  it('belongs to an ontology, not to its name: an ontology created again shows no earlier entries', async () => {
    rowsOf(await admin.sql("CREATE USER eve PASSWORD 'concealed'; GRANT CREATE ON ALL TO USER eve", system));
    const eve = await clientOf('eve');
    const make = (): Promise<unknown> => eve.post('create_ontology', { ontology_name: 'diary' });
    expect(await make()).toMatchObject({ status: 200 });
    const read = (client: Client): Promise<unknown[]> =>
      client.select(`SELECT statement FROM svc.sys_audit WHERE ontology = 'diary' ORDER BY time`, { ontology: 'diary' }).then((rows) => rows.map(({ statement }) => statement)); // prettier-ignore
    await eve.sql('SELEC', { ontology: 'diary' });
    expect(await read(eve)).toEqual(['CREATE ONTOLOGY `diary`', 'SELEC']);
    rowsOf(await admin.sql('DROP ONTOLOGY diary', system));
    await eve.sql('SELECT of what is gone', { ontology: 'diary' });
    expect(await make()).toMatchObject({ status: 200 });
    const seen = await read(eve);
    expect(seen).toEqual(['CREATE ONTOLOGY `diary`']);
    expect(await read(admin)).toEqual(expect.arrayContaining(['SELEC', 'SELECT of what is gone', ...seen]));
  });

  it('requires ADMIN: on an ontology for its entries, on all for every entry', async () => {
    rowsOf(await admin.sql('GRANT ADMIN ON ontology.shop TO USER ben', system));
    const ontologiesOf = async (client: Client): Promise<unknown[]> =>
      (await client.select('SELECT DISTINCT ontology FROM svc.sys_audit ORDER BY ontology', shop)).map((row: Row) => row.ontology); // prettier-ignore
    expect(await ontologiesOf(await clientOf('ana'))).toEqual([]);
    expect(await ontologiesOf(await clientOf('ben'))).toEqual(['shop']);
    expect(await ontologiesOf(admin)).toEqual(expect.arrayContaining(['diary', 'other', 'shop', 'system']));
  });

  it('loses no entry in an orderly stop, and writes entries in batches after the answers', async () => {
    const before = await countOf();
    for (let round = 0; round < 50; round++) rowsOf(await admin.sql('SELECT 1', system));
    await service.app.close();
    await open();
    expect(await countOf()).toBe(before + 52);
    const batches = (await service.app.get<Knex>(SYSTEM_DATABASE)('audit_batches')).length;
    expect(batches).toBeLessThan(before);
  });

  it('keeps at most AUDIT_LOG_ROWS entries, none for 0', async () => {
    await service.app.close();
    await open({ AUDIT_LOG_ROWS: '20' });
    rowsOf(await admin.sql('SELECT 1', system));
    await service.app.close();
    await open({ AUDIT_LOG_ROWS: '0' });
    const kept = await countOf();
    expect(kept).toBeGreaterThanOrEqual(20);
    expect(kept).toBeLessThanOrEqual(70);
    rowsOf(await admin.sql('SELECT 1', system));
    expect(await countOf()).toBe(kept);
  });
}

describe('the audit log in SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  statesItsPromises(() => Promise.resolve({ DATABASE_URL: `sqlite:${join(folder, 'system.db')}` }));
});

describeWithMariaDb('the audit log in MariaDB', () => {
  let drop: () => Promise<void>;
  let options: ReadonlyMap<string, string>;
  afterAll(() => drop());
  statesItsPromises(async () => {
    const database = await createMariaDbDatabase('audit');
    drop = () => database.drop();
    options = database.options;
    return { DATABASE_URL: database.url };
  });

  it('counts rows that are printed directly from packets of MariaDB', async () => {
    const service = await startService();
    const admin = new Client(service.api, service.token);
    const option = (name: string): string => `${name} = '${options.get(name)}'`;
    const place = ['host', 'port', 'database', 'user', 'password'].map(option).join(', ');
    const model = `CREATE ONTOLOGY own; CREATE DATASOURCE d TYPE mysql OPTIONS (${place});
      CREATE CONCEPT role (name string, PRIMARY KEY (name));
      CREATE MAPPING roles INTO (role) AS SELECT name FROM roles;`;
    rowsOf(await admin.sql(model, system));
    const { length } = await admin.select('SELECT name FROM role', { ontology: 'own' });
    expect(length).toBeGreaterThan(0);
    expect(await admin.select(`${AUDIT} WHERE statement = 'SELECT name FROM role'`, system)).toMatchObject([
      { row_count: length },
    ]);
    await service.close();
  });
});
