import { OPERATOR, TokensService, UsersService } from '../../src/auth';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';
import { TextClient } from '../support/text-client';
import { waitFor } from '../support/wait-for';

let service: RunningService;
let admin: Client;

async function issue(name: string, terms: Parameters<TokensService['issue']>[2]): Promise<Client> {
  const user = await service.app.get(UsersService).get(OPERATOR, { name: 'admin' });
  return new Client(service.api, await service.app.get(TokensService).issue(user, name, terms));
}
const codeOf = async (client: Client, statement: string, ontology = 'world') =>
  (await client.sql(statement, { ontology })).body.error?.code ?? 'none';
const READ = "SELECT calling_code FROM country WHERE name = 'Fiji'";

beforeAll(async () => {
  service = await startService({ DATABASE_URL: '' });
  admin = new Client(service.api, service.token);
  await admin.post('create_ontology/', { ontology_name: 'shop' });
});

afterAll(() => service.close());

it('a read-only token reads like its user, and changes nothing', async () => {
  const client = await issue('report', { isReadOnly: true });
  expect(await client.select(READ)).toEqual(await admin.select(READ));
  expect(await codeOf(client, 'CREATE PROPERTY x string')).toBe('auth_forbidden');
  for (const statement of [
    "CREATE USER x PASSWORD 'x'",
    'GRANT QUERY ON ALL TO USER admin',
    'REVOKE TOKENS FROM USER admin',
    'DROP USER admin',
  ])
    expect(await codeOf(client, statement, 'system')).toBe('auth_forbidden');
  expect((await client.post('create_ontology/', { ontology_name: 'other' })).status).toBe(403);
  expect(await client.select(READ)).toHaveLength(1);
});

it('a token for an ontology sees no other one, and manages no accounts', async () => {
  const client = await issue('of shop', { ontologies: ['Shop'] });
  expect((await client.get('get_ontologies/')).body.data).toEqual(['shop']);
  expect(await codeOf(client, READ)).toBe('ontology_unknown');
  expect(await codeOf(client, 'CREATE PROPERTY x string', 'shop')).toBe('none');
  expect(await codeOf(client, "CREATE USER x PASSWORD 'x'", 'system')).toBe('auth_forbidden');
  await expect(issue('of nothing', { ontologies: ['nothing'] })).rejects.toMatchObject({ code: 'ontology_unknown' });
});

it('has the rights that both the user and the token have, and expires', async () => {
  const users = service.app.get(UsersService);
  await users.create(OPERATOR, { name: { name: 'ana' }, password: 'x' });
  const ana = await users.get(OPERATOR, { name: 'ana' });
  const token = await service.app.get(TokensService).issue(ana, 'both', { ontologies: ['world'], ttlSeconds: 1 });
  const client = new Client(service.api, token);
  expect(await codeOf(client, READ)).toBe('auth_forbidden');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect(await codeOf(client, READ)).toBe('auth_missing_credentials');
});

it('sees no ontology by a right on all data sources, unlike its user', async () => {
  const users = service.app.get(UsersService);
  await users.create(OPERATOR, { name: { name: 'eva' }, password: 'x' });
  rowsOf(await admin.sql('GRANT QUERY ON ALL DATASOURCE TO USER eva', { ontology: 'system' }));
  rowsOf(await admin.sql('REVOKE ACCESS ON ontology.shop FROM ROLE public', { ontology: 'system' }));
  const eva = await users.get(OPERATOR, { name: 'eva' });
  const clientWith = async (terms: Parameters<TokensService['issue']>[2]): Promise<Client> =>
    new Client(service.api, await service.app.get(TokensService).issue(eva, 'eva', terms));
  const [whole, limited] = [await clientWith({}), await clientWith({ ontologies: ['shop'] })];
  expect((await whole.get('get_ontologies/')).body.data).toContain('shop');
  expect(await codeOf(whole, READ)).toBe('auth_forbidden');
  expect((await limited.get('get_ontologies/')).body.data).toEqual([]);
});

it('is named in the audit log with its user', async () => {
  expect((await admin.sql('SELECT * FROM svc.sys_audit')).text).toContain('"admin#report"');
});

