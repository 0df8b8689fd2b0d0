import { type Answer, type Client } from '../support/client';
import { type PeopleService, startDefinedPeople } from '../support/people-service';

let people: PeopleService;
let admin: Client;

beforeAll(async () => {
  people = await startDefinedPeople({ DATABASE_URL: '', RESULT_CACHE_BYTES: '8000000' });
  ({ admin } = people);
});
afterAll(() => people.close());

type Members = Readonly<Record<string, string>>;
const ask = (query: string, body: object = { columns: true }, headers: Members = {}): Promise<Answer> =>
  admin.sql(query, { ontology: 'people', headers, body: { ...body } });

it.each<[string, readonly (readonly [string, string])[]]>([
  ['SELECT id, name, id + 1 AS next, id > 1 AS isMore, SUM(id) AS s FROM person WHERE id < 0 GROUP BY id', [['id', 'integer'], ['name', 'string'], ['next', 'bigint'], ['isMore', 'integer'], ['s', 'bigint']]], // prettier-ignore
  ['SELECT a.name, b.name, NULL AS none FROM person a JOIN person b ON a.id = b.id', [['name', 'string'], ['name_2', 'string'], ['none', 'unknown']]], // prettier-ignore
  ['SELECT * FROM person', [['entity_id', 'string'], ['entity_type', 'string'], ['entity_label', 'string'], ['id', 'integer'], ['name', 'string'], ['email', 'string'], ['city', 'string']]], // prettier-ignore
  ['SELECT CEIL(id / 2) AS a, FLOOR(1.5) AS b, MOD(id, 2) AS c, TIMESTAMPADD(DAY, 1, CURDATE()) AS d, DATE_ADD(NOW(), INTERVAL 1 DAY) AS e, CURDATE() % 7 AS f FROM person', [['a', 'bigint'], ['b', 'bigint'], ['c', 'bigint'], ['d', 'date'], ['e', 'timestamp'], ['f', 'bigint']]], // prettier-ignore
  ["SELECT CASE WHEN id > 1 THEN CEIL(1.5) ELSE 2 END AS a, NULL AS b, UNHEX('41') AS c, '2020-01-01' + INTERVAL 1 DAY AS d, NOW() + 1 AS e FROM person", [['a', 'bigint'], ['b', 'unknown'], ['c', 'unknown'], ['d', 'unknown'], ['e', 'unknown']]], // prettier-ignore
  [
    'SELECT * FROM vsvc.names',
    [
      ['id', 'integer'],
      ['name', 'string'],
    ],
  ],
  ['SELECT concept FROM svc.sys_concepts', [['concept', 'string']]],
  ['SHOW CONCEPTS', [['concept', 'string']]],
  ['SHOW CREATE ONTOLOGY people', [['script', 'string']]],
  [
    'DESC person',
    [
      ['col_name', 'string'],
      ['data_type', 'string'],
      ['comment', 'string'],
    ],
  ],
  ['EXPLAIN SELECT id FROM person', [['PLAN', 'string']]],
  ['CHECK ONTOLOGY people', [['object', 'string'], ['line', 'integer'], ['severity', 'string'], ['message', 'string']]], // prettier-ignore
  ["ALTER ONTOLOGY people SET description = 'a'", []],
])('%s describes its columns before its rows', async (query, expected) => {
  const { text, body } = await ask(query);
  const columns = expected.map(([name, type]) => ({ name, type }));
  expect(body).toMatchObject({ status: 'success', columns });
  expect(text.startsWith(`{"columns":${JSON.stringify(columns)},"data":[`)).toBe(true);
  for (const row of body.data as readonly object[]) expect(Object.keys(row)).toEqual(expected.map(([name]) => name));
});

it('describes nothing unless it is requested, in any format but JSON, and rejects other values', async () => {
  for (const query of ['SELECT id FROM person', 'SHOW CONCEPTS', 'EXPLAIN SELECT 1 AS n']) {
    const plain = await ask(query, {});
    expect(Object.keys(plain.body)).toEqual(['data', 'status']);
    expect((await ask(query, { columns: false })).text).toBe(plain.text);
    for (const accept of ['text/csv', 'application/x-ndjson'])
      expect((await ask(query, { columns: true }, { accept })).text).toBe((await ask(query, {}, { accept })).text);
  }
  for (const columns of ['true', 1, null]) expect((await ask('SHOW CONCEPTS', { columns })).status).toBe(400);
});

it('describes nested rows and answers that are kept', async () => {
  await ask('ALTER ONTOLOGY people SET result_ttl = 60');
  const [first, described, again] = [await ask('SELECT id FROM person', {}), await ask('SELECT id FROM person'), await ask('SELECT id FROM person')]; // prettier-ignore
  expect([first, described, again].map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'MISS', 'HIT']);
  expect([Object.keys(first.body), Object.keys(described.body)]).toEqual([['data', 'status'], ['columns', 'data', 'status']]); // prettier-ignore
  expect(again.text).toBe(described.text);
  const query = 'SELECT name, `in_country[country].name` FROM city WHERE name = :n';
  const { body } = await admin.sql(query, { headers: { nested: 'true' }, body: { columns: true, parameters: { n: 'Suva' } } }); // prettier-ignore
  expect(body).toMatchObject({
    columns: [{ name: 'name', type: 'string' }, { name: 'in_country', type: 'unknown' }],
    data: [{ name: 'Suva', in_country: [{ name: 'Fiji' }] }],
  }); // prettier-ignore
});
