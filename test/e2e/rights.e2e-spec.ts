import { type Answer, Client, rowsOf } from '../support/client';
import { getToken, type RunningService, startService } from '../support/service';
import { makeBearer } from '../support/bearer';
import { shareOf } from '../support/trials';

/** As long as the names that nothing has, so that positions are equal, too. */
const HIDDEN = { ontology: 'hidden_shop', user: 'hidden_user' };
const UNKNOWN = { ontology: 'absent_shop', user: 'absent_user' };

const MODEL = (name: string): string => `CREATE ONTOLOGY ${name} DESCRIPTION 'about ${name}';
  CREATE DATASOURCE ${name}_near TYPE duckdb OPTIONS (path = 'concealed_file.duckdb');
  CREATE DATASOURCE ${name}_far TYPE mysql
    OPTIONS (host = 'concealed-host.invalid', user = 'concealed_login', password = 'concealed_password', database = 'd');
  CREATE CONCEPT ${name}_item (item_id integer, item_email string, PRIMARY KEY (item_id), LABEL (item_email))
    WITH TAGS (${name}_tag = 'x');
  CREATE MAPPING ${name}_items INTO (${name}_item) USING ${name}_far AS SELECT id AS item_id, mail AS item_email FROM items;
  CREATE VIEW ${name}_view AS SELECT item_id FROM dsvc.${name}_item;`;

/** What nobody learns who is not an administrator: names of the hidden ontology, and where the data sources of all of them lie. */
const SECRETS = /hidden_(shop|user|role)|concealed/i;

const GRANTS: readonly (readonly string[])[] = [
  [],
  ['ACCESS ON ontology.open_shop'],
  ['QUERY ON ontology.open_shop'],
  ['QUERY ON ontology.open_shop.schema.vsvc'],
  ['EDIT ON ontology.open_shop'],
  ['UNMASK ON ontology.open_shop'],
  ['ACCESS ON datasource.open_shop.open_shop_near'],
  ['CREATE ON ALL'],
  ['QUERY ON ontology.open_shop', 'EDIT ON ontology.open_shop', 'UNMASK ON ontology.open_shop', 'CREATE ON ALL'],
];

const SYSTEM_TABLES = `sys_ontologies sys_ontology sys_concepts sys_inheritance sys_properties sys_concept_properties
  sys_concept_relationships sys_concept_mappings sys_views sys_view_properties sys_tags sys_permissions sys_lineage sys_audit
  sys_datasource_state`.split(/\s+/);

/** Asked of an ontology: every kind of statement that is about the one which the request addresses. */
const STATEMENTS: readonly string[] = [
  ...SYSTEM_TABLES.map((table) => `SELECT * FROM svc.${table}`),
  ...['thing', 'svc.thing', 'esvc.thing', '$o_item', 'dsvc.$o_itme', 'vsvc.$o_view', 'items', 'information_schema.tables'].flatMap(
    (table) => [`SELECT * FROM ${table}`, `EXPLAIN SELECT * FROM ${table}`, `DESC ${table}`],
  ),
  'SELECT 1',
  'SELECT DATABASE(), USER(), VERSION()',
  'DESCRIBE CONCEPT $o_item',
  'DESCRIBE CONCEPT thing',
  ...['VERSION', 'ONTOLOGIES', 'DATASOURCES', 'CONCEPTS', 'SCHEMAS', 'TAGS', 'HISTORY', 'TABLES', 'TABLES IN vsvc'].map((what) => `SHOW ${what}`),
  'CREATE PROPERTY p string',
  'CREATE CONCEPT c (c_id integer, PRIMARY KEY (c_id))',
  "CREATE DATASOURCE d TYPE duckdb OPTIONS (path = 'd.duckdb')",
  'ALTER DATASOURCE $o_far SET ACTIVE',
  'DROP DATASOURCE $o_far CASCADE',
  'CREATE MAPPING m INTO ($o_item) AS SELECT id AS item_id FROM items',
  'CREATE VIEW v AS SELECT * FROM thing',
  'CREATE POLICY p MASK PROPERTY item_email WITH null()',
  'DROP CONCEPT $o_item',
  'DROP VIEW $o_veiw',
  'SHOW VERSION; CREATE PROPERTY p string',
  'SELECT * FROM $o_item; SELECT 1',
]; // prettier-ignore