describe('CREATE TOKEN', () => {
  const SYSTEM = { ontology: 'system' };
  /** Creates a token and returns it with the other columns of the only row. */
  async function create(client: Client, statement: string): Promise<{ token: string; name: string; expires: string }> {
    const [row, ...others] = await client.select(statement, SYSTEM);
    expect(others).toEqual([]);
    return row as { token: string; name: string; expires: string };
  }
  const days = (expires: string): number =>
    Math.round((Date.parse(`${expires.replace(' ', 'T')}Z`) - Date.now()) / 86_400_000);
  let ben: Client;

  beforeAll(async () => {
    rowsOf(await admin.sql("CREATE USER ben PASSWORD 'of ben'; GRANT QUERY ON ontology.world TO USER ben", SYSTEM));
    const user = await service.app.get(UsersService).get(OPERATOR, { name: 'ben' });
    ben = new Client(service.api, await service.app.get(TokensService).issue(user));
  });

  it('returns a token of oneself with the limits of its options, once', async () => {
    const made = await create(
      ben,
      "CREATE TOKEN 'bi' FOR USER BEN OPTIONS (read_only = 'true', ontologies = 'World', ttl = '90d')",
    );
    expect([made.name, days(made.expires)]).toEqual(['bi', 90]);
    expect(made.token).toMatch(/^tk_[0-9a-f]{64}$/);
    const client = new Client(service.api, made.token);
    expect(await client.select(READ)).toHaveLength(1);
    expect(await codeOf(client, 'REVOKE TOKENS FROM USER ben', 'system')).toBe('auth_forbidden');
    expect((await client.get('get_ontologies/')).body.data).toEqual(['world']);
    const listed = await ben.sql('SHOW TOKENS FOR ben', SYSTEM);
    expect(listed.text).toContain('"bi"');
    expect(listed.text).not.toContain(made.token);
    rowsOf(await ben.sql("REVOKE TOKEN 'bi' FROM USER ben", SYSTEM));
    expect(await codeOf(client, READ)).toBe('auth_missing_credentials');
  });

  it('lasts as long as other tokens, with all rights of the user, without options', async () => {
    const { token, expires } = await create(ben, "CREATE TOKEN 'plain' FOR USER ben");
    expect(days(expires)).toBe(30);
    expect(await codeOf(new Client(service.api, token), "REVOKE TOKEN 'plain' FROM USER ben", 'system')).toBe('none');
  });

  it('creates tokens of others for administrators only', async () => {
    const { token } = await create(admin, "CREATE TOKEN 'by admin' FOR USER ben OPTIONS (ttl = '1h')");
    const client = new Client(service.api, token);
    expect(await codeOf(client, 'SHOW TOKENS FOR ben', 'system')).toBe('none');
    expect(await codeOf(client, 'SHOW TOKENS FOR admin', 'system')).toBe('auth_forbidden');
    expect(await codeOf(ben, "CREATE TOKEN 'x' FOR USER admin", 'system')).toBe('auth_forbidden');
    expect(await codeOf(ben, "CREATE TOKEN 'x' FOR USER nobody", 'system')).toBe('auth_forbidden');
    expect(await codeOf(admin, "CREATE TOKEN 'x' FOR USER nobody", 'system')).toBe('account_unknown');
  });

  it('is rejected for limited tokens and impersonators', async () => {
    for (const terms of [{ isReadOnly: true }, { ontologies: ['world'] }])
      expect(await codeOf(await issue('limited', terms), "CREATE TOKEN 'x' FOR USER admin", 'system')).toBe(
        'auth_forbidden',
      );
    const headers = { 'x-api-key': service.token, 'x-api-impersonate-user': 'ben', 'content-type': 'application/json' };
    for (const query of ["CREATE TOKEN 'x' FOR USER ben", 'SHOW TOKEN FOR ben']) {
      const body = JSON.stringify({ ontology_name: 'system', query });
      const response = await fetch(`${service.api}/query/`, { method: 'POST', headers, body });
      expect([response.status, await response.text()]).toEqual([403, expect.not.stringContaining('tk_')]);
    }
  });

  it('is created by SHOW TOKEN as well, named after its caller, at most 100 times', async () => {
    const [row, ...others] = await ben.select('SHOW TOKEN FOR ben', SYSTEM);
    expect([Object.keys(row!), others]).toEqual([['token'], []]);
    const { token } = row as { token: string };
    expect(await new Client(service.api, token).select(READ)).toHaveLength(1);
    expect(await codeOf(ben, 'SHOW TOKEN FOR admin', 'system')).toBe('auth_forbidden');
    expect(await codeOf(ben, 'SHOW TOKEN FOR ben; SHOW ONTOLOGIES', 'system')).toBe('statement_malformed');
    expect(await codeOf(await issue('limited', { isReadOnly: true }), 'SHOW TOKEN FOR admin', 'system')).toBe('auth_forbidden'); // prettier-ignore
    rowsOf(await admin.sql('SHOW TOKEN FOR ben', SYSTEM));
    const names = async () => (await ben.select('SHOW TOKENS FOR ben', SYSTEM)).map(({ name }) => name);
    expect(await names()).toEqual(expect.arrayContaining(['SHOW TOKEN by ben', 'SHOW TOKEN by admin']));
    await Promise.all(Array.from({ length: 97 }, () => ben.select('SHOW TOKEN FOR ben', SYSTEM)));
    const last = await Promise.all([codeOf(ben, 'SHOW TOKEN FOR ben', 'system'), codeOf(ben, 'SHOW TOKEN FOR ben', 'system')]); // prettier-ignore
    expect(last.sort()).toEqual(['account_bad_value', 'none']);
    for (const name of ['ben', 'admin'])
      rowsOf(await admin.sql(`REVOKE TOKEN 'SHOW TOKEN by ${name}' FROM USER ben`, SYSTEM));
    expect(await codeOf(new Client(service.api, token), READ)).toBe('auth_missing_credentials');
  });

  it.each(["CREATE TOKEN 'x' FOR USER ben; SHOW ONTOLOGIES", "CREATE ROLE late; CREATE TOKEN 'x' FOR USER ben", "CREATE TOKEN 'x' FOR USER ben; CREATE TOKEN 'y' FOR USER ben"])(
    'is the only statement of a request: %s',
    async (statements) => {
      expect(await codeOf(admin, statements, 'system')).toBe('statement_malformed');
    },
  ); // prettier-ignore

  it('is rejected in dry runs and with asynchronous answers', async () => {
    const statement = "CREATE TOKEN 'dry' FOR USER admin";
    const headers = { 'x-api-key': service.token, 'content-type': 'application/json', 'x-dry-run': 'true' };
    const body = JSON.stringify({ ontology_name: 'system', query: statement });
    const response = await fetch(`${service.api}/query/`, { method: 'POST', headers, body });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('request_malformed')]);
    const text = new TextClient(service, service.token);
    const { json } = await text.query(statement, { 'x-async': 'true' });
    const path = `get-async-results/${(json as { response_id: string }).response_id}`;
    await waitFor(async () => !(await text.get(path)).text.includes('"running"'));
    expect((await admin.sql('SHOW TOKENS FOR admin', SYSTEM)).text).not.toContain('"dry"');
  });

  it.each([
    ["read_only = 'maybe'", 'read_only'],
    ["read_only = 'constructor'", 'read_only'],
    ["ontologies = 'world,,shop'", 'ontologies'],
    ["ttl = '4000d'", 'ttl'],
    ['ttl = 0', 'ttl'],
    ["ttl = 'soon'", 'ttl'],
    ["readonly = 'true'", 'read_only'],
  ])('rejects the option %s with its place', async (option, named) => {
    const { status, text, body } = await ben.sql(`CREATE TOKEN 'x' FOR USER ben OPTIONS (${option})`, SYSTEM);
    expect([status, body.error?.code]).toEqual([400, 'account_bad_value']);
    expect(text).toContain(named);
    expect(body.error?.position).toBeDefined();
  });

  it('rejects unknown ontologies and long names', async () => {
    expect(await codeOf(ben, "CREATE TOKEN 'x' FOR USER ben OPTIONS (ontologies = 'wrld')", 'system')).toBe(
      'ontology_unknown',
    );
    expect(await codeOf(ben, `CREATE TOKEN '${'x'.repeat(129)}' FOR USER ben`, 'system')).toBe('account_bad_value');
  });

  it('is in the audit log without the token', async () => {
    const { token } = await create(admin, "CREATE TOKEN 'audited' FOR USER ben");
    const rows = await admin.select("SELECT * FROM svc.sys_audit WHERE statement LIKE 'CREATE TOKEN%'", SYSTEM);
    expect(rows.at(-1)).toMatchObject({ user_name: 'admin', statement: 'CREATE TOKEN ? FOR USER ben' });
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
