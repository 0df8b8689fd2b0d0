import { Client as AgentClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { addUser } from '../support/add-user';
import { Client, rowsOf } from '../support/client';
import { getToken, makeBearer } from '../support/bearer';
import { type RunningService, startService } from '../support/service';

const DEMO = { DATABASE_URL: '' };
const TOOLS = [
  'describe_concept', 'execute_sql', 'find_path', 'get_entity', 'list_ontologies', 'list_views', 'property_values', 'search_model', 'validate_sql',
]; // prettier-ignore

interface ToolAnswer {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

let service: RunningService;
let clients: readonly (readonly [string, AgentClient | OlderClient])[];

async function connect(token: string): Promise<AgentClient> {
  const client = new AgentClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { 'x-api-key': token } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.api}/mcp/`), { requestInit }));
  return client;
}

async function connectOlder(token: string): Promise<OlderClient> {
  const client = new OlderClient({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new OlderTransport(new URL(`${service.api}/mcp`), { requestInit })); // prettier-ignore
  return client;
}

async function call(
  client: AgentClient | OlderClient,
  name: string,
  input: Record<string, unknown> = {},
): Promise<unknown> {
  const answer = (await client.callTool({ name, arguments: input })) as ToolAnswer;
  const text = answer.content[0]?.text ?? '';
  if (answer.isError === true) return text.startsWith('{') ? { error: JSON.parse(text) as unknown } : { error: text };
  expect(JSON.parse(text)).toEqual(answer.structuredContent);
  return answer.structuredContent;
}

beforeAll(async () => {
  service = await startService(DEMO);
  clients = [
    ['the protocol of 2026', await connect(service.token)],
    ['the older protocol', await connectOlder(service.token)],
  ];
});

afterAll(async () => {
  for (const [, client] of clients) await client.close();
  await service.close();
});

describe.each([0, 1])('an agent (client %i)', (index) => {
  const run = (name: string, input?: Record<string, unknown>) => call(clients[index]![1], name, input);

  it('speaks its own version of the protocol', () => {
    const [, client] = clients[index]!;
    const version = client instanceof AgentClient ? client.getNegotiatedProtocolVersion() : undefined;
    expect(version).toBe(client instanceof AgentClient ? '2026-07-28' : undefined);
  });

  it('finds the tools, all of them read-only and with schemas of their answers', async () => {
    const { tools } = await clients[index]![1].listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS);
    for (const tool of tools)
      expect(tool).toMatchObject({ annotations: { readOnlyHint: true }, outputSchema: { type: 'object' } });
  });

  it('finds its way from a word to rows', async () => {
    expect(await run('list_ontologies')).toMatchObject({ ontologies: [{ name: 'world' }], truncated: false });
    const { matches } = (await run('search_model', { ontology: 'world', text: 'capitals' })) as {
      matches: { name: string }[];
    };
    expect(matches.map(({ name }) => name)).toContain('capital');
    const described = (await run('describe_concept', { ontology: 'world', concept: 'Country', depth: 1 })) as {
      rows: { col_name: string }[];
    };
    expect(described).toMatchObject({ name: 'country', truncated: false });
    expect(described.rows.map(({ col_name: name }) => name)).toContain('in_region[region].name');
    expect(await run('find_path', { ontology: 'world', from: 'capital', to: 'region' })).toMatchObject({
      paths: expect.arrayContaining([{ path: 'in_country[country].in_region[region]', steps: 2 }]) as unknown,
    });
    const query =
      "SELECT name FROM capital WHERE `in_country[country].in_region[region].name` = 'Central America' ORDER BY name";
    expect(await run('execute_sql', { ontology: 'world', query, max_results: 2 })).toEqual({
      rows: [{ name: 'Belmopan' }, { name: 'Guatemala City' }],
      truncated: true,
    });
    expect(await run('validate_sql', { ontology: 'world', query })).toMatchObject({
      valid: true,
      plan: expect.stringContaining('SELECT') as string,
    });
    expect(await run('list_views', { ontology: 'world' })).toMatchObject({
      views: expect.arrayContaining([expect.objectContaining({ name: 'languages_by_reach' })]) as unknown,
    });
  });

  it('reads values of a property by their beginning, and one entity by its key', async () => {
    const values = { ontology: 'world', concept: 'continent', property: 'name' };
    expect(await run('property_values', { ...values, prefix: 'A' })).toMatchObject({
      values: expect.arrayContaining(['Africa', 'Asia']) as unknown,
    });
    expect(await run('property_values', { ...values, prefix: '%' })).toEqual({ values: [], truncated: false });
    const { rows } = (await run('execute_sql', {
      ontology: 'world',
      query: "SELECT * FROM continent WHERE name = 'Asia'",
    })) as { rows: Record<string, unknown>[] };
    const id = rows[0]!.continent_code;
    expect(await run('get_entity', { ontology: 'world', concept: 'continent', id })).toMatchObject({
      found: true,
      entity: { name: 'Asia' },
    });
    expect(
      await run('get_entity', { ontology: 'world', concept: 'continent', id: { Continent_Code: id } }),
    ).toMatchObject({ found: true });
    expect(await run('get_entity', { ontology: 'world', concept: 'continent', id: '?' })).toEqual({
      found: false,
      entity: {},
    });
  });

  it('receives 100 rows by default, and at most 1,000', async () => {
    const execute = (input: object) =>
      run('execute_sql', { ontology: 'world', query: 'SELECT name FROM country', ...input });
    const { rows, truncated } = (await execute({})) as { rows: unknown[]; truncated: boolean };
    expect([rows.length, truncated]).toEqual([100, true]);
    const more = (await execute({ max_results: 1000 })) as { rows: unknown[]; truncated: boolean };
    expect([more.rows.length > 100, more.truncated]).toEqual([true, false]);
    expect(await execute({ max_results: 1001 }).catch((error: unknown) => ({ error }))).toHaveProperty('error');
  });

  it.each([
    ['execute_sql', { query: 'SELECT nam FROM country' }, 'plan_unknown_name'],
    ['execute_sql', { query: 'DROP CONCEPT country' }, 'statement_not_allowed'],
    ['execute_sql', { query: 'SELECT 1; SELECT 2' }, 'statement_not_allowed'],
    ['execute_sql', { query: "CREATE USER x PASSWORD 'yyyyyyyyyyyyy'" }, 'statement_not_allowed'],
    ['execute_sql', { query: 'SHOW TOKENS FOR admin' }, 'statement_not_allowed'],
    ['execute_sql', { query: 'SHOW TOKEN FOR admin' }, 'statement_not_allowed'],
    ['execute_sql', { query: 'SHOW USERS' }, 'statement_not_allowed'],
    ['execute_sql', { query: 'SHOW ROLES' }, 'statement_not_allowed'],
    ['execute_sql', { query: 'SHOW PERMISSIONS' }, 'statement_not_allowed'],
    ['execute_sql', { query: 'SELEC' }, 'statement_malformed'],
    ['execute_sql', { ontology: 'nothing', query: 'SELECT 1' }, 'ontology_unknown'],
    ['validate_sql', { query: 'SHOW TABLES' }, 'statement_not_allowed'],
    ['validate_sql', { query: 'SELECT 1; DROP CONCEPT country' }, 'statement_not_allowed'],
    ['describe_concept', { concept: 'contry` UNION SELECT' }, 'plan_unknown_table'],
    ['property_values', { concept: 'country', property: 'name` FROM country; --' }, 'plan_unknown_name'],
    ['get_entity', { concept: 'country', id: { name: 'x' } }, 'plan_invalid'],
  ])('receives the code of an error of %s %j', async (name, input, code) => {
    expect(await run(name, { ontology: 'world', ...input })).toMatchObject({ error: { code } });
  });
});