/** Statements that name an ontology, whatever the request addresses. */
const NAMING: readonly string[] = [
  'SHOW CREATE ONTOLOGY $o',
  "ALTER ONTOLOGY $o SET DESCRIPTION = 'x'",
  'DROP ONTOLOGY $o',
  "RESTORE ONTOLOGY $o TO VERSION '00000000-0000-0000-0000-000000000000'",
  ...['ACCESS', 'QUERY', 'EDIT', 'ADMIN', 'UNMASK'].flatMap((right) =>
    ['ontology.$o', 'ontology.$o.schema.vsvc', 'datasource.$o.$o_far'].flatMap((thing) => [
      `GRANT ${right} ON ${thing} TO ROLE public`,
      `REVOKE ${right} ON ${thing} FROM ROLE public`,
    ]),
  ),
];

/** About accounts, of which only administrators learn. */
const ACCOUNTS: readonly string[] = [
  'SHOW TOKENS FOR $u',
  'REVOKE TOKENS FROM USER $u',
  "REVOKE TOKEN 'x' FROM USER $u",
  'DROP USER $u',
  "CREATE USER $u PASSWORD 'x'",
  'CREATE ROLE $u',
  'DROP ROLE $u',
  'GRANT ROLE $u TO USER $u',
  'REVOKE ROLE $u FROM USER $u',
  'GRANT QUERY ON ALL TO USER $u',
  'GRANT QUERY ON ontology.open_shop TO USER $u',
  'REVOKE QUERY ON ontology.open_shop FROM USER $u',
];

const ADDRESSES: readonly string[] = [
  'get_ontology/$o',
  'clear_cache/$o',
  ...['thing', '$o_item', '$o_itme'].flatMap((concept) =>
    [
      '',
      '?_explain_=true',
      '?_subj_=item_id&_op_=eq&_comp_=1',
      '?_subj_=item_di&_op_=eq&_comp_=1',
      '?_op_=eq',
      '?_count_=exact',
    ].map((query) => `q/$o/concept/${concept}${query}`),
  ),
  'q/$o/view/$o_view',
  'q/$o/view/$o_veiw?_limit_=1',
  'q/$o/view/$o_item?nested=true',
];

type Ask = (client: Client, names: typeof HIDDEN) => Promise<Answer>;

const fill = (text: string, { ontology, user }: typeof HIDDEN): string =>
  text.replaceAll('$o', ontology).replaceAll('$u', user);

const overStatement =
  (statement: string, address = '$o'): Ask =>
  (client, names) =>
    client.sql(fill(statement, names), { ontology: fill(address, names) });

type Question = readonly [string, Ask];

const QUESTIONS: readonly Question[] = [
  ...ADDRESSES.map((address): Question => [`GET ${address}`, (client, names) => client.get(fill(address, names))]),
  ...['get_ontology/$o', 'clear_cache/$o'].map((address): Question => {
    return [`POST ${address}`, (client, names) => client.post(fill(address, names))];
  }),
  ...STATEMENTS.map((statement): Question => [statement, overStatement(statement)]),
  ...[...NAMING, ...ACCOUNTS].flatMap((statement) =>
    ['system', '$o', 'open_shop'].map((address): Question => {
      return [`${statement} @${address}`, overStatement(statement, address)];
    }),
  ),
  [
    'If-Match',
    (client, { ontology }) => {
      const body = { ontology_name: ontology, query: 'CREATE PROPERTY p string' };
      return client.post('query', body, { 'if-match': 'x' });
    },
  ],
];

/** All of an answer but what differs from request to request, and the name that was asked for. */
function gist({ status, headers, text }: Answer, { ontology, user }: typeof HIDDEN): string {
  const body = text
    .replace(/"request_id":"[^"]*"/, '')
    .replaceAll(ontology, '$o')
    .replaceAll(user, '$u');
  return `${status} ${headers.get('content-type')} ${headers.get('allow')} ${headers.get('etag')} ${body}`;
}

