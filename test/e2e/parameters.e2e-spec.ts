import { type Answer, type Client, rowsOf } from '../support/client';
import { type PeopleService, startDefinedPeople } from '../support/people-service';
import { waitFor } from '../support/wait-for';

let people: PeopleService;
let admin: Client;

beforeAll(async () => {
  people = await startDefinedPeople({ DATABASE_URL: '', RESULT_CACHE_BYTES: '8000000' });
  ({ admin } = people);
});
afterAll(() => people.close());

type Headers = Readonly<Record<string, string>>;

interface Asking {
  readonly by?: Client;
  readonly ontology?: string;
  readonly headers?: Headers;
}

function ask(query: string, parameters: unknown, options: Asking = {}): Promise<Answer> {
  const { by = admin, ontology = 'world', headers = {} } = options;
  return by.sql(query, { ontology, headers, body: { parameters } });
}
const askPeople = (query: string, parameters: unknown, by = admin, headers: Headers = {}): Promise<Answer> =>
  ask(query, parameters, { by, ontology: 'people', headers });
const namesOf = (answer: Answer): readonly unknown[] => rowsOf(answer).map(({ name }) => name);

/** What a piece of work added to the figures of `/metrics`. */
async function cost(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const figures = async (): Promise<readonly number[]> => {
    const text = await (await fetch(`${people.service.url}/metrics`)).text();
    return ['parsed', 'planned'].map((name) =>
      Number(new RegExp(`^ontology_statements_${name}_total (\\S+)$`, 'm').exec(text)?.[1]),
    );
  };
  const before = await figures();
  await work();
  const after = await figures();
  return { parsed: after[0]! - before[0]!, planned: after[1]! - before[1]! };
}

it('are values of ? in their order, and of :name wherever it occurs', async () => {
  const byPlace = await ask('SELECT name FROM city WHERE name IN (?, ?) AND population > ? ORDER BY name', ['Suva', 'Namur', 0]); // prettier-ignore
  expect(rowsOf(byPlace)).toEqual([{ name: 'Namur' }, { name: 'Suva' }]);
  const byName = await ask('SELECT :a AS x, name FROM city WHERE name IN (:list) AND name <> :a', { a: 'Suva', list: ['Suva', 'Namur'] }); // prettier-ignore
  expect(rowsOf(byName)).toEqual([{ x: 'Suva', name: 'Namur' }]);
  expect(rowsOf(await ask('SELECT ? AS a, ? AS b, ? AS c, ? AS d', ["O'Neil", -1.5, true, null]))).toEqual([{ a: "O'Neil", b: '-1.5', c: 1, d: null }]); // prettier-ignore
});

it.each<[string, string, readonly unknown[], readonly unknown[], Headers]>([
  ['a condition', 'SELECT name FROM city WHERE name = ?', ['Suva'], ['Namur'], {}],
  ['a list and a path', 'SELECT name FROM city WHERE name IN (?) AND `in_country[country].name` = ?', [['Namur', 'Suva'], 'Belgium'], [['Namur', 'Suva'], 'Fiji'], {}], // prettier-ignore
  ['nested rows', 'SELECT name, `in_country[country].name` FROM city WHERE name = ?', ['Suva'], ['Namur'], { nested: 'true' }], // prettier-ignore
  ['a view', 'SELECT capital FROM vsvc.capitals WHERE capital = ?', ['Suva'], ['Rome'], {}],
])('are neither parsed nor planned again with other values: %s', async (_, sql, first, second, headers) => {
  const send = (parameters: unknown): Promise<Answer> => ask(sql, parameters, { headers });
  // a statement is planned again when the tables of the data source become known
  await waitFor(async () => (await cost(() => send(first))).planned === 0);
  const answer = rowsOf(await send(first));
  const other = rowsOf(await send(second));
  expect(await cost(() => send(second))).toEqual({ parsed: 0, planned: 0 });
  expect([answer.length, other.length]).toEqual([1, 1]);
  expect(other).not.toEqual(answer);
  expect(await cost(() => send(first))).toEqual({ parsed: 0, planned: 0 });
});

it('are planned again where a value decides the plan, and a bad value fails alone', async () => {
  const sql = 'SELECT id FROM person WHERE id = ? ORDER BY id';
  expect(rowsOf(await askPeople(sql, ['1']))).toEqual([{ id: 1 }]);
  for (const headers of [{}, { nested: 'true' }] as readonly Headers[]) {
    const bad = await askPeople(sql, ['one'], admin, headers);
    expect([bad.status, bad.body.error?.code, bad.body.error?.position]).toEqual([400, 'plan_bad_value', { line: 1, column: 34 }]); // prettier-ignore
    expect(bad.text).not.toContain('one"');
    expect(rowsOf(await askPeople(sql, ['2'], admin, headers))).toMatchObject([{ id: 2 }]);
  }
});

