import { addUserWith } from '../support/add-user';
import { type Answer, Client, rowsOf } from '../support/client';
import { mismatches, type Schema, untyped } from '../support/match-schema';
import { type RunningService, startService } from '../support/service';

interface Document {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, { readonly schema: Schema }>>;
    readonly responses: Readonly<Record<string, object>>;
  };
}

interface PathItem {
  readonly get: Operation;
  readonly head: Operation;
  readonly parameters: readonly ({ readonly name: string; readonly schema: Schema } | { readonly $ref: string })[];
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content: Record<string, { readonly schema: Schema }> }>>;
}

const ADDRESS = 'openapi/world.json';
const documentOf = ({ text }: Answer): Document => JSON.parse(text) as Document;

describe('the OpenAPI document of an ontology', () => {
  let service: RunningService;
  let admin: Client;
  let document: Document;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '' });
    admin = new Client(service.api, service.token);
    document = documentOf(await admin.get(ADDRESS));
  }, 60_000);
  afterAll(() => service.close());

  const schemaOf = (path: string): Schema => document.paths[path]!.get.responses['200']!.content['application/json']!.schema; // prettier-ignore

  it('has one path for each concept and each view, with unique names', async () => {
    const names = async (statement: string): Promise<unknown[]> =>
      (await admin.select(statement)).flatMap((row) => Object.values(row));
    const concepts = await names('SHOW CONCEPTS');
    const views = await names('SHOW TABLES IN vsvc');
    expect(Object.keys(document.paths)).toEqual([
      ...concepts.map((name) => `/svc/api/q/world/concept/${String(name)}`),
      ...views.map((name) => `/svc/api/q/world/view/${String(name)}`),
    ]);
    const ids = Object.values(document.paths).flatMap(({ get, head }) => [get.operationId, head.operationId]);
    expect(new Set(ids).size).toBe(2 * (concepts.length + views.length));
    const details = (await admin.get('get_ontology/world')).body.data as { readonly version: string };
    expect(document.info).toMatchObject({ title: 'world', version: details.version });
  });

  it('describes every parameter, answer and error with a type, and refers to nothing that is missing', () => {
    const { schemas, parameters, responses } = document.components;
    for (const [path, { get, head, parameters: own }] of Object.entries(document.paths)) {
      expect(untyped(schemaOf(path), path)).toEqual([]);
      expect(Object.keys(head.responses)).toEqual(['200', '4XX', '5XX']);
      for (const parameter of own)
        if ('$ref' in parameter) expect(parameters).toHaveProperty([parameter.$ref.replace(/.*\//, '')]);
        else expect(untyped(parameter.schema, parameter.name)).toEqual([]);
      for (const status of Object.keys(get.responses)) if (status !== '200') expect(responses).toHaveProperty([status]);
    }
    expect(Object.entries(schemas).flatMap(([name, schema]) => untyped(schema, name))).toEqual([]);
  });

  it('names the properties of a concept, with their types, and the rows that relationships lead to', () => {
    const { parameters } = document.paths['/svc/api/q/world/concept/city']!;
    const subject = parameters.find((each) => 'name' in each && each.name === '_subj_');
    expect(JSON.stringify(subject)).toContain('"population"');
    expect(schemaOf('/svc/api/q/world/concept/city').properties!.data).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/concept_city' },
    });
    const { properties, required } = document.components.schemas.concept_city!;
    expect(properties).toMatchObject({
      population: { type: ['integer', 'string', 'null'], 'x-type': 'integer' },
      latitude: { 'x-type': 'double' },
      in_country: { type: 'array', items: { $ref: '#/components/schemas/concept_country' } },
      'count()': { type: ['integer', 'string', 'null'] },
    });
    expect(required).toBeUndefined();
  });

  it.each([
    '',
    '&_typed_=true',
    '&nested=true',
    '&_select_=name,in_region[region].name',
    '&nested=true&_select_=name,in_region[region].name,has_city[city].name,speaks.name',
    '&_select_=in_region.name,count(),sum(area_km2)&_typed_=true',
    '&_count_=exact',
  ])('describes what a query with %j returns', async (options) => {
    const answer = await admin.get(`q/world/concept/country?_limit_=5${options}`);
    expect(answer.status).toBe(200);
    expect(mismatches(schemaOf('/svc/api/q/world/concept/country'), answer.body, document.components.schemas)).toEqual([]); // prettier-ignore
  });

  it('contains only what the caller may query, also from the cache', async () => {
    const grants: readonly (readonly [string, readonly string[]])[] = [
      ['sees', []],
      ['views', ['GRANT QUERY ON ontology.world.schema.vsvc']],
      ['concepts', ['GRANT QUERY ON ontology.world.schema.dsvc']],
      ['reads', ['GRANT QUERY ON ontology.world']],
    ];
    const tags = new Set<string | null>();
    for (const [name, own] of grants) {
      const client = await addUserWith(service, name, 'GRANT ACCESS ON ontology.world', ...own);
      const [first, second] = [await client.get(ADDRESS), await client.get(ADDRESS)];
      expect([first.status, second.text]).toEqual([200, first.text]);
      const kinds = new Set(Object.keys(documentOf(first).paths).map((path) => path.split('/')[5]));
      expect([name, [...kinds]]).toEqual([name, { sees: [], views: ['view'], concepts: ['concept'], reads: ['concept', 'view'] }[name]]); // prettier-ignore
      tags.add(first.headers.get('etag'));
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      const unchanged = await client.get(ADDRESS, { 'if-none-match': String(first.headers.get('etag')) });
      expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    }
    expect(tags.size).toBe(4);
    const stranger = await addUserWith(service, 'stranger');
    rowsOf(await admin.sql('CREATE ONTOLOGY hidden; REVOKE ACCESS ON ontology.hidden FROM ROLE public', { ontology: 'system' })); // prettier-ignore
    for (const name of ['hidden', 'nothing']) expect((await stranger.get(`openapi/${name}.json`)).status).toBe(404);
    expect((await fetch(`${service.api}/${ADDRESS}`)).status).toBe(401);
  });

  it('changes with the ontology, and is audited by its name', async () => {
    const before = await admin.get(ADDRESS);
    rowsOf(await admin.sql('CREATE VIEW continents AS SELECT name FROM continent'));
    const after = await admin.get(ADDRESS);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(Object.keys(documentOf(after).paths)).toContain('/svc/api/q/world/view/continents');
    const audited = await admin.select("SELECT ontology, statement FROM svc.sys_audit WHERE statement LIKE 'openapi%'");
    expect(audited[0]).toEqual({ ontology: 'world', statement: 'openapi `world`' });
  });
});