describe('objects that a caller may not see', () => {
  let service: RunningService;
  let admin: Client;
  const callers: (readonly [string, Client])[] = [];

  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    const system = { ontology: 'system' };
    rowsOf(await admin.sql(`${MODEL('open_shop')} ${MODEL('hidden_shop')}`, system));
    const accounts = [
      "CREATE USER hidden_user PASSWORD 'x'",
      'CREATE ROLE hidden_role',
      'REVOKE ACCESS ON ontology.hidden_shop FROM ROLE public',
      'REVOKE ACCESS ON ontology.open_shop FROM ROLE public',
      ...GRANTS.map((_, index) => `CREATE USER caller_${index} PASSWORD 'of ${index}'`),
      ...GRANTS.flatMap((grants, index) => grants.map((grant) => `GRANT ${grant} TO USER caller_${index}`)),
    ];
    rowsOf(await admin.sql(accounts.join(';'), system));
    for (const [index, grants] of GRANTS.entries()) {
      const token = await getToken(service.api, makeBearer(`caller_${index}`, `of ${index}`, service.salt));
      callers.push([grants.join(', ') || 'nothing', new Client(service.api, token)]);
    }
  }, 60_000);
  afterAll(() => service.close());

  it('are answered like objects that do not exist, whatever the request and other grants', async () => {
    const faults: string[] = [];
    for (const [index, [grants, client]] of callers.entries()) {
      for (const [question, ask] of shareOf(QUESTIONS, index)) {
        const hidden = gist(await ask(client, HIDDEN), HIDDEN);
        const unknown = gist(await ask(client, UNKNOWN), UNKNOWN);
        if (hidden !== unknown) faults.push(`${grants}: ${question}: ${hidden} | ${unknown}`);
        if (SECRETS.test(hidden)) faults.push(`${grants}: ${question} names ${hidden}`);
      }
    }
    expect(faults).toEqual([]);
  }, 240_000);

  it('are named in no answer about other objects', async () => {
    const faults: string[] = [];
    const visible = { ontology: 'open_shop', user: 'caller_0' };
    const near = { ontology: 'hidden_shap', user: 'hidden_usr' };
    for (const [index, [grants, client]] of callers.entries()) {
      const answers = [
        await client.get('get_ontologies'),
        await client.get('get_config/DATABASE_URL'),
        ...(await Promise.all(shareOf([...ADDRESSES, ...STATEMENTS], index).flatMap((text) => listing(client, text, visible)))), // prettier-ignore
        ...(await Promise.all(shareOf(QUESTIONS, index).map(([, ask]) => ask(client, near)))),
      ];
      for (const { text } of answers) {
        if (SECRETS.test(text.replaceAll('hidden_shap', ''))) faults.push(`${grants}: ${text.slice(0, 500)}`);
      }
    }
    expect(faults).toEqual([]);
  }, 240_000);

  /** Asks what changes nothing. */
  function listing(client: Client, text: string, names: typeof HIDDEN): Promise<Answer>[] {
    if (/^(get_|q\/)/.test(text)) return [client.get(fill(text, names))];
    if (!/^(SELECT|SHOW|DESC|EXPLAIN)/.test(text) || text.includes('CREATE')) return [];
    return [client.sql(fill(text, names), { ontology: names.ontology })];
  }

  it('include the location of a data source, except for callers with ADMIN on it, whose script recreates the ontology', async () => {
    const shop = { ontology: 'open_shop' };
    const show = async (client: Client): Promise<string> =>
      (await client.sql('SHOW CREATE ONTOLOGY open_shop', shop)).text + (await client.sql('SHOW HISTORY', shop)).text;
    const [, [, reader]] = callers as [unknown, (typeof callers)[number]];
    const seen = await show(reader);
    expect(seen.match(/DATASOURCE `open_shop_far` TYPE mysql;/g)).toHaveLength(2);
    expect(seen).not.toMatch(SECRETS);
    rowsOf(await admin.sql('GRANT ADMIN ON datasource.open_shop.open_shop_far TO USER caller_1', shop));
    const later = await show(reader);
    expect(later.match(/`host` = 'concealed-host.invalid', `user` = 'concealed_login'/g)).toHaveLength(2);
    expect(later).not.toMatch(/concealed_(file|password)/);
    const [{ script }] = (await admin.select('SHOW CREATE ONTOLOGY open_shop', shop)) as [{ script: string }];
    rowsOf(await admin.sql(script, shop));
    expect(await admin.select('SHOW CREATE ONTOLOGY open_shop', shop)).toEqual([{ script }]);
  });
});
