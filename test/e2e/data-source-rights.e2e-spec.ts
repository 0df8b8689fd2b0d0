import { Client, rowsOf } from '../support/client';
import { getToken, type RunningService, startService } from '../support/service';
import { makeBearer } from '../support/bearer';

const NEAR = "CREATE DATASOURCE near TYPE duckdb OPTIONS (path = 'near.duckdb')";
const FAR = `OPTIONS (host = 'far.invalid', port = '3306', database = 'd', user = 'u', password = 'p')`;

/** Every way by which a data source comes to be, or comes to lead elsewhere; `$v` is a version that had two of them. */
const WAYS: readonly string[] = [
  "RESTORE ONTOLOGY shop TO VERSION '$v'",
  "CREATE DATASOURCE d TYPE files OPTIONS (path = 'x.csv')",
  `CREATE DATASOURCE d TYPE mysql ${FAR}`,
  `CREATE OR REPLACE DATASOURCE near TYPE mysql ${FAR}`,
  "CREATE OR REPLACE DATASOURCE near TYPE duckdb OPTIONS (path = 'near.duckdb')",
  `DROP DATASOURCE near; ${NEAR}`,
  `CREATE OR REPLACE ONTOLOGY shop; ${NEAR}`,
  `CREATE ONTOLOGY another; ${NEAR}`,
  `CREATE PROPERTY harmless string; CREATE DATASOURCE d TYPE duckdb OPTIONS (path = 'd.duckdb'); ALTER DATASOURCE d SET ACTIVE`,
  `DROP ONTOLOGY shop; CREATE ONTOLOGY shop; ${NEAR}`,
];

/** What needs no such right: ADMIN on the ontology is enough. */
const OTHERS: readonly string[] = [
  'CREATE OR REPLACE PROPERTY name string',
  'CREATE OR REPLACE CONCEPT item (id integer, PRIMARY KEY (id))',
  'CREATE OR REPLACE MAPPING items INTO (item) USING near AS SELECT id FROM items',
  'ALTER DATASOURCE near SET ACTIVE',
  "ALTER ONTOLOGY shop SET DESCRIPTION = 'x'",
  "RESTORE ONTOLOGY shop TO VERSION '$now'",
  'DROP DATASOURCE near CASCADE',
];

describe('the right to define data sources', () => {
  let service: RunningService;
  let admin: Client;
  let author: Client;
  let former: string;

  const versionNow = async (): Promise<string> =>
    String((await admin.select('SHOW HISTORY', { ontology: 'shop' }))[0]?.version);
  const sourcesOf = (ontology: string) => admin.select('SHOW DATASOURCES', { ontology });
  const ask = async (statements: string) =>
    author.sql(statements.replace('$v', former).replace('$now', await versionNow()), { ontology: 'shop' });

  beforeEach(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    rowsOf(
      await admin.sql(
        `CREATE ONTOLOGY shop; ${NEAR}; CREATE DATASOURCE far TYPE mysql ${FAR};
        CREATE USER ana PASSWORD 'of ana'; GRANT ADMIN ON ontology.shop TO USER ana; GRANT CREATE ON ALL TO USER ana`,
        { ontology: 'system' },
      ),
    );
    former = await versionNow();
    rowsOf(await admin.sql('DROP DATASOURCE far', { ontology: 'shop' }));
    author = new Client(service.api, await getToken(service.api, makeBearer('ana', 'of ana', service.salt)));
  }, 30_000);
  afterEach(() => service.close());

  it('is needed for each way to create one, in addition to ADMIN on the ontology and CREATE', async () => {
    const before = await sourcesOf('shop');
    const through: string[] = [];
    for (const way of WAYS) {
      const { status, body } = await ask(way);
      if (status !== 403 || !String(body.data).includes('CREATE DATASOURCE')) through.push(`${way}: ${status}`);
    }
    expect(through).toEqual([]);
    expect(await sourcesOf('shop')).toEqual(before);
  });

  it('suffices with ADMIN on the ontology, and grants nothing without it', async () => {
    rowsOf(await admin.sql('GRANT CREATE DATASOURCE ON ALL TO USER ana', { ontology: 'system' }));
    const refused: string[] = [];
    for (const way of WAYS) {
      const { status, text } = await ask(way);
      if (status !== 200) refused.push(`${way}: ${text}`);
      await ask(`CREATE OR REPLACE ONTOLOGY shop; ${NEAR}`);
      await admin.sql('DROP ONTOLOGY another', { ontology: 'system' });
    }
    expect(refused).toEqual([]);
    rowsOf(await admin.sql('REVOKE ADMIN ON ontology.shop FROM USER ana; GRANT EDIT ON ontology.shop TO USER ana', { ontology: 'system' })); // prettier-ignore
    expect((await ask(WAYS[0]!)).status).toBe(403);
  });

  it('is not required for other statements of ADMIN on the ontology', async () => {
    const refused: string[] = [];
    for (const statement of OTHERS) {
      const { status, text } = await ask(statement);
      if (status !== 200) refused.push(`${statement}: ${text}`);
    }
    expect(refused).toEqual([]);
  });

  it('is granted on ALL only, by administrators', async () => {
    expect(await ask('GRANT CREATE DATASOURCE ON ontology.shop TO USER ana')).toMatchObject({
      status: 400,
      body: { data: 'CREATE DATASOURCE can be granted ON ALL only' },
    });
    expect((await ask('GRANT CREATE DATASOURCE ON ALL TO USER ana')).status).toBe(403);
    expect((await ask('REVOKE CREATE DATASOURCE FROM USER ana')).status).toBe(403);
  });
});
