import { OPERATOR, UsersService } from '../../src/auth';
import { addUser, addUserWith } from '../support/add-user';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';

let service: RunningService;
let admin: Client;
let portal: Client;
const as = (user: string) => ({ headers: { 'x-api-impersonate-user': user } });
const MASKED = "SELECT calling_code FROM country WHERE name = 'Fiji'";
const runSystem = async (statement: string) => rowsOf(await admin.sql(statement, { ontology: 'system' }));

beforeAll(async () => {
  service = await startService({ DATABASE_URL: '', RESULT_CACHE_BYTES: '1000000' });
  admin = new Client(service.api, service.token);
  await addUser(service, { name: 'ana', ontology: 'world' }, 'GRANT UNMASK ON ontology.world');
  await addUser(service, { name: 'ben', ontology: 'world' });
  await runSystem(
    "CREATE USER cy PASSWORD 'x' OPTIONS (email = 'cy@example.org'); GRANT QUERY ON ontology.world TO USER cy",
  );
  portal = await addUserWith(
    service,
    'portal',
    'GRANT AUTH ON user.ana',
    'GRANT AUTH ON user.ben',
    'GRANT AUTH ON user.cy',
  );
});

afterAll(() => service.close());

it('runs with the rights and masks of the other user only', async () => {
  expect((await portal.sql(MASKED)).status).toBe(403);
  expect(await portal.select(MASKED, as('ana'))).toEqual([{ calling_code: '+679' }]);
  expect(await portal.select(MASKED, as('BEN'))).toEqual([{ calling_code: 'XXXXXXXXX' }]);
  expect(await portal.select(MASKED, as('CY@example.org'))).toEqual([{ calling_code: 'XXXXXXXXX' }]);
  expect(await portal.select(MASKED, as('ana'))).toEqual([{ calling_code: '+679' }]);
  const filter = `q/world/concept/country?_subj_=name&_op_=eq&_comp_=Fiji&_select_=calling_code`;
  const shown = async (user: string) => rowsOf(await portal.get(filter, as(user).headers));
  expect([await shown('ana'), await shown('ben'), await shown('ana')]).toEqual([
    [{ calling_code: '+679' }],
    [{ calling_code: 'XXXXXXXXX' }],
    [{ calling_code: '+679' }],
  ]);
});

it('needs AUTH on exactly this user, which ADMIN does not include, and rejects all others alike', async () => {
  const refused = await portal.sql(MASKED, as('admin'));
  expect([refused.status, refused.body.error?.code]).toEqual([403, 'auth_forbidden']);
  for (const user of ['nobody', '', 'portal', 'ana, ben', 'nobody@example.org']) {
    const answer = await portal.sql(MASKED, as(user));
    expect([answer.status, answer.body.data]).toEqual([403, refused.body.data]);
  }
  expect((await admin.sql(MASKED, as('ana'))).status).toBe(403);
  expect((await new Client(service.api, 'tk_1').sql(MASKED, as('ana'))).status).toBe(401);
});

it('ends at once when the user is disabled, dropped, or the right is revoked', async () => {
  const users = service.app.get(UsersService);
  const status = async () => (await portal.sql(MASKED, as('cy'))).status;
  await users.setDisabled(OPERATOR, { name: 'cy' }, true);
  expect(await status()).toBe(403);
  await users.setDisabled(OPERATOR, { name: 'cy' }, false);
  expect(await status()).toBe(200);
  await runSystem('REVOKE AUTH ON user.cy FROM USER portal');
  expect(await status()).toBe(403);
  await runSystem('GRANT AUTH ON user.cy TO USER portal; DROP USER cy');
  await runSystem("CREATE USER cy PASSWORD 'x'; GRANT QUERY ON ontology.world TO USER cy");
  expect(await status()).toBe(403);
});

it('is granted by administrators only, on users only', async () => {
  const grant = async (client: Client, statement: string) =>
    (await client.sql(statement, { ontology: 'system' })).body.error?.code;
  expect(await grant(portal, 'GRANT AUTH ON user.ana TO USER ben')).toBe('auth_forbidden');
  expect(await grant(admin, 'GRANT AUTH ON ALL TO USER ben')).toBe('account_bad_value');
  expect(await grant(admin, 'GRANT ADMIN ON user.ana TO USER ben')).toBe('account_bad_value');
  expect(await grant(admin, 'GRANT AUTH ON user.nobody TO USER ben')).toBe('account_unknown');
});

it('is in the audit log with both users', async () => {
  await portal.sql(MASKED, as('ana'));
  expect((await admin.sql('SELECT * FROM svc.sys_audit')).text).toContain('"portal/ana"');
});
