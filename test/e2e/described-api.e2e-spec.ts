import { Client } from '../support/client';
import { mismatches, type Schema, untyped } from '../support/match-schema';
import { type RunningService, startService } from '../support/service';

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[];
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

describe('the OpenAPI document', () => {
  let service: RunningService;
  let document: Document;
  let operations: readonly (readonly [name: string, operation: Operation])[];
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '', ALLOWED_CONFIG_ENVS_IN_API: 'REGION', REGION: 'eu' });
    document = (await (await fetch(`${service.url}/svc/openapi.json`)).json()) as Document;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    );
  }, 60_000);
  afterAll(() => service.close());

  it('has one version, a server, unique names of operations, and three ways to send a token', () => {
    expect([document.openapi, document.servers.map(({ url }) => url)]).toEqual(['3.1.0', ['/']]);
    expect(document.security).toEqual([{ 'x-api-key': [] }, { 'x-jwt-token': [] }, { token: [] }]);
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length);
    const open = operations.filter(([, { security }]) => security?.length === 0).map(([name]) => name);
    expect(open.sort()).toEqual(['GET', 'HEAD'].flatMap((method) => ['/health/live', '/health/ready', '/metrics'].map((path) => `${method} ${path}`))); // prettier-ignore
  });

  it('describes every answer, parameter and error with a type', () => {
    const faults = operations.flatMap(([name, { parameters = [], responses }]) => {
      const contents = Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).map(([type, { schema }]) => [`${name} ${status} ${type}`, schema] as const),
      );
      const given = parameters.map((parameter) => [`${name} ${parameter.name}`, parameter.schema] as const);
      return [...contents, ...given].flatMap(([place, schema]) => untyped(schema, place));
    });
    expect(faults).toEqual([]);
    const { schemas } = document.components;
    expect(Object.entries(schemas).flatMap(([name, schema]) => untyped(schema, name))).toEqual([]);
    for (const [name, { responses }] of operations.filter(([name]) => !name.startsWith('HEAD '))) {
      const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      expect([name, errors.length > 5]).toEqual([name, true]);
      for (const [status, { content }] of errors)
        if (!(status === '404' && name.includes('/get-async-results/')))
          expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
  });

  it('describes HEAD wherever it is accepted', () => {
    const pathsOf = (method: string): readonly string[] =>
      operations.flatMap(([name]) => (name.startsWith(method) ? [name.slice(method.length)] : []));
    expect(pathsOf('HEAD ')).toEqual(
      pathsOf('GET ').filter((path) => !/\/(clear_cache|get-async-results)\//.test(path)),
    );
    for (const [name, { responses }] of operations)
      if (name.startsWith('HEAD ')) expect(Object.values(responses).filter(({ content }) => content)).toEqual([]);
  });

  it('has examples that match their schemas', () => {
    for (const [name, { responses }] of operations)
      for (const { schema, example } of Object.values(responses['200']?.content ?? {}))
        if (example !== undefined) expect([name, mismatches(schema, example, document.components.schemas)]).toEqual([name, []]); // prettier-ignore
  });

  const CITY = '/svc/api/q/{ontology_name}/concept/{concept_name}';
  const QUERY = '/svc/api/query';
  const COUNTRY = 'q/world/concept/country';
  it.each([
    ['/svc/api/get_ontologies', 'get_ontologies', 200],
    ['/svc/api/get_ontology/{ontology_name}', 'get_ontology/world', 200],
    ['/svc/api/get_ontology/{ontology_name}', 'get_ontology/nothing', 404],
    ['/svc/api/get_config/{config_name}', 'get_config/REGION', 200],
    ['/svc/api/get_config/{config_name}', 'get_config/HIDDEN', 403],
    ['/svc/api/clear_cache/{ontology_name}', 'clear_cache/world', 501],
    [CITY, `${COUNTRY}?_limit_=3&_count_=exact`, 200],
    [CITY, `${COUNTRY}?_limit_=3&_typed_=true`, 200],
    [CITY, `${COUNTRY}?nested=true&_select_=name,has_city[city].name&_limit_=2`, 200],
    [CITY, `${COUNTRY}?_explain_=true&_subj_=name&_op_=eq&_comp_=Fiji`, 200],
    [CITY, `${COUNTRY}?_subj_=popluation&_op_=eq&_comp_=1`, 400],
    [CITY, 'q/world/concept/nothing', 404],
    ['/svc/api/q/{ontology_name}/view/{view_name}', 'q/world/view/capitals?_limit_=3', 200],
    ['/health/live', '/health/live', 200],
    ['/health/ready', '/health/ready', 200],
  ])('describes what GET %s returns: %s, %p', async (path, address, status) => {
    const url = address.startsWith('/') ? `${service.url}${address}` : `${service.api}/${address}`;
    const response = await fetch(url, { headers: { 'x-api-key': service.token } });
    expect([response.status, faultsOf('get', path, response.status, await response.json())]).toEqual([status, []]);
  });

  it.each([
    [QUERY, 'query', 'SELECT name, `in_region[region].name` FROM country LIMIT 3', 200],
    [QUERY, 'query', 'SHOW CONCEPTS', 200],
    [QUERY, 'query', 'EXPLAIN SELECT name FROM country', 200],
    [QUERY, 'query', 'SELEC', 400],
    [QUERY, 'query', 'SELECT name FROM nothing', 404],
    ['/svc/api/create_ontology', 'create_ontology', 'world', 409],
  ])('describes what POST %s returns: %s of %s, %p', async (path, address, value, status) => {
    const body =
      address === 'query' ? { ontology_name: 'world', query: value, columns: true } : { ontology_name: value };
    const answer = await new Client(service.api, service.token).post(address, body);
    expect([answer.status, faultsOf('post', path, answer.status, answer.body)]).toEqual([status, []]);
  });

  it('describes a request without a key', async () => {
    const response = await fetch(`${service.api}/get_ontologies`);
    expect([response.status, faultsOf('get', '/svc/api/get_ontologies', 401, await response.json())]).toEqual([401, []]); // prettier-ignore
  });

  function faultsOf(method: string, path: string, status: number, body: unknown): readonly string[] {
    const content = document.paths[path]?.[method]?.responses[String(status)]?.content?.['application/json'];
    return content === undefined ? ['not described'] : mismatches(content.schema, body, document.components.schemas);
  }
});
