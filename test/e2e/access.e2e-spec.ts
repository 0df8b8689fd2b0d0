import { addUserWith } from '../support/add-user';
import { Client, type Row, rowsOf } from '../support/client';
import { defineSource } from '../support/define-source';
import { type RunningService, startService } from '../support/service';

const shop = { ontology: 'shop' };
const TABLES = [
  'CREATE TABLE people (id INTEGER, name VARCHAR, email VARCHAR, phone VARCHAR, city VARCHAR, income INTEGER)',
  "INSERT INTO people VALUES (1, 'Ida', 'ida@example.org', '+47 1', 'Oslo', 10), (2, 'Jon', 'jon@example.org', '+47 2', 'Bergen', 90)",
  'CREATE TABLE workers (id INTEGER, name VARCHAR, email VARCHAR, phone VARCHAR, city VARCHAR, income INTEGER)',
  "INSERT INTO workers VALUES (3, 'Kai', 'kai@example.org', '+47 3', 'Oslo', 95), (4, 'Lea', 'lea@example.org', '+47 4', 'Bergen', 20)",
  'CREATE TABLE nicks (id INTEGER, nick VARCHAR)',
  "INSERT INTO nicks VALUES (1, 'I'), (3, 'K')",
];
const MODEL = `CREATE PROPERTY phone string; ALTER PROPERTY phone UPDATE TAG classification = 'PII';
  CREATE PROPERTY greeting string AS SELECT CONCAT('Dear ', email);
  CREATE CONCEPT person (id integer, name string, email string, phone string, city string, income integer, greeting string, PRIMARY KEY (id), CONSTRAINT nick MULTIVALUE string);
  CREATE CONCEPT worker INHERITS (person);
  CREATE CONCEPT rich INHERITS (person) FROM svc.person WHERE income > 50;
  CREATE CONCEPT island (id integer, name string, PRIMARY KEY (id));
  CREATE VIEW names AS SELECT name FROM person;
  CREATE MAPPING people INTO (person) AS SELECT id, name, email, phone, city, income FROM people;
  CREATE MAPPING workers INTO (worker) AS SELECT id, name, email, phone, city, income FROM workers;
  CREATE MAPPING nicks INTO (person) AS SELECT id, nick FROM nicks;
  CREATE ROLE clerk; CREATE ROLE north; CREATE ROLE open; CREATE ROLE oslo; CREATE ROLE thrift;
  CREATE POLICY hide_income MASK PROPERTY income OF worker WITH \`null\`() EXCEPT ROLE clerk;
  CREATE POLICY hide_city MASK PROPERTY city OF rich WITH constant('hidden') EXCEPT ROLE clerk;
  CREATE POLICY hide_nick MASK PROPERTY nick OF worker WITH constant('hidden') EXCEPT ROLE clerk;
  CREATE POLICY hide_name MASK PROPERTY name WITH partial('1', '0') EXCEPT ROLE clerk, north;
  CREATE POLICY in_oslo FILTER person WHERE city = 'Oslo' TO ROLE oslo;
  CREATE POLICY low FILTER worker WHERE income < 50 TO ROLE thrift;`;

/** Users who see all entities, by their grants; none of them is an administrator. */
const MASKED: Readonly<Record<string, readonly string[]>> = {
  plain: ['GRANT QUERY ON ontology.shop'],
  clerk_ana: ['GRANT QUERY ON ontology.shop', 'GRANT ROLE clerk'],
  north_bo: ['GRANT QUERY ON ontology.shop', 'GRANT ROLE north'],
  open_eva: ['GRANT QUERY ON ontology.shop', 'GRANT ROLE open'],
};
/** Users who see some of the entities only. */
const FILTERED: Readonly<Record<string, readonly string[]>> = {
  in_oslo: ['GRANT QUERY ON ontology.shop', 'GRANT ROLE oslo', 'GRANT ROLE north'],
  in_both: ['GRANT QUERY ON ontology.shop', 'GRANT ROLE oslo', 'GRANT ROLE thrift'],
};
const CONCEPTS = ['person', 'worker', 'rich'];
const PROPERTIES = ['name', 'email', 'phone', 'city', 'income', 'greeting', 'nick'];