it('reads with the rights and masks of its user, and the audit log contains each call', async () => {
  const agent = await addUser(service, { name: 'agent', ontology: 'world' });
  const token = await getToken(service.api, makeBearer('agent', 'pw of agent', service.salt));
  const client = await connect(token);
  const query = "SELECT calling_code FROM country WHERE name = 'Fiji'";
  const plain = rowsOf(await agent.sql(query));
  expect(await call(client, 'execute_sql', { ontology: 'world', query })).toEqual({ rows: plain, truncated: false });
  expect(plain[0]!.calling_code).toBe('XXXXXXXXX');
  await call(client, 'execute_sql', { ontology: 'world', query: 'SELECT nothing FROM country' });
  await client.close();
  const nobody = await addUser(service, { name: 'other', ontology: 'world' });
  rowsOf(
    await new Client(service.api, service.token).sql('REVOKE QUERY ON ontology.world FROM USER other', {
      ontology: 'system',
    }),
  );
  expect((await nobody.sql(query)).status).toBe(403);
  const other = await connect(await getToken(service.api, makeBearer('other', 'pw of other', service.salt)));
  expect(await call(other, 'execute_sql', { ontology: 'world', query })).toMatchObject({
    error: { code: 'auth_forbidden' },
  });
  await other.close();
  const audit = await new Client(service.api, service.token).sql(
    "SELECT statement, outcome, row_count FROM svc.sys_audit WHERE user_name = 'agent' AND ontology = 'world'",
  );
  expect(audit.text).toContain('plan_unknown_name');
});

describe('the endpoint', () => {
  const post = (body: unknown, headers: Record<string, string> = {}, api = service.api) =>
    fetch(`${api}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': service.token,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

  it('rejects callers without a key, other origins, batches and other methods', async () => {
    expect((await post(LIST, { 'x-api-key': 'tk_1' })).status).toBe(401);
    expect((await post(LIST, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post([LIST, LIST])).status).toBe(400);
    expect((await post('x')).status).toBe(400);
    expect((await fetch(`${service.api}/mcp`, { headers: { 'x-api-key': service.token } })).status).toBe(405);
    expect((await post(LIST)).status).toBe(200);
  });

  it('answers hostile messages with errors of JSON-RPC', async () => {
    for (const params of [
      undefined,
      null,
      7,
      {},
      { name: '__proto__' },
      { name: 'execute_sql', arguments: 'x' },
      { name: 'execute_sql', arguments: { ontology: 'world', query: {} } },
    ]) {
      const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      expect(answer.status).toBeLessThan(500);
      expect(await answer.text()).toMatch(/"error"|"isError":true/);
    }
  });

  it('can be switched off, and opened to an origin', async () => {
    const other = await startService({ MCP_ENABLED: 'false' });
    expect((await post(LIST, { 'x-api-key': other.token }, other.api)).status).toBe(404);
    await other.close();
    const open = await startService({ CORS_ORIGINS: 'https://app.example.org' });
    expect((await post(LIST, { 'x-api-key': open.token, origin: 'https://app.example.org' }, open.api)).status).toBe(
      200,
    );
    await open.close();
  });
});
