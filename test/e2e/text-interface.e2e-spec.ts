import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addUser } from '../support/add-user';
import { getToken, makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';
import { TextClient } from '../support/text-client';

/** Strings whose bytes a client must receive as it sent them. */
const STRINGS = ['Zürich', 'naïve café', '北京市', 'مرحبا', '👩‍🚀 emoji', "it''s", 'e\u0301 and é'];

describe('statements as text', () => {
  let service: RunningService;
  let client: TextClient;
  let admin: Client;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '', REGION: 'eu-north-1', ALLOWED_CONFIG_ENVS_IN_API: 'REGION' });
    client = new TextClient(service, service.token);
    admin = new Client(service.api, service.token);
    const folder = join(service.dataDir, 'sources');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'north.csv'), 'id,name\n1,Oslo\n2,Turku\n');
    writeFileSync(join(folder, 'south.csv'), 'id,name\n3,Rome\n');
    rowsOf(
      await admin.sql(
        `CREATE ONTOLOGY towns;
         CREATE DATASOURCE north TYPE files OPTIONS (path = 'north.csv');
         CREATE DATASOURCE south TYPE files OPTIONS (path = 'south.csv');
         CREATE CONCEPT town (id integer, name string, PRIMARY KEY (id));
         CREATE MAPPING map_north INTO town USING north AS SELECT id, name FROM north;
         CREATE MAPPING map_south INTO town USING south AS SELECT id, name FROM south;`,
        { ontology: 'system' },
      ),
    );
  }, 60_000);
  afterAll(() => service.close());

  const codeOf = (json: unknown): unknown => (json as { error?: { code: string } }).error?.code;

  it.each([
    ['SELECT 1 AS one', [{ one: 1 }]],
    ["SELECT name FROM country WHERE name = 'Fiji'", [{ name: 'Fiji' }]],
    ["SELECT name FROM country WHERE name = 'Nowhere'", []],
    ['SELECT COUNT(*) AS n FROM country WHERE 1 = 0', [{ n: 0 }]],
    ["SELECT 1.50 AS d, 9007199254740993 AS big, TRUE AS t, DATE '2024-02-29' AS day, NULL AS nothing", undefined],
    ['SHOW VERSION', undefined],
    ['SHOW CONCEPTS', undefined],
    ['SHOW DATASOURCES', undefined],
    ['SHOW SCHEMAS', undefined],
    ['SHOW CONFIG', [{ name: 'REGION', value: 'eu-north-1' }]],
    ['SELECT svc_username() AS name', [{ name: 'admin' }]],
    ['REFRESH PERMISSIONS', []],
    ['SHOW TABLES', undefined],
    ['SHOW TABLES IN dsvc', undefined],
    ['SHOW CREATE ONTOLOGY world', undefined],
    ['DESCRIBE dsvc.country', undefined],
    ["DESCRIBE CONCEPT dsvc.country OPTIONS (graph_depth = '1')", undefined],
    ['SELECT concept FROM svc.sys_concepts', undefined],
    ['EXPLAIN SELECT name FROM country', undefined],
    ["SELECT 1 AS first; SELECT 'last' AS second", [{ second: 'last' }]],
  ])('returns the rows of POST query/ as an array: %s', async (statement, rows) => {
    const [answer, wrapped] = [await client.query(statement), await admin.sql(statement)];
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.json).toEqual(wrapped.body.data);
    expect(answer.text).toBe(wrapped.text.slice('{"data":'.length, -',"status":"success"}'.length));
    if (rows !== undefined) expect(answer.json).toEqual(rows);
  });

  it.each(['application/text', 'text/plain', 'text/plain; charset=utf-8'])('accepts the type %s', async (type) => {
    expect((await client.query('SELECT 1 AS x', { 'content-type': type })).json).toEqual([{ x: 1 }]);
  });

  it('accepts a body without a type, and rejects JSON and forms', async () => {
    const body = new Blob(['SELECT 1 AS x']);
    expect((await client.send('ontology/world/query', { method: 'POST', body })).json).toEqual([{ x: 1 }]);
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'application/xml']) {
      const { status, json } = await client.query('SELECT 1', { 'content-type': type });
      expect([type, status, json]).toMatchObject([
        type,
        415,
        { error: { hint: 'send Content-Type: application/text' } },
      ]);
    }
    expect((await admin.post('query/', undefined, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('keeps every byte of literals, values and names of columns', async () => {
    for (const text of STRINGS) {
      const plain = text.replaceAll("''", "'");
      const { text: body } = await client.query(Buffer.from(`SELECT '${text}' AS \`${plain}\``));
      expect(body).toBe(JSON.stringify([{ [plain]: plain }]));
    }
    const broken = await client.query(Buffer.from([0x53, 0x45, 0xff, 0xfe]));
    expect([broken.status, codeOf(broken.json)]).toEqual([400, 'request_malformed']);
  });

  it('returns an empty array for definitions, which later statements of the request see', async () => {
    expect(await client.query('CREATE ONTOLOGY made', {}, 'system/query')).toMatchObject({ status: 200, text: '[]' });
    const both = 'CREATE CONCEPT a (id integer, PRIMARY KEY (id)); CREATE CONCEPT b (id integer, PRIMARY KEY (id));';
    expect(await client.query(both, {}, 'made/query')).toMatchObject({ status: 200, text: '[]' });
    expect((await client.query('DROP CONCEPT a; SHOW CONCEPTS', {}, 'made/query/')).json).toEqual([
      { concept: 'thing' },
      { concept: 'b' },
    ]);
    const failing = await client.query('CREATE CONCEPT c (id integer); SELEC', {}, 'made/query');
    expect([failing.status, codeOf(failing.json)]).toEqual([400, 'statement_malformed']);
    expect(((await client.query('SHOW CONCEPTS', {}, 'made/query')).json as unknown[]).length).toBe(2);
  });

  it('returns related entities as nested arrays with the header nested', async () => {
    const statement = "SELECT name, `in_region[region].name` FROM country WHERE name = 'Fiji'";
    const nested = await client.query(statement, { nested: 'true' });
    const wrapped = await admin.sql(statement, { headers: { nested: 'true' } });
    expect(nested.json).toEqual(wrapped.body.data);
    expect((await client.query(statement, { nested: 'false' })).json).not.toEqual(nested.json);
    expect((await client.query(statement, { nested: 'perhaps' })).status).toBe(400);
  });

  describe('results-limit and results-offset', () => {
    const cut = (offset: string, limit: string) => ({ 'results-offset': offset, 'results-limit': limit });

    it.each([
      'SELECT name FROM country ORDER BY name',
      'SELECT name FROM country ORDER BY name LIMIT 7 OFFSET 5',
      'SELECT DISTINCT name FROM country ORDER BY name LIMIT 3',
      "SELECT name FROM country WHERE name < 'C' UNION SELECT name FROM region ORDER BY name LIMIT 9",
      'WITH c AS (SELECT name FROM country) SELECT name FROM c ORDER BY name',
      'SHOW CONCEPTS',
      'SHOW TABLES',
      'DESCRIBE dsvc.country',
      'DESCRIBE CONCEPT dsvc.country',
      'SELECT concept, property_name FROM svc.sys_concept_properties ORDER BY concept, property_name',
    ])('cut the rows of %s', async (statement) => {
      const { json: whole } = (await client.query(statement)) as { readonly json: readonly unknown[] };
      for (const [offset, limit] of [
        [0, 2],
        [2, 3],
        [4, 100],
        [0, 0],
        [1000, 5],
      ] as const) {
        const { json } = await client.query(statement, cut(String(offset), String(limit)));
        expect(json).toEqual(whole.slice(offset, offset + limit));
      }
      expect((await client.query(statement, { 'results-offset': '3' })).json).toEqual(whole.slice(3));
      expect((await client.query(statement, { 'results-limit': '2' })).json).toEqual(whole.slice(0, 2));
    });

    it('count the entities of nested answers', async () => {
      const statement = 'SELECT name, `has_city[city].name` FROM country ORDER BY name LIMIT 5';
      const whole = (await client.query(statement, { nested: 'true' })).json as readonly unknown[];
      expect(whole.length).toBe(5);
      expect((await client.query(statement, { nested: 'true', ...cut('1', '2') })).json).toEqual(whole.slice(1, 3));
    });

    it('reach the data source', async () => {
      const { json } = await client.query('EXPLAIN SELECT name FROM country', cut('0', '1'));
      expect(json).toHaveLength(1);
      expect((await client.query('EXPLAIN SELECT name FROM country', cut('1', '1'))).json).toEqual([]);
    });

    it.each(['-1', '1.5', 'many', '1e3', '99999999999999999999'])('reject %s', async (value) => {
      for (const header of ['results-limit', 'results-offset']) {
        const { status, json } = await client.query('SELECT 1', { [header]: value });
        expect([status, codeOf(json)]).toEqual([400, 'request_malformed']);
      }
    });
  });

  describe('datasource', () => {
    const statement = 'SELECT name FROM town ORDER BY id';
    const names = async (path: string): Promise<unknown> => (await client.query(statement, {}, path)).json;

    it('reads the mappings of one data source only', async () => {
      expect(codeOf(await names('towns/query'))).toBe('plan_several_data_sources');
      for (let round = 0; round < 2; round++) {
        expect(await names('towns/query?datasource=north')).toEqual([{ name: 'Oslo' }, { name: 'Turku' }]);
        expect(await names('towns/query?datasource=South')).toEqual([{ name: 'Rome' }]);
      }
      expect((await client.query('SELECT mapping_name FROM svc.sys_mappings', {}, 'towns/query?datasource=south')).json).toEqual([{ mapping_name: 'map_south' }]); // prettier-ignore
    });

    it.each(['east', 'Nord', ''])('rejects the unknown data source "%s" before anything changes', async (name) => {
      for (const text of ['SELECT 1', 'CREATE CONCEPT never (id integer)', 'SHOW CONCEPTS']) {
        const { status, json } = await client.query(text, {}, `towns/query?datasource=${name}`);
        expect([text, status, codeOf(json)]).toEqual([text, 404, 'ontology_unknown_definition']);
      }
      expect((await client.query('SHOW CONCEPTS', {}, 'towns/query')).text).not.toContain('never');
      expect((await client.query('SELECT 1', {}, `system/query?datasource=${name}`)).status).toBe(404);
    });

    it('does not show a data source to callers who may not see the ontology', async () => {
      await addUser(service, { name: 'guest', ontology: 'world' });
      rowsOf(await admin.sql('REVOKE ACCESS ON ontology.towns FROM ROLE public', { ontology: 'system' }));
      const guest = new TextClient(
        service,
        await getToken(service.api, makeBearer('guest', 'pw of guest', service.salt)),
      );
      for (const name of ['north', 'east']) {
        const { status, json } = await guest.query('SELECT 1', {}, `towns/query?datasource=${name}`);
        expect([status, codeOf(json)]).toEqual([404, 'ontology_unknown']);
      }
      rowsOf(await admin.sql('GRANT ACCESS ON ontology.towns TO ROLE public', { ontology: 'system' }));
    });
  });

  it('has the errors of POST query/, with their place', async () => {
    for (const [statement, path, status, code] of [
      ['SELEC', 'world/query', 400, 'statement_malformed'],
      ['', 'world/query', 400, 'statement_malformed'],
      ['SELECT nme FROM country', 'world/query', 400, 'plan_unknown_name'],
      ['SELECT name FROM nothing', 'world/query', 404, 'plan_unknown_table'],
      ['SELECT 1', 'nothing/query', 404, 'ontology_unknown'],
      ['SELECT ?', 'world/query', 400, 'request_malformed'],
    ] as const) {
      const answer = await client.query(statement, {}, path);
      expect([statement, answer.status, answer.json]).toMatchObject([statement, status, { status: 'error', error: { code } }]); // prettier-ignore
    }
    const { json } = await client.query('SELECT nme\n FROM country');
    expect(json).toMatchObject({ error: { position: { line: 1, column: 8 } } });
  });

  it('writes the statement without its values to the audit log', async () => {
    await client.query("SELECT name FROM country WHERE name = 'audited secret'");
    await client.get('execute/show_ontologies');
    const rows = await admin.select('SELECT statement, ontology, row_count, outcome FROM svc.sys_audit ORDER BY time DESC LIMIT 20'); // prettier-ignore
    expect(rows).toContainEqual({ statement: 'SELECT name FROM country WHERE name = ?', ontology: 'world', row_count: 0, outcome: 'success' }); // prettier-ignore
    expect(rows).toContainEqual(expect.objectContaining({ statement: 'execute show_ontologies', ontology: 'system' }));
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('lists the ontologies that the caller may see', async () => {
    const { json } = await client.get('execute/show_ontologies');
    expect(json).toEqual(expect.arrayContaining([{ ontology: 'towns' }, { ontology: 'world' }]));
    const all = json as readonly unknown[];
    expect((await client.get('execute/show_ontologies', { 'results-limit': '1', 'results-offset': '1' })).json).toEqual(all.slice(1, 2)); // prettier-ignore
    expect((await client.get('execute/show_ontologies/')).json).toEqual(all);
    for (const name of ['system', 'system_db'])
      expect((await client.query('SELECT ontology FROM svc.sys_ontologies', {}, `${name}/query`)).json).toEqual(all);
  });

  it('reserves the name system_db', async () => {
    const { status, json } = await client.query('CREATE ONTOLOGY system_db');
    expect([status, codeOf(json)]).toEqual([400, 'ontology_bad_name']);
  });

  it('answers 501 where a language model is needed', async () => {
    for (const path of ['execute/prompt', 'execute/answer'])
      for (const method of ['GET', 'POST']) {
        const { status, json } = await client.send(path, { method });
        expect([path, status, codeOf(json)]).toEqual([path, 501, 'request_needs_language_model']);
      }
  });

  it('returns the prompts of agent frameworks, which send no body with the type JSON', async () => {
    const ask = async (name: string, token = service.token, method = 'POST') => {
      const headers = { 'x-api-key': token, 'content-type': 'application/json' };
      const response = await fetch(`${service.api}/llm_prompts/${name}`, { method, headers });
      return { status: response.status, json: (await response.json()) as Record<string, unknown> };
    };
    for (const name of ['identify_concept', 'generate_sql', 'generate_sql_reasoning', 'generate_answer']) {
      const { status, json } = await ask(name);
      expect([name, status, Object.keys(json)]).toEqual([name, 200, ['data', 'status']]);
      expect(json).toMatchObject({
        data: [
          { type: 'SystemMessage', role: 'system' },
          { type: 'HumanMessage', role: 'human', template: expect.stringContaining('{question}') as string },
        ],
        status: 'success',
      });
    }
    const { status, json } = await ask('generate_sq');
    expect([status, json.error]).toMatchObject([
      404,
      { code: 'request_unknown_path', hint: 'did you mean "generate_sql"?' },
    ]);
    expect((await ask('generate_sql', 'tk_0')).status).toBe(401);
    expect((await ask('generate_sql', service.token, 'GET')).status).toBe(405);
  });

  it('requires credentials, a known method and known parameters', async () => {
    const nobody = new TextClient(service, 'tk_0');
    expect((await nobody.query('SELECT 1')).status).toBe(401);
    expect((await nobody.get('execute/show_ontologies')).status).toBe(401);
    expect((await client.get('ontology/world/query')).status).toBe(405);
    expect((await client.query('SELECT 1', {}, 'world/query?nested=true')).status).toBe(400);
    expect((await client.get('nothing')).status).toBe(404);
  });

  it('is switched off by TEXT_INTERFACE_ENABLED=false, whatever else runs', async () => {
    const other = await startService({ TEXT_INTERFACE_ENABLED: 'false', SERVICE_NAME: 'acme' });
    const closed = new TextClient(other, other.token);
    for (const { status } of [await closed.query('SELECT 1'), await closed.get('execute/show_ontologies'), await closed.get('execute/prompt')]) expect(status).toBe(404); // prettier-ignore
    const headers = { 'x-api-key': other.token };
    expect((await fetch(`${other.api}/llm_prompts/generate_sql`, { method: 'POST', headers })).status).toBe(404);
    expect((await new Client(other.api, other.token).get('get_ontologies')).status).toBe(200);
    await other.close();
  });

  it('has the name of the service in its paths', async () => {
    const other = await startService({ SERVICE_NAME: 'acme' });
    const named = new TextClient(other, other.token);
    expect(named.base).toMatch(/\/acme\/openapi$/);
    expect((await named.query('SELECT 1 AS x', {}, 'system/query')).json).toEqual([{ x: 1 }]);
    await other.close();
  });
});