it('are typed like literals: a number next to a string compares numbers', async () => {
  const count = async (value: unknown): Promise<unknown> =>
    rowsOf(await askPeople('SELECT COUNT(*) AS n FROM person WHERE CONCAT(0, id) = ?', [value]));
  expect([await count(2), await count('2'), await count('02')]).toEqual([[{ n: 1 }], [{ n: 0 }], [{ n: 1 }]]);
});

it('obey masks, row filters and views, also in EXPLAIN and after definitions', async () => {
  const ben = await people.reader('Ben');
  expect(namesOf(await askPeople('SELECT name FROM person WHERE id > ? ORDER BY id', [0], ben))).toEqual(['Ana', 'Ben']); // prettier-ignore
  expect(namesOf(await askPeople('SELECT name FROM vsvc.names WHERE id = :id', { id: 3 }, ben))).toEqual([]);
  const seen = await askPeople('SELECT email FROM person WHERE email = ?', ['Ana@example.org'], ben);
  expect(rowsOf(seen)).toEqual([]);
  const [plan] = rowsOf(await askPeople('EXPLAIN SELECT name FROM person WHERE name = ?', ['Ana']));
  expect(plan?.PLAN).toContain('string "Ana"');
  const [other] = rowsOf(await askPeople('EXPLAIN SELECT name FROM person WHERE name = ?', ['Ben']));
  expect(other?.PLAN).toContain('string "Ben"');
  const dry = 'CREATE VIEW adults AS SELECT name FROM person; SELECT ? AS a FROM vsvc.adults; SELECT name FROM vsvc.adults WHERE name = ?'; // prettier-ignore
  expect(namesOf(await askPeople(dry, ['x', 'Ana'], admin, { 'x-dry-run': 'true' }))).toEqual(['Ana']);
  expect(namesOf(await askPeople(dry, ['x', 'Ana']))).toEqual(['Ana']);
});

it('never return the kept answer of other values', async () => {
  rowsOf(await askPeople('ALTER ONTOLOGY people SET result_ttl = 60', undefined));
  const send = (id: unknown): Promise<Answer> => askPeople('SELECT name FROM person WHERE id = ?', [id]);
  const answers = [await send(1), await send(2), await send(1), await send(2)];
  expect(answers.map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'MISS', 'HIT', 'HIT']);
  expect(answers.map(namesOf)).toEqual([['Ana'], ['Ben'], ['Ana'], ['Ben']]);
});

it('stand in the audit log as they are written, without their values', async () => {
  await askPeople('SELECT name FROM person WHERE name = :who OR name = :other', { who: 'concealed', other: 7 });
  await askPeople("SELECT name FROM person WHERE name = ? AND city = 'Rome'", ['concealed']);
  const audited = (): Promise<readonly unknown[]> =>
    admin
      .select("SELECT statement FROM svc.sys_audit WHERE statement LIKE '%name = ?%' OR statement LIKE '%:who%'", {
        ontology: 'people',
      }) // prettier-ignore
      .then((rows) => rows.map(({ statement }) => statement));
  await waitFor(async () => (await audited()).length >= 2);
  expect(await audited()).toEqual(
    expect.arrayContaining([
      'SELECT name FROM person WHERE name = :who OR name = :other',
      'SELECT name FROM person WHERE name = ? AND city = ?',
    ]),
  );
  expect(JSON.stringify(await audited())).not.toContain('concealed');
});

it.each<[string, unknown, string, string, number | undefined]>([
  ['SELECT ? AS a', undefined, 'request_malformed', 'the parameter has no value', 8],
  ['SELECT :first AS a', { frist: 1 }, 'request_malformed', 'the parameter :first has no value', 8],
  ['SELECT ? AS a', [1, 2], 'request_malformed', '"parameters" has 2 values, but the number of ? in the statement is 1', undefined], // prettier-ignore
  ['SELECT ? AS a', [{ a: 1 }], 'request_malformed', 'the value of a parameter is not a string, number, boolean or null', 8], // prettier-ignore
  ['SELECT ? AS a', 'x', 'request_malformed', 'parameters must be a list or an object', undefined],
  ['SELECT ? AS a', null, 'request_malformed', 'parameters must be a list or an object', undefined],
  ['SHOW CONCEPTS', [1], 'request_malformed', '"parameters" has 1 values, but the number of ? in the statement is 0', undefined], // prettier-ignore
  ['CREATE VIEW v AS SELECT ? AS a', [1], 'statement_malformed', 'only SELECT and EXPLAIN can have parameters', 25],
  ['SELECT 1 AS a LIMIT :n', { n: 1 }, 'statement_malformed', 'expected a whole number but found the parameter ":n"', 21], // prettier-ignore
])('rejects %s with %j', async (query, parameters, code, message, column) => {
  const { status, body } = await ask(query, parameters);
  expect([status, body.error?.code, body.data, body.error?.position?.column]).toEqual([400, code, message, column]);
});
