import { addUserWith } from '../support/add-user';
import { Client, type Row, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';

const system = { ontology: 'system' };

describe('a dry run of account statements', () => {
  let service: RunningService;
  let admin: Client;
  let owner: Client;
  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    rowsOf(await admin.sql("CREATE ONTOLOGY shop; CREATE ROLE clerk; CREATE USER ana PASSWORD 'pw of the user ana'", system)); // prettier-ignore
    owner = await addUserWith(service, 'owner', 'GRANT ADMIN ON ontology.shop');
  }, 60_000);
  afterAll(() => service.close());

  const state = async (): Promise<readonly (readonly Row[])[]> =>
    Promise.all(['SHOW USERS', 'SHOW ROLES', 'SHOW PERMISSIONS', 'SHOW ONTOLOGIES'].map((text) => admin.select(text, system))); // prettier-ignore
  const run = async (client: Client, text: string, isDry: boolean) => {
    const { status, body } = await client.sql(text, { ...system, headers: isDry ? { 'x-dry-run': 'true' } : {} });
    return [status, body.error?.code];
  };

  it.each([
    ['owner', 'REVOKE ADMIN ON ALL FROM USER admin'],
    ['owner', 'GRANT QUERY ON ALL TO USER ana'],
    ['owner', 'CREATE ROLE other'],
    ['owner', 'GRANT QUERY ON ontology.other TO USER ana'],
    ['admin', 'CREATE ROLE clerk'],
    ['admin', 'DROP USER nobody'],
    ['admin', 'GRANT ROLE clerk TO USER nobody'],
    ['admin', 'GRANT QUERY ON ontology.shop TO ROLE clrk'],
    ['admin', 'REVOKE QUERY ON ontology.shop FROM ROLE clerk'],
    ['admin', 'DROP ROLE clerk; GRANT ROLE clerk TO USER ana'],
    ['admin', 'ALTER USER admin DISABLE'],
    ['admin', 'CREATE ONTOLOGY late; GRANT QUERY ON ontology.lat TO ROLE clerk'],
  ])('is refused as the statements are: %s sends %s', async (user, text) => {
    const client = user === 'admin' ? admin : owner;
    const before = await state();
    const dry = await run(client, text, true);
    expect(dry[0]).toBeGreaterThanOrEqual(400);
    expect(await run(client, text, false)).toEqual(dry);
    expect(await state()).toEqual(before);
  });

  it('is accepted where the statements are, and changes nothing', async () => {
    const text = "CREATE ONTOLOGY late; CREATE ROLE new; CREATE USER bo PASSWORD 'pw of the user bo'; GRANT ROLE new TO USER bo; GRANT QUERY ON ontology.late TO ROLE new; DROP ROLE clerk"; // prettier-ignore
    const before = await state();
    expect(await run(admin, text, true)).toEqual([200, undefined]);
    expect(await state()).toEqual(before);
    expect((await admin.get('get_ontology/late')).status).toBe(404);
    expect(await run(admin, text, false)).toEqual([200, undefined]);
    expect((await state())[1]).toEqual([
      { name: 'new', users: 'bo' },
      { name: 'public', users: '' },
    ]);
    expect((await admin.get('get_ontology/late')).status).toBe(200);
  });
});