describe('SHOW ACCESS', () => {
  let service: RunningService;
  let admin: Client;
  const users = new Map<string, Client>();
  beforeAll(async () => {
    service = await startService({ CHECK_MAPPINGS: 'off' });
    admin = new Client(service.api, service.token);
    await defineSource(service, 'duckdb', { ontology: 'shop', tables: TABLES, script: MODEL });
    rowsOf(await admin.sql('GRANT UNMASK ON ontology.shop TO ROLE open', { ontology: 'system' }));
    for (const [name, grants] of Object.entries({ ...MASKED, ...FILTERED }))
      users.set(name, await addUserWith(service, name, ...grants));
  }, 60_000);
  afterAll(() => service.close());

  const access = (concept: string, user: string, client = admin): Promise<readonly Row[]> =>
    client.select(`SHOW ACCESS TO ${concept} FOR USER ${user}`, shop);
  const stateOf = (rows: readonly Row[], object: string): unknown => rows.find((row) => row.object === object)?.access;

  /** Compares the values that a user reads with those that an administrator reads, for the entities that the user sees. */
  async function compare(client: Client, concept: string, property: string): Promise<string> {
    const select = `SELECT id, ${property} FROM ${concept} ORDER BY id, ${property}`;
    const own = await client.select(select, shop);
    const all = await admin.select(select, shop);
    const known = own.filter(({ id }) => all.some((row) => row.id === id && row[property] !== null));
    const masked = known.filter((row) => !all.some((real) => real.id === row.id && real[property] === row[property]));
    if (masked.length === 0) return 'plain';
    return masked.length === known.length ? 'masked' : 'masked for some';
  }

  it('says of every property what the answers of the user show', async () => {
    const shown: Record<string, unknown> = {};
    const seen: Record<string, string> = {};
    for (const name of Object.keys(MASKED)) {
      for (const concept of CONCEPTS) {
        const rows = await access(concept, name);
        for (const property of PROPERTIES) {
          const key = `${name} ${concept} ${property}`;
          shown[key] = stateOf(rows, `property \`${property}\``);
          seen[key] = await compare(users.get(name)!, concept, property);
        }
      }
    }
    expect(new Set(Object.values(seen))).toEqual(new Set(['plain', 'masked', 'masked for some']));
    expect(shown).toEqual(seen);
  });

  it('says of the entities whether the user sees all of them', async () => {
    for (const [name, client] of users) {
      for (const concept of CONCEPTS) {
        const count = `SELECT COUNT(*) AS n FROM ${concept}`;
        const isAll = (await client.select(count, shop))[0]?.n === (await admin.select(count, shop))[0]?.n;
        expect([name, concept, stateOf(await access(concept, name), 'entities')]).toEqual([name, concept, isAll ? 'all' : 'some']); // prettier-ignore
      }
    }
  });

  it('returns the reasons: grants, roles, policies, tags and names', async () => {
    expect(await access('worker', 'in_oslo')).toEqual([
      row('schema `svc`', 'query', 'QUERY ON ontology.`shop`'),
      row('schema `esvc`', 'query', 'QUERY ON ontology.`shop`'),
      row('schema `dsvc`', 'query', 'QUERY ON ontology.`shop`'),
      row('schema `vsvc`', 'query', 'QUERY ON ontology.`shop`'),
      row('entities', 'some', 'policies of one concept are combined with OR, those of different concepts with AND'),
      row('policy `in_oslo`', 'applied', "entities of `person` WHERE `city` = 'Oslo', for role `oslo`"),
      row('policy `low`', 'not applied', 'for other roles: `thrift`'),
      row('property `id`', 'plain', 'nothing masks it'),
      row('property `name`', 'plain', 'policy `hide_name` excepts `north`'),
      row('property `email`', 'masked', 'MASK_COLUMNS lists a part of its name'),
      row('property `phone`', 'masked', 'its tag `classification` is PII'),
      row('property `city`', 'masked for some', '`worker`: nothing masks it; `rich`: policy `hide_city` (constant)'),
      row('property `income`', 'masked', 'policy `hide_income` (null)'),
      row('property `greeting`', 'masked', 'calculated from masked properties'),
      row('property `nick`', 'masked', 'policy `hide_nick` (constant)'),
    ]);
    const open = await access('person', 'open_eva');
    expect(open.find(({ object }) => object === 'property `email`')).toEqual(row('property `email`', 'plain', 'UNMASK ON ontology.`shop` of role `open`')); // prettier-ignore
    await addUserWith(service, 'shallow', 'GRANT QUERY ON ontology.shop.schema.svc');
    expect((await access('person', 'shallow')).slice(0, 3)).toEqual([
      row('schema `svc`', 'query', 'QUERY ON ontology.`shop`.schema.`svc`'),
      row('schema `esvc`', 'none', 'no grant of QUERY ON ontology.`shop`.schema.`esvc`'),
      row('schema `dsvc`', 'none', 'no grant of QUERY ON ontology.`shop`.schema.`dsvc`'),
    ]);
    expect((await access('island', 'plain')).slice(4)).toEqual([
      row('entities', 'all', 'no filter policy applies'),
      row('property `id`', 'plain', 'nothing masks it'),
      row('property `name`', 'masked', 'policy `hide_name` (partial)'),
    ]);
  });

  it('reports a disabled user first', async () => {
    const leaver = await addUserWith(service, 'leaver', 'GRANT QUERY ON ontology.shop');
    rowsOf(await admin.sql('ALTER USER leaver DISABLE', { ontology: 'system' }));
    expect((await access('person', 'leaver'))[0]).toEqual(row('user', 'none', 'the user is disabled'));
    expect((await leaver.get('get_ontologies')).status).toBe(401);
  });

  it('needs ADMIN on the ontology, and follows changes at once', async () => {
    const editor = await addUserWith(service, 'editor', 'GRANT EDIT ON ontology.shop', 'GRANT QUERY ON ontology.shop');
    const refused = await editor.sql('SHOW ACCESS TO person FOR USER plain', shop);
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'auth_forbidden']);
    const owner = await addUserWith(service, 'owner', 'GRANT ADMIN ON ontology.shop');
    expect(stateOf(await access('person', 'plain', owner), 'property `name`')).toBe('masked');
    rowsOf(await admin.sql('CREATE ROLE trusted; GRANT ROLE trusted TO USER plain; GRANT UNMASK ON ontology.shop TO ROLE trusted', { ontology: 'system' })); // prettier-ignore
    expect(stateOf(await access('person', 'plain', owner), 'property `name`')).toBe('plain');
    rowsOf(await admin.sql('DROP ROLE trusted', { ontology: 'system' }));
    expect(stateOf(await access('person', 'plain', owner), 'property `name`')).toBe('masked');
  });

  it.each([
    ['SHOW ACCESS TO persn FOR USER plain', 'ontology_unknown_definition', 'did you mean "person"?', 16],
    [
      'SHOW ACCESS TO names FOR USER plain',
      'ontology_unknown_definition',
      'this is a view: ask for the concepts that it reads',
      16,
    ],
    ['SHOW ACCESS TO person FOR USER plane', 'account_unknown', 'did you mean "plain"?', 32],
    ['SHOW ACCESS person FOR USER plain', 'statement_malformed', undefined, 13],
  ])('rejects %s', async (text, code, hint, column) => {
    const { body } = await admin.sql(text, shop);
    expect(body.error).toMatchObject({ code, position: { line: 1, column } });
    expect(body.error?.hint).toBe(hint);
  });
});

