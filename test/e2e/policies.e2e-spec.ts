import { addUserWith } from '../support/add-user';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';

const shop = { ontology: 'shop' };
const MODEL = `CREATE ROLE support; CREATE ROLE north;
  CREATE CONCEPT client (id integer, mail string, city string, PRIMARY KEY (id));
  CREATE POLICY hide_mail MASK PROPERTY mail WITH constant('of whom we speak') EXCEPT ROLE support;
  CREATE POLICY near FILTER client WHERE city <> 'the secret city' TO ROLE north`;

describe('policies', () => {
  let service: RunningService;
  let admin: Client;
  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    rowsOf(await admin.sql(`CREATE ONTOLOGY shop; CREATE ONTOLOGY stall`, { ontology: 'system' }));
    rowsOf(await admin.sql(MODEL, shop));
  });
  afterAll(() => service.close());

  const addEditor = (name: string, ...rights: readonly string[]): Promise<Client> =>
    addUserWith(service, name, ...rights.map((right) => `GRANT ${right} ON ontology.shop`));
  const read = async (client: Client, what: string): Promise<string> => JSON.stringify(await client.select(what, shop));

  it('are shown, in scripts and in the history, to those with EDIT', async () => {
    const editor = await addEditor('editor', 'EDIT');
    const reader = await addEditor('reader', 'QUERY', 'UNMASK');
    for (const what of ['SHOW CREATE ONTOLOGY shop', 'SHOW HISTORY']) {
      const all = await read(admin, what);
      expect(all).toMatch(/of whom we speak.*the secret city/);
      expect(await read(editor, what)).toBe(all);
      const shown = await read(reader, what);
      expect(shown).toContain('CONCEPT `client`');
      expect(shown).not.toMatch(/POLICY|of whom we speak|secret city|north|support/);
    }
  });

  it('keep the roles that they name from being dropped', async () => {
    const refusal = async (text: string, ontology = 'system') => {
      const { status, body } = await admin.sql(text, { ontology });
      return [status, body.error?.code, body.data];
    };
    const named = (policy: string, role: string) => [
      409,
      'ontology_in_use',
      `policy "${policy}" of ontology "shop" names the role "${role}"`,
    ];
    expect(await refusal('DROP ROLE North')).toEqual(named('near', 'North'));
    expect(await refusal('CREATE ROLE other; DROP ROLE support', 'stall')).toEqual(named('hide_mail', 'support'));
    expect(await refusal('DROP ROLE other')).toEqual([404, 'account_unknown', 'unknown role "other"']);
    rowsOf(await admin.sql('DROP POLICY near; DROP ROLE north', shop));
    rowsOf(await admin.sql('DROP ONTOLOGY shop; DROP ROLE support', { ontology: 'system' }));
  });
});
