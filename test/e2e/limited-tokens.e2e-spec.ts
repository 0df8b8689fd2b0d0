import { OPERATOR, TokensService, UsersService } from '../../src/auth';
import { Client } from '../support/client';
import { type RunningService, startService } from '../support/service';

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

it('is named in the audit log with its user', async () => {
  expect((await admin.sql('SELECT * FROM svc.sys_audit')).text).toContain('"admin#report"');
});