describe('SHOW ROLES and SHOW PERMISSIONS', () => {
  let service: RunningService;
  let admin: Client;
  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    await defineSource(service, 'duckdb', { ontology: 'shop', tables: TABLES, script: 'CREATE ROLE clerk; CREATE ROLE unused' }); // prettier-ignore
    rowsOf(await admin.sql('CREATE ONTOLOGY other', { ontology: 'system' }));
    await addUserWith(service, 'ana', 'GRANT QUERY ON ontology.shop.schema.vsvc', 'GRANT ROLE clerk');
    await addUserWith(service, 'bo', 'GRANT ROLE clerk', 'GRANT EDIT ON ALL USER', 'GRANT QUERY ON ALL DATASOURCE');
    rowsOf(await admin.sql('GRANT UNMASK ON ontology.shop TO ROLE clerk; GRANT AUTH ON user.ana TO USER bo', { ontology: 'system' })); // prettier-ignore
  }, 60_000);
  afterAll(() => service.close());

  const clientOf = (name: string, ...grants: readonly string[]): Promise<Client> => addUserWith(service, name, ...grants); // prettier-ignore

  it('lists roles with their users, for those who may list users', async () => {
    expect(await admin.select('SHOW ROLES', shop)).toEqual([
      { name: 'clerk', users: 'ana, bo' },
      { name: 'public', users: '' },
      { name: 'unused', users: '' },
    ]);
    const reader = await clientOf('reader', 'GRANT QUERY ON ALL USER');
    expect(await reader.select('SHOW ROLES', { ontology: 'system' })).toHaveLength(3);
    const owner = await clientOf('manager', 'GRANT ADMIN ON ontology.shop');
    expect(await owner.sql('SHOW ROLES', shop)).toMatchObject({ status: 403, body: { error: { code: 'auth_forbidden' } } }); // prettier-ignore
  });

  it('lists exactly the grants that the caller can revoke', async () => {
    const all = await admin.select('SHOW PERMISSIONS', shop);
    expect(all).toEqual(expect.arrayContaining([
      { grantee_type: 'user', grantee: 'bo', permission: 'EDIT', resource: 'ALL USER' },
      { grantee_type: 'user', grantee: 'bo', permission: 'QUERY', resource: 'ALL DATASOURCE' },
      { grantee_type: 'user', grantee: 'bo', permission: 'AUTH', resource: 'user.`ana`' },
      { grantee_type: 'role', grantee: 'public', permission: 'ACCESS', resource: 'ontology.`other`' },
    ])); // prettier-ignore
    const owner = await clientOf('owner', 'GRANT ADMIN ON ontology.shop');
    const own = await owner.select('SHOW PERMISSIONS', shop);
    expect(own).toEqual(expect.arrayContaining([
      { grantee_type: 'user', grantee: 'ana', permission: 'QUERY', resource: 'ontology.`shop`.schema.`vsvc`' },
      { grantee_type: 'role', grantee: 'clerk', permission: 'UNMASK', resource: 'ontology.`shop`' },
    ])); // prettier-ignore
    for (const { grantee_type: kind, grantee, permission, resource } of all) {
      const again = `GRANT ${String(permission)} ON ${String(resource)} TO ${String(kind)} ${String(grantee)}`;
      const isListed = own.some((row) => row.resource === resource);
      const { status } = await owner.sql(again, { ontology: 'system' });
      expect([again, status === 200]).toEqual([again, isListed]);
    }
    expect(await admin.select('SHOW PERMISSIONS', shop)).toHaveLength(all.length + 1);
  });

  it('lists nothing for callers without ADMIN on anything', async () => {
    const editor = await clientOf('plain', 'GRANT EDIT ON ontology.shop');
    expect(await editor.select('SHOW PERMISSIONS', shop)).toEqual([]);
  });
});

function row(object: string, access: string, reason: string): Row {
  return { object, access, reason };
}
