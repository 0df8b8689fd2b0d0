import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILTER_OPERATORS } from '../../src/compiler/filter/filter-operators';
import type { ErrorCode } from '../../src/errors';
import { STATUS_OF_CODE } from '../../src/http/errors/status-of-code';
import { addUserWith } from '../support/add-user';
import { type Answer, type Body, Client, type Row, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';
import { describeWithRedis, REDIS_URL } from '../support/services';

let service: RunningService;
let admin: Client;

const concept = (name: string, filters = ''): string => `q/world/concept/${name}?${filters}`;
const view = (name: string, filters = ''): string => `q/world/view/${name}?${filters}`;
const column = (rows: readonly Row[], name: string): unknown[] => rows.map((row) => row[name]);

/** Sorts rows, for responses without a defined order. */
const sorted = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

/** Follows `next` to the end. */
async function readPages(address: string): Promise<readonly (readonly Row[])[]> {
  const pages: (readonly Row[])[] = [];
  let after = '';
  for (let page = 0; page < 1000; page++) {
    const answer = await admin.get(address + after);
    pages.push(rowsOf(answer));
    expect(Object.keys(answer.body)).toEqual(['data', 'executed_query', 'next', 'status']);
    if (answer.body.next === null) return pages;
    after = `&_after_=${answer.body.next}`;
  }
  throw new Error('the pages have no end');
}

/** Checks all of an error response and returns the error; on failure shows the response. */
function expectRefusal(answer: Answer, status: number, code: string): NonNullable<Body['error']> {
  expect([answer.status, answer.body.error?.code, answer.text]).toEqual([status, code, answer.text]);
  expect(answer.body).toEqual({
    status: 'error',
    data: expect.any(String) as string,
    error: expect.objectContaining({ request_id: answer.headers.get('x-request-id') }) as object,
  });
  return answer.body.error!;
}

beforeAll(async () => {
  service = await startService({ DATABASE_URL: '' });
  admin = new Client(service.api, service.token);
}, 60_000);
afterAll(() => service.close());

describe('GET concept', () => {
  it('accepts a percent sign in a pattern raw and percent-encoded', async () => {
    const ask = async (pattern: string): Promise<readonly unknown[]> =>
      column(rowsOf(await admin.get(concept('continent', `_subj_=name&_op_=like&_comp_=${pattern}&_select_=name`))), 'name').toSorted(); // prettier-ignore
    expect(await ask('A%')).toEqual(['Africa', 'Americas', 'Antarctic', 'Asia']);
    expect(await ask('%ia')).toEqual(await ask('%25ia'));
    const refused = await admin.get(concept('continent', '_subj_=name&_op_=like&_comp_=%Be%'));
    expect([refused.status, refused.body.error]).toMatchObject([400, { hint: 'a percent sign itself is written %25' }]);
  });

  it('returns all entities without a filter, and every value as a string', async () => {
    const answer = await admin.get(concept('continent'));
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Object.keys(answer.body)).toEqual(['data', 'executed_query', 'status']);
    expect(answer.text).toMatch(/"status":"success"\}$/);
    expect(answer.body.executed_query).toBe('SELECT * FROM `dsvc`.`continent`');
    expect(rowsOf(answer)).toHaveLength(6);
    expect(rowsOf(answer)).toContainEqual({
      entity_id: 'asia',
      entity_type: 'continent',
      entity_label: 'Asia',
      continent_code: 'asia',
      name: 'Asia',
    });
    const [belgium] = rowsOf(await admin.get(concept('country', '_subj_=name&_op_=eq&_comp_=Belgium')));
    expect(Object.values(belgium!).every((value) => typeof value === 'string')).toBe(true);
    expect(belgium).toMatchObject({ area_km2: '30528', is_landlocked: 'false' });
  });

  it('returns all entities below a parent, each with its own type', async () => {
    const rows = await admin.select('SELECT entity_type, COUNT(*) AS n FROM place GROUP BY entity_type ORDER BY n');
    expect(rows).toEqual([
      { entity_type: 'country', n: 250 },
      { entity_type: 'city', n: 135_233 },
    ]);
  });

  const OPERATORS: [keyof typeof FILTER_OPERATORS, string, string, string[]][] = [
    ['eq', 'continent.name', 'Asia', ['Asia']],
    ['not_eq', 'continent.name', 'Asia', ['Africa', 'Americas', 'Antarctic', 'Europe', 'Oceania']],
    ['in', 'continent.name', ' Asia , "Europe"', ['Asia', 'Europe']],
    ['not_in', 'continent.name', 'Asia,Europe,Oceania', ['Africa', 'Americas', 'Antarctic']],
    ['like', 'continent.name', '%ia', ['Asia', 'Oceania']],
    ['like', 'continent.name', 'a____a', ['Africa']],
    ['like', 'continent.name', '[e-o]%', ['Europe', 'Oceania']],
    ['like', 'continent.name', '[^A]%', ['Europe', 'Oceania']],
    ['like', 'continent.name', '\\[e-o]%', []],
    ['not_like', 'continent.name', 'A%', ['Europe', 'Oceania']],
    ['gt', 'megacity.population', '14804116', ['Shanghai']],
    ['gte', 'megacity.population', '14804116', ['Istanbul', 'Shanghai']],
    ['lt', 'microstate.area_km2', '2.02', ['Vatican City']],
    ['lte', 'microstate.area_km2', '2.02', ['Monaco', 'Vatican City']],
    ['is_null', 'country.calling_code', '', ['Antarctica', 'Heard Island and McDonald Islands']],
    ['not_null', 'continent.name', '', ['Africa', 'Americas', 'Antarctic', 'Asia', 'Europe', 'Oceania']],
  ];
  it.each(OPERATORS)('%s on %s, %j', async (operator, filtered, comparator, names) => {
    const [table = '', subject = ''] = filtered.split('.');
    for (const spelling of [operator, operator.toUpperCase()]) {
      const filter = new URLSearchParams({ _subj_: subject, _op_: spelling, _comp_: comparator, _order_: 'name' });
      expect(column(rowsOf(await admin.get(concept(table, filter.toString()))), 'name')).toEqual(names);
    }
  });
  it('tests every operator', () => {
    expect(new Set(OPERATORS.map(([operator]) => operator))).toEqual(new Set(Object.keys(FILTER_OPERATORS)));
  });

  it.each([
    ['_subj_=name&_op_=eq&_comp_=Asia&_conj_=OR&_subj1_=name&_op1_=eq&_comp1_=Europe', ['Asia', 'Europe']],
    ['_subj7_=name&_op7_=eq&_comp7_=Asia&_subj3_=name&_op3_=like&_comp3_=A%25', ['Asia']],
    ['_subj_=name&_op_=like&_comp_=A%25&_conj_=and&_subj1_=name&_op1_=eq&_comp1_=Europe', []],
    [
      '_subj_=name&_op_=eq&_comp_=Europe&_conj_=or&_subj1_=name&_op1_=like&_comp1_=A%25&_conj1_=and&_subj2_=name&_op2_=like&_comp2_=%25ia',
      ['Asia', 'Europe'],
    ],
  ])('combines groups in the order of their numbers, AND before OR: %s', async (filter, names) => {
    expect(column(rowsOf(await admin.get(concept('continent', `${filter}&_order_=name`))), 'name')).toEqual(names);
  });

  it('follows a path, its brackets raw or percent-encoded', async () => {
    const filter = '_subj_=has_region[region].has_country[country].name&_op_=in&_comp_=Belgium,Japan&_order_=name';
    const [raw, encoded] = [filter, filter.replaceAll('[', '%5B').replaceAll(']', '%5d')];
    const answer = await admin.get(concept('continent', raw));
    expect(answer.text).toBe((await admin.get(concept('continent', encoded))).text);
    expect(rowsOf(answer).map((row) => [row.name, row['has_region[region].has_country[country].name']])).toEqual([
      ['Asia', 'Japan'],
      ['Europe', 'Belgium'],
    ]);
  });

  it('finds concepts and properties in any letter case', async () => {
    const answer = await admin.get('q/World/concept/CONTINENT?_subj_=NAME&_op_=eq&_comp_=Asia');
    expect(answer.body.executed_query).toBe("SELECT * FROM `dsvc`.`continent` WHERE `NAME` = 'Asia'");
    expect(rowsOf(answer)).toHaveLength(1);
  });

  it('splits entity_id into the key', async () => {
    const rows = rowsOf(
      await admin.get(concept('country', '_subj_=entity_id&_op_=in&_comp_=BEL,FRA,bel|x&_order_=name')),
    );
    expect(column(rows, 'entity_label')).toEqual(['Belgium', 'France']);
  });
});

describe('GET view', () => {
  it('filters and orders its output columns', async () => {
    const answer = await admin.get(view('capitals', '_subj_=continent&_op_=eq&_comp_=Oceania&_order_=-population'));
    expect(Object.keys(answer.body)).toEqual(['data', 'executed_query', 'status']);
    expect(answer.body.executed_query).toBe(
      "SELECT * FROM `vsvc`.`capitals` WHERE `continent` = 'Oceania' ORDER BY `population` IS NULL, `population` DESC",
    );
    expect(rowsOf(answer)[0]).toEqual({
      capital: 'Wellington',
      population: '381900',
      country: 'New Zealand',
      continent: 'Oceania',
    });
  });

  it('returns all rows without a filter, and ignores nested without entity_id', async () => {
    const plain = await admin.get(view('languages_by_reach', '_order_=language'));
    const [names] = await admin.select('SELECT COUNT(DISTINCT name) AS n FROM language');
    expect(rowsOf(plain)).toHaveLength(names!.n as number);
    expect((await admin.get(view('languages_by_reach', '_order_=language&nested=true'))).text).toBe(plain.text);
  });
});

describe('nested', () => {
  const FILTER =
    '_subj_=speaks[language].name&_op_=in&_comp_=Dutch,French&_conj_=and&_subj1_=name&_op1_=like&_comp1_=Bel%25';
  const BELGIUM = { name: 'Belgium', speaks: [{ name: 'Dutch' }, { name: 'French' }] };
  const nestedOf = (rows: readonly Row[]): unknown =>
    rows.map(({ name, speaks }) => ({
      name,
      speaks: sorted(speaks as Row[]).map((text) => JSON.parse(text) as unknown),
    }));

  it.each(['true', 'TRUE', '1'])('works as a parameter and as a header: %s', async (nested) => {
    expect(nestedOf(rowsOf(await admin.get(concept('country', `${FILTER}&nested=${nested}`))))).toEqual([BELGIUM]);
    expect(nestedOf(rowsOf(await admin.get(concept('country', FILTER), { nested })))).toEqual([BELGIUM]);
  });

  it('prefers the parameter to the header, and is flat by default', async () => {
    const flat = rowsOf(await admin.get(concept('country', FILTER)));
    expect(column(flat, 'speaks[language].name').sort()).toEqual(['Dutch', 'French']);
    expect(rowsOf(await admin.get(concept('country', `${FILTER}&nested=false`), { nested: 'true' }))).toEqual(flat);
  });

  it('works on POST query by its header and by the parameter, which has priority, and changes nothing without a path', async () => {
    const query =
      "SELECT *, `speaks[language].name` FROM country WHERE name = 'Belgium' AND `speaks[language].name` <> 'German'";
    expect(nestedOf(await admin.select(query, { headers: { nested: 'true' } }))).toEqual([BELGIUM]);
    const asked = async (address: string, nested = ''): Promise<readonly Row[]> =>
      rowsOf(await admin.post(address, { ontology_name: 'world', query }, nested === '' ? {} : { nested }));
    for (const address of ['query/?nested=true', 'query?nested=TRUE', 'query/?nested=1'])
      expect(nestedOf(await asked(address))).toEqual([BELGIUM]);
    expect(nestedOf(await asked('query/?nested=true', 'false'))).toEqual([BELGIUM]);
    expect(await asked('query/?nested=false', 'true')).toEqual(await asked('query/'));
    expect((await admin.post('query/?nested=yes', { ontology_name: 'world', query })).body).toMatchObject({
      data: 'nested: "yes" is not one of true, false, 1, 0',
      error: { code: 'filter_malformed' },
    });
    const plain = 'SELECT name FROM continent ORDER BY name';
    expect((await admin.sql(plain, { headers: { nested: 'true' } })).text).toBe((await admin.sql(plain)).text);
  });

  it('includes the paths of a filter and of an order in a selection', async () => {
    const filter = '_subj_=has_country[country].name&_op_=in&_comp_=Fiji,Vanuatu&_select_=name&nested=true';
    const [region] = rowsOf(await admin.get(concept('region', `${filter}&_order_=has_country[country].name`)));
    expect(region).toEqual({ name: 'Melanesia', has_country: [{ name: 'Fiji' }, { name: 'Vanuatu' }] });
  });

  it('returns nested objects along a chain, and an empty array if nothing is related', async () => {
    const chain = '_subj_=has_region[region].has_country[country].name&_op_=eq&_comp_=Japan&nested=true';
    const [asia] = rowsOf(await admin.get(concept('continent', chain)));
    expect(asia).toMatchObject({ name: 'Asia', has_region: [{ has_country: [{ name: 'Japan' }] }] });
    const [iceland] = rowsOf(
      await admin.get(
        concept('country', '_subj_=name&_op_=eq&_comp_=Iceland&_select_=name,borders[country].name&nested=true'),
      ),
    );
    expect(iceland).toMatchObject({ name: 'Iceland', borders: [] });
  });
});

describe('selection, order and pages', () => {
  it('_select_ returns these columns, including paths, and no others', async () => {
    const filter = '_subj_=name&_op_=eq&_comp_=Belgium&_select_=has_capital[city].name,name';
    const answer = await admin.get(concept('country', filter));
    expect(answer.text).toContain('{"data":[{"has_capital[city].name":"Brussels","name":"Belgium"}]');
  });

  it.each(['capital_city_id', '-capital_city_id'])('_order_=%s sorts null last', async (order) => {
    const ids = column(rowsOf(await admin.get(concept('country', `_order_=${order}`))), 'capital_city_id');
    const numbers = ids.filter((id) => id !== null).map(Number);
    expect(ids.slice(numbers.length)).toEqual(ids.slice(numbers.length).map(() => null));
    expect(numbers.length).toBeLessThan(ids.length);
    expect(numbers).toEqual([...numbers].sort((a, b) => (order.startsWith('-') ? b - a : a - b)));
  });

  it.each([
    ['a concept', concept('country', '_order_=region_code'), 37],
    ['a parent of several concepts', concept('thing', '_subj_=entity_label&_op_=like&_comp_=Bel%25'), 40],
    ['a path to many', concept('country', '_subj_=borders[country].name&_op_=not_null'), 100],
    ['nested entities', concept('country', '_subj_=borders[country].name&_op_=not_null&nested=true'), 50],
    ['a view', view('capitals', '_order_=capital,country'), 60],
    ['a page that ends where the rows end', concept('continent'), 3],
  ])('pages of %s contain every row once', async (_, address, limit) => {
    const all = rowsOf(await admin.get(address));
    const joint = address.endsWith('?') ? '' : '&';
    const pages = await readPages(`${address}${joint}_limit_=${limit}`);
    expect(pages).toHaveLength(Math.ceil(all.length / limit));
    const columns = Object.keys(all[0]!);
    const paged = pages.flat().map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
    expect(sorted(paged)).toEqual(sorted(all));
  });

  it('_limit_=0 returns an empty page without a next one; _offset_ skips rows', async () => {
    expect((await admin.get(concept('continent', '_limit_=0'))).body).toMatchObject({ data: [], next: null });
    const answer = await admin.get(concept('continent', '_order_=name&_limit_=2&_offset_=5'));
    expect([column(rowsOf(answer), 'name'), answer.body.next]).toEqual([['Oceania'], null]);
    expect(column(rowsOf(await admin.get(concept('continent', '_order_=name&_offset_=4'))), 'name')).toHaveLength(2);
  });

  it.each(['exact', 'estimate'])('_count_=%s counts rows, and nested entities', async (count) => {
    const filter = `_subj_=speaks[language].name&_op_=not_null&_count_=${count}&_limit_=1`;
    const flat = await admin.get(concept('country', filter));
    expect(Object.keys(flat.body)).toEqual(['data', 'executed_query', 'total', 'next', 'status']);
    const [expected] = await admin.select('SELECT COUNT(`speaks[language].name`) AS n FROM country');
    expect(flat.body.total).toBe(expected!.n);
    const nested = await admin.get(concept('country', `${filter}&nested=true`));
    expect(nested.body.total).toBeLessThan(flat.body.total!);
  });

  it.each([
    ['json', ''],
    ['ndjson', '&_format_=ndjson'],
    ['csv', '&_format_=csv'],
  ])(
    'a cursor without _limit_ continues to the last row, with the selected columns and no others, as %s',
    async (_, format) => {
      const address = concept('country', '_select_=name&_order_=name');
      const { next } = (await admin.get(`${address}&_limit_=3`)).body;
      const rest = await admin.get(`${address}&_after_=${next}${format}`);
      const skipped = await admin.get(`${address}&_offset_=3${format}`);
      expect([rest.status, skipped.status]).toEqual([200, 200]);
      const [shown, expected] = [rest, skipped].map(({ text }) => text.replace(/"executed_query":.*/, ''));
      expect(shown).toBe(expected);
    },
  );
});

describe('response formats', () => {
  const ADDRESS = concept('continent', '_select_=name&_order_=name&_limit_=2');

  it.each([
    ['csv', 'text/csv', 'text/csv; charset=utf-8; header=present', 'name\r\nAfrica\r\nAmericas\r\n'],
    [
      'ndjson',
      'application/x-ndjson',
      'application/x-ndjson; charset=utf-8',
      '{"name":"Africa"}\n{"name":"Americas"}\n',
    ],
  ])('writes %s by _format_ and by Accept', async (format, accept, type, text) => {
    for (const answer of [
      await admin.get(`${ADDRESS}&_format_=${format}`),
      await admin.get(ADDRESS, { accept: `${accept};q=0.9, */*` }),
      await admin.get(`${ADDRESS}&_format_=${format}`, { accept: 'application/json' }),
    ])
      expect([answer.headers.get('content-type'), answer.text]).toEqual([type, text]);
  });

  it('writes JSON for any other Accept', async () => {
    for (const accept of ['*/*', 'text/html', 'application/json', ''])
      expect((await admin.get(ADDRESS, { accept })).body.status).toBe('success');
  });

  it('_typed_ returns numbers and booleans', async () => {
    const filter =
      '_subj_=name&_op_=eq&_comp_=Belgium&_select_=name,area_km2,is_landlocked,capital_city_id&_typed_=true';
    expect(rowsOf(await admin.get(concept('country', filter)))).toEqual([
      { name: 'Belgium', area_km2: 30_528, is_landlocked: false, capital_city_id: 2_800_866 },
    ]);
  });

  it('_explain_ returns the statement of the data source, and runs nothing', async () => {
    const answer = await admin.get(concept('city', "_subj_=name&_op_=eq&_comp_=it's&_explain_=true"));
    expect(answer.body).toEqual({
      data: {
        data_source: 'world',
        dialect: 'duckdb',
        statement: expect.stringMatching(/^SELECT .* FROM "city" .* = \$1$/) as string,
        parameters: [{ type: 'string', value: "it's" }],
        mappings: ['map_city'],
        dropped: [],
      },
      status: 'success',
    });
  });
});

describe('the explanation of a nested statement', () => {
  const FILTER = '_subj_=speaks[language].name&_op_=not_null&_select_=name';
  const explain = async (filter: string): Promise<string> =>
    ((await admin.get(concept('country', `${filter}&_explain_=true`))).body.data as { statement: string }).statement;
  const IDENTITY = '"speaks[language].language_code"';

  it('shows the statement that runs: with identities and with pages of entities', async () => {
    expect(await explain(FILTER)).not.toContain(IDENTITY);
    expect(await explain(`${FILTER}&nested=true`)).toContain(IDENTITY);
    const page = await explain(`${FILTER}&nested=true&_limit_=3&_offset_=6`);
    expect(page).toContain(IDENTITY);
    expect(page).toMatch(/\(.* LIMIT 4 OFFSET 6\)/);
  });

  it('includes the row that shows whether there is a next page', async () => {
    expect(await explain('_order_=name&_limit_=3')).toMatch(/ LIMIT 4$/);
  });

  it('depends on the header on POST query', async () => {
    const sql = 'EXPLAIN SELECT name, `speaks[language].name` FROM country ORDER BY name LIMIT 3';
    const planOf = async (nested: string): Promise<unknown> =>
      (await admin.select(sql, { headers: { nested } }))[0]?.PLAN;
    expect(await planOf('false')).not.toContain(IDENTITY);
    expect(await planOf('true')).toContain(IDENTITY);
    expect(await planOf('true')).toMatch(/\(.* LIMIT 3\)/);
  });
});

describe('executed_query', () => {
  it.each([
    concept('continent', '_subj_=name&_op_=not_eq&_comp_=it\'s \\ "`'),
    concept('country', '_subj_=area_km2&_op_=lt&_comp_=100&_conj_=or&_subj1_=is_landlocked&_op1_=eq&_comp1_=true'),
    concept(
      'country',
      '_subj_=name&_op_=like&_comp_=[b-d]%25\\_%25&_conj_=or&_subj1_=name&_op1_=in&_comp1_=Fiji,"a,b"',
    ),
    concept('country', '_subj_=borders[country].name&_op_=eq&_comp_=Germany'),
    concept('country', '_subj_=capital_city_id&_op_=is_null&_select_=name,in_region[region].name'),
    concept('city', '_subj_=population&_op_=gte&_comp_=5000000&_order_=-population&_limit_=7&_offset_=3'),
    concept('thing', '_subj_=entity_id&_op_=eq&_comp_=asia'),
    view('capitals', '_subj_=population&_op_=gt&_comp_=8000000'),
  ])('returns the same rows again: %s', async (address) => {
    const answer = await admin.get(`${address}&_typed_=true`);
    expect(rowsOf(answer).length).toBeGreaterThan(0);
    expect(sorted(await admin.select(answer.body.executed_query!))).toEqual(sorted(rowsOf(answer)));
  });
});

describe('a sensitive column', () => {
  let reader: Client;
  let trusted: Client;
  beforeAll(async () => {
    reader = await addUserWith(service, 'reader', 'GRANT QUERY ON ontology.world');
    trusted = await addUserWith(service, 'trusted', 'GRANT QUERY ON ontology.world', 'GRANT UNMASK ON ontology.world');
  });
  const BELGIUM = concept('country', '_subj_=name&_op_=eq&_comp_=Belgium&_select_=calling_code');

  it('shows its values to callers with UNMASK only', async () => {
    expect(rowsOf(await reader.get(BELGIUM))).toEqual([{ calling_code: 'XXXXXXXXX' }]);
    expect(rowsOf(await trusted.get(BELGIUM))).toEqual([{ calling_code: '+32' }]);
    expect(rowsOf(await admin.get(BELGIUM))).toEqual([{ calling_code: '+32' }]);
  });

  it.each([
    ['a filter', "SELECT name FROM country WHERE calling_code = '+32'", []],
    ['a pattern', "SELECT name FROM country WHERE calling_code LIKE '+3%'", []],
    ['a function', "SELECT MAX(LEFT(calling_code, 2)) AS c FROM country WHERE name = 'Belgium'", [{ c: 'XX' }]],
    ['a group', 'SELECT COUNT(DISTINCT calling_code) AS n FROM country', [{ n: 1 }]],
    ['a derived table', "SELECT c FROM (SELECT calling_code AS c FROM country) x WHERE c <> 'XXXXXXXXX'", []],
    ['a path', "SELECT name FROM city WHERE `in_country[country].calling_code` = '+32' LIMIT 1", []],
  ])('reveals nothing through %s', async (_, query, rows) => {
    expect(await reader.select(query)).toEqual(rows);
    expect(await trusted.select(query)).not.toEqual(rows);
  });

  it('reveals nothing through URL filters or orders, and null stays null', async () => {
    const byValue = concept('country', '_subj_=calling_code&_op_=eq&_comp_=%2B32');
    expect(rowsOf(await reader.get(byValue))).toEqual([]);
    expect(rowsOf(await trusted.get(byValue)).length).toBeGreaterThan(0);
    const byOrder = concept('country', '_order_=-calling_code&_select_=country_code&_limit_=240');
    const codes = column(rowsOf(await reader.get(byOrder)), 'country_code');
    expect(codes).toEqual([...codes].sort().reverse());
    expect(rowsOf(await reader.get(concept('country', '_subj_=calling_code&_op_=is_null')))).toHaveLength(2);
  });

  it('requires UNMASK in the condition of a logic concept', async () => {
    const editor = await addUserWith(service, 'editor', 'GRANT EDIT ON ontology.world');
    const define = 'CREATE CONCEPT plus_3 INHERITS (country)\n  FROM dsvc.country WHERE';
    const error = expectRefusal(await editor.sql(`${define} calling_code LIKE '+3%'`), 403, 'auth_forbidden');
    expect(error.position).toEqual({ line: 2, column: 27 });
    const path = "CREATE CONCEPT city_32 INHERITS (city) FROM city WHERE `in_country[country].calling_code` = '+32'";
    expectRefusal(await editor.sql(path), 403, 'auth_forbidden');
    rowsOf(await editor.sql(`${define} name LIKE 'A%'`));
    rowsOf(await editor.sql('DROP CONCEPT plus_3'));
  });
});

describe('POST query', () => {
  it('returns typed values: numbers, true and false, comparisons as 1 and 0, nothing rounded', async () => {
    const answer = await admin.sql(
      "SELECT name, area_km2, is_landlocked, 1 = 2 AS c, NULL AS n, 9007199254740993 AS big, CAST('1.10' AS DECIMAL(5,2)) AS d FROM country WHERE name = 'Belgium'",
    );
    expect(answer.text).toBe(
      '{"data":[{"name":"Belgium","area_km2":30528,"is_landlocked":false,"c":0,"n":null,"big":"9007199254740993","d":"1.10"}],"status":"success"}',
    );
  });

  it.each([
    ['SELECT 1', [{ '1': 1 }]],
    ['-- a comment\nSELECT 1 AS a', [{ a: 1 }]],
    ['SELECT * FROM (SELECT name FROM city) q WHERE 1=0', []],
    ['SELECT 1 AS a; SELECT name FROM city; SELECT 2 AS b;', [{ b: 2 }]],
    ["WITH big AS (SELECT name FROM megacity) SELECT COUNT(*) AS n FROM big WHERE name LIKE 'B%'", [{ n: 2 }]],
    [
      'SELECT name FROM (SELECT name, RANK() OVER (ORDER BY population DESC) AS r FROM dsvc.megacity) x WHERE r = 2',
      [{ name: 'Istanbul' }],
    ],
    [
      "SELECT name FROM country WHERE name = 'Fiji' UNION ALL SELECT name FROM continent WHERE name = 'Asia' ORDER BY 1",
      [{ name: 'Asia' }, { name: 'Fiji' }],
    ],
  ])('%s', async (query, rows) => {
    expect(await admin.select(query)).toEqual(rows);
  });

  it('writes other formats by Accept', async () => {
    const answer = await admin.sql('SELECT 1 AS a, 2 AS b', { headers: { accept: 'text/csv' } });
    expect(answer.text).toBe('a,b\r\n1,2\r\n');
  });

  it.each([
    ['SHOW VERSION', ['id']],
    ['SHOW ONTOLOGIES', ['ontology', 'description']],
    ['SHOW DATASOURCES', ['datasource', 'type', 'is_active']],
    ['SHOW CONCEPTS', ['concept']],
    ['SHOW SCHEMAS', ['schema_name']],
    ['SHOW TABLES', ['tab_name']],
    ['SHOW TABLES IN vsvc', ['tab_name']],
    ['SHOW TAGS', ['target_type', 'target_name', 'tag_name', 'tag_value']],
    ['DESC capital', ['col_name', 'data_type', 'comment']],
    ['DESCRIBE vsvc.capitals', ['col_name', 'data_type', 'comment']],
    ['DESC svc.SYS_TAGS', ['col_name', 'data_type', 'comment']],
    ['DESCRIBE CONCEPT city', ['col_name', 'data_type', 'comment', 'key', 'inheritance_marker']],
    [
      "DESCRIBE CONCEPT dsvc.city OPTIONS (graph_depth = '2')",
      ['col_name', 'data_type', 'comment', 'key', 'inheritance_marker'],
    ],
    ['EXPLAIN SELECT name FROM city', ['PLAN']],
    ['SHOW TOKENS FOR admin', ['name', 'created', 'expires']],
    ['SHOW USERS', ['name', 'email', 'first_name', 'last_name', 'state', 'created', 'roles']],
    ['SHOW ROLES', ['name', 'users']],
    ['SHOW PERMISSIONS', ['grantee_type', 'grantee', 'permission', 'resource']],
    ['SHOW HISTORY', ['version', 'parent', 'author', 'time', 'statements']],
    ['SHOW CREATE ONTOLOGY world', ['script']],
  ])('%s has exactly its keys', async (statement, keys) => {
    const rows = await admin.select(statement);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row)).toEqual(keys);
  });

  it('reads the system tables, on an ontology and on system, but never together with data', async () => {
    expect(await admin.select("SELECT base, derived FROM svc.sys_inheritance WHERE derived = 'megacity'")).toEqual([
      { base: 'city', derived: 'megacity' },
    ]);
    expect(await admin.select('SELECT ontology FROM svc.sys_ontologies', { ontology: 'system' })).toEqual([
      { ontology: 'world' },
    ]);
    const mixed = await admin.sql('SELECT * FROM svc.sys_concepts c JOIN city ON city.name = c.concept');
    expectRefusal(mixed, 422, 'plan_several_data_sources');
    const unqualified = expectRefusal(await admin.sql('SELECT * FROM sys_tags'), 404, 'plan_unknown_table');
    expect(unqualified.hint).toContain('svc.sys_tags');
  });

  it('describes every system table that SHOW TABLES lists', async () => {
    const tables = column(await admin.select('SHOW TABLES IN svc'), 'tab_name').filter((name) =>
      String(name).startsWith('sys_'),
    );
    expect(tables).toHaveLength(20);
    for (const table of tables) {
      const described = await admin.select(`DESC svc.${String(table)}`);
      const [first] = await admin.select(`SELECT * FROM svc.${String(table)} LIMIT 1`);
      if (first !== undefined) expect(column(described, 'col_name')).toEqual(Object.keys(first));
    }
  });

  it('describes paths up to the requested depth', async () => {
    const named = async (depth: number): Promise<unknown[]> =>
      column(await admin.select(`DESCRIBE CONCEPT city OPTIONS (graph_depth = '${depth}')`), 'col_name');
    expect(await named(1)).toContain('in_country[country].name');
    expect(await named(1)).not.toContain('in_country[country].in_region[region].name');
    expect(await named(2)).toContain('in_country[country].in_region[region].name');
  });

  it('applies definitions together, then runs the last statement on the new ontology', async () => {
    const script = `
      CREATE ONTOLOGY shop DESCRIPTION = 'for tests';
      CREATE DATASOURCE first TYPE duckdb OPTIONS (path = 'world.duckdb');
      CREATE DATASOURCE second TYPE duckdb OPTIONS (path = 'world.duckdb');
      CREATE CONCEPT town (id integer, name string, PRIMARY KEY (id), LABEL (name));
      CREATE CONCEPT land (code string, PRIMARY KEY (code));
      CREATE CONCEPT bare (x string, PRIMARY KEY (x));
      CREATE MAPPING towns INTO (town) AS SELECT city_id AS id, city_name AS name FROM city;
      CREATE MAPPING lands INTO (land) USING second AS SELECT country_code AS code FROM country;
      SELECT COUNT(*) AS n FROM town`;
    expect(await admin.select(script, { ontology: 'system' })).toEqual([{ n: 135_233 }]);
    expect((await admin.sql("CREATE PROPERTY p string DESCRIPTION = 'x'", { ontology: 'shop' })).body).toEqual({
      data: [],
      status: 'success',
    });
  });

  describe('one request, one version', () => {
    const shop = { ontology: 'shop' };
    const history = (): Promise<readonly Row[]> => admin.select('SHOW HISTORY', shop);

    it.each([
      ['CREATE PROPERTY q string; CREATE PROPERTY p string', 409, 'ontology_name_taken'],
      ['CREATE PROPERTY q string; SELECT nothing FROM town', 400, 'plan_unknown_name'],
      ['SELECT nothing FROM town; CREATE PROPERTY q string', 400, 'plan_unknown_name'],
      ['EXPLAIN SELECT nothing FROM town; CREATE PROPERTY q string', 400, 'plan_unknown_name'],
      ['CREATE PROPERTY q string; EXPLAIN SELECT * FROM bare', 422, 'plan_no_mapping'],
      ['CREATE PROPERTY q string; DESCRIBE nothing', 404, 'plan_unknown_table'],
      ['DESCRIBE CONCEPT nothing; CREATE PROPERTY q string', 404, 'plan_unknown_table'],
      ['SHOW TABLES IN nothing; CREATE PROPERTY q string', 404, 'plan_unknown_table'],
      ['SHOW CREATE ONTOLOGY nothing; CREATE PROPERTY q string', 404, 'ontology_unknown'],
      ['CREATE PROPERTY q string; SHOW TOKENS FOR nobody', 404, 'account_unknown'],
      ['SELECT name FROM town; DROP CONCEPT town CASCADE', 404, 'plan_unknown_table'],
      ['SHOW HISTORY; DROP ONTOLOGY shop', 404, 'ontology_unknown'],
      ['CREATE PROPERTY q string; DROP ROLE nobody', 404, 'account_unknown'],
      ['CREATE ROLE half; CREATE PROPERTY q string; GRANT ROLE half TO USER nobody', 404, 'account_unknown'],
      ['CREATE ROLE half; CREATE PROPERTY p string', 409, 'ontology_name_taken'],
      ['CREATE ROLE half; CREATE ROLE half', 409, 'account_name_taken'],
      ['CREATE ROLE half; SELECT nothing', 400, 'plan_unknown_name'],
      ["CREATE ROLE half; CREATE POLICY p FILTER town WHERE name = 'x' TO ROLE haif", 404, 'account_unknown'],
      ['CREATE POLICY p MASK PROPERTY name WITH hash() EXCEPT ROLE half', 404, 'account_unknown'],
      ['CREATE POLICY p MASK PROPERTY name OF land WITH hash()', 404, 'ontology_unknown_definition'],
    ])('%s changes nothing', async (query, status, code) => {
      const before = await history();
      expectRefusal(await admin.sql(query, shop), status, code);
      expect(await history()).toEqual(before);
      expectRefusal(await admin.sql('DROP ROLE half', { ontology: 'system' }), 404, 'account_unknown');
    });

    it('applies definitions and statements that read them in any order', async () => {
      const before = await history();
      const mixed = `SELECT label FROM village; DESCRIBE village; CREATE POLICY own FILTER town WHERE name = 'x' TO ROLE reeve; CREATE ROLE reeve;
        CREATE CONCEPT village (label string) INHERITS (town);
        GRANT QUERY ON ontology.shop TO ROLE reeve; SHOW VERSION`;
      const mapping = 'CREATE MAPPING villages INTO (village) AS SELECT city_id AS id, city_name AS label FROM city;';
      expectRefusal(await admin.sql(mixed, shop), 422, 'plan_no_mapping');
      expect(await history()).toEqual(before);
      const [{ id }] = (await admin.select(mapping + mixed, shop)) as [{ id: string }];
      const after = await history();
      expect(after).toHaveLength(before.length + 1);
      expect(after[0]).toMatchObject({ version: id, parent: before[0]?.version });
      rowsOf(await admin.sql('DROP ROLE reeve; DROP POLICY own; DROP CONCEPT village CASCADE', shop));
    });
  });

  it('rejects a change under If-Match after the ontology has changed', async () => {
    const [{ id }] = (await admin.select('SHOW VERSION', { ontology: 'shop' })) as [{ id: string }];
    const change = (name: string): Promise<Answer> =>
      admin.sql(`CREATE PROPERTY ${name} string`, { ontology: 'shop', headers: { 'if-match': id } });
    expect((await change('once')).status).toBe(200);
    const [now] = await admin.select('SHOW VERSION', { ontology: 'shop' });
    const headers = { 'if-match': `"${id}", W/"${String(now?.id)}"` };
    expect((await admin.sql('CREATE PROPERTY either string', { ontology: 'shop', headers })).status).toBe(200);
    expectRefusal(await change('twice'), 409, 'ontology_changed');
  });

  it('returns 422 for statements that the ontology cannot answer', async () => {
    const shop = { ontology: 'shop' };
    const several = expectRefusal(await admin.sql('SELECT * FROM town, land', shop), 422, 'plan_several_data_sources');
    expect(several.hint).toContain('one data source');
    expectRefusal(await admin.sql('SELECT * FROM bare', shop), 422, 'plan_no_mapping');
    expectRefusal(await admin.get('q/shop/concept/bare'), 422, 'plan_no_mapping');
  });

  it('drops the ontology', async () => {
    expect((await admin.sql('DROP ONTOLOGY shop', { ontology: 'system' })).status).toBe(200);
    expectRefusal(await admin.sql('SHOW CONCEPTS', { ontology: 'shop' }), 404, 'ontology_unknown');
  });
});

describe('endpoints 1, 3, 4, 7 and 8', () => {
  it('lists, creates and describes ontologies, with and without a trailing slash', async () => {
    expect((await admin.get('get_ontologies/')).body).toEqual({ data: ['world'], status: 'success' });
    for (const [address, name] of [
      ['create_ontology', 'plain'],
      ['create_ontology/', 'Größe 1'],
    ] as const)
      expect((await admin.post(address, { ontology_name: name })).text).toBe('{"status":"success"}');
    expect((await admin.get('get_ontologies')).body.data).toEqual(
      expect.arrayContaining(['world', 'plain', 'Größe 1']),
    );
    expectRefusal(await admin.post('create_ontology', { ontology_name: 'PLAIN' }), 409, 'ontology_name_taken');
    expect((await admin.get('get_ontology/gr%C3%B6sse%201')).status).toBe(404);
    const details = await admin.get('get_ontology/GR%C3%96%C3%9FE%201');
    expect(details.body.data).toMatchObject({ datasources: [], views: {}, quote: '`' });
  });

  it.each(['', 'a.b', 'a[b]', 'a*', 'a`b', 'a"b', 'a/b', '~a', '-a', 'sys_a', '_type_of_a', 'system', 'x'.repeat(129)])(
    'rejects the ontology name %j',
    async (name) => {
      expectRefusal(await admin.post('create_ontology', { ontology_name: name }), 400, 'ontology_bad_name');
    },
  );

  it('returns the details of an ontology by GET and POST', async () => {
    const answer = await admin.get('get_ontology/world');
    expect((await admin.post('get_ontology/world/')).text).toBe(answer.text);
    const data = answer.body.data as Record<string, unknown>;
    expect(Object.keys(data)).toEqual([
      'datasources',
      'ontology',
      'properties',
      'quote',
      'relationships',
      'version',
      'views',
    ]);
    expect(data).toMatchObject({
      datasources: [{ datasource: 'world', type: 'duckdb', is_active: 1 }],
      properties: { population: { property_type: 'integer', concepts: expect.arrayContaining(['city']) as string[] } },
      version: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      views: { capitals: { is_cube: 0, query: expect.stringMatching(/^SELECT/) as string } },
    });
  });

  it('rejects clear_cache without a key-value backend', async () => {
    for (const answer of [await admin.get('clear_cache/world'), await admin.post('clear_cache/world/')])
      expectRefusal(answer, 501, 'cache_not_configured');
  });

  it('returns no configuration value that is not allowed', async () => {
    expectRefusal(await admin.post('get_config/API_AUTH_SALT'), 403, 'config_not_allowed');
  });
});

describe('errors of endpoints 5 and 6', () => {
  const HINTED: [string, string, string, string][] = [
    ['an ontology', 'q/worlt/concept/city', '404 ontology_unknown', 'world'],
    ['a concept', concept('citi'), '404 plan_unknown_table', 'city'],
    ['a view', view('capital'), '404 plan_unknown_table', 'capitals'],
    ['a property', concept('city', '_subj_=popluation&_op_=is_null'), '400 plan_unknown_name', 'population'],
    ['a selected property', concept('city', '_select_=nam'), '400 plan_unknown_name', 'name'],
    ['an ordering property', concept('city', '_order_=-nam'), '400 plan_unknown_name', 'name'],
    ['a column of a view', view('capitals', '_subj_=captal&_op_=is_null'), '400 plan_unknown_name', 'capital'],
    [
      'a first step',
      concept('city', '_select_=in_contry[country].name'),
      '400 plan_unknown_name',
      'in_country[country]',
    ],
    [
      'a later step',
      concept('city', '_select_=in_country[country].in_reg[region].name'),
      '400 plan_unknown_name',
      'in_region',
    ],
    ['the target of a step', concept('city', '_select_=in_country[contry].name'), '400 plan_unknown_name', 'country'],
    ['the end of a path', concept('city', '_select_=in_country[country].nam'), '400 plan_unknown_name', 'name'],
    ['an operator', concept('city', '_subj_=name&_op_=liek&_comp_=a'), '400 filter_unknown_operator', 'like'],
    ['a parameter', concept('city', '_limt_=1'), '400 filter_unknown_parameter', '_limit_'],
  ];
  it.each(HINTED)('suggests a name for %s: %s', async (_, address, refusal, nearest) => {
    const [status = '', code = ''] = refusal.split(' ');
    expect(expectRefusal(await admin.get(address), Number(status), code).hint).toContain(`did you mean "${nearest}"?`);
  });

  it.each([
    ['a concept is no view', view('city'), 404, 'plan_unknown_table'],
    ['a table of the data source is missing', concept('country_border'), 404, 'plan_unknown_table'],
    [
      'a path-like view column is matched whole',
      view('capitals', '_select_=in_country[country].name'),
      400,
      'plan_unknown_name',
    ],
    ['a measure in a filter', concept('city', '_subj_=measure.n&_op_=eq&_comp_=1'), 400, 'plan_unknown_name'],
    ['a parameter that no rule names', concept('city', 'name=Paris'), 400, 'filter_unknown_parameter'],
    ['a broken escape in a name', concept('city', '_subj%zz=name'), 400, 'request_malformed'],
    ['bytes that are no UTF-8', concept('city', '_subj_=%ff'), 400, 'request_malformed'],
  ])('%s', async (_, address, status, code) => {
    expectRefusal(await admin.get(address), status, code);
  });

  it.each([
    ['no subject', '_op_=eq&_comp_=a'],
    ['an empty subject', '_subj_=&_op_=eq&_comp_=a'],
    ['no operator', '_subj_=name&_comp_=a'],
    ['no comparator', '_subj_=name&_op_=eq'],
    ['a comparator of is_null', '_subj_=name&_op_=is_null&_comp_=a'],
    ['an unknown conjunction', '_subj_=name&_op_=is_null&_conj_=XOR&_subj1_=name&_op1_=is_null'],
    ['a conjunction alone', '_conj_=AND'],
    ['two spellings of the first group', '_subj_=name&_subj0_=name&_op_=is_null'],
    ['a parameter twice', '_subj_=name&_subj_=name&_op_=is_null'],
    ['an empty list', '_subj_=name&_op_=in&_comp_='],
    ['a list with a gap', '_subj_=name&_op_=in&_comp_=a,,b'],
    ['an open quote in a list', '_subj_=name&_op_=not_in&_comp_="a'],
    ['an empty selection', '_select_='],
    ['no number', '_limit_=ten'],
    ['a negative number', '_offset_=-1'],
    ['an unknown kind of count', '_count_=maybe'],
    ['an unknown format', '_format_=xml'],
    ['no flag', 'nested=yes'],
    ['a cursor that the service did not issue', '_limit_=1&_after_=abc'],
    ['a cursor with an offset', '_limit_=1&_after_=abc&_offset_=1'],
  ])('rejects a filter with %s', async (_, filter) => {
    expectRefusal(await admin.get(concept('city', filter)), 400, 'filter_malformed');
  });

  it('rejects a header nested that is not a flag', async () => {
    expectRefusal(await admin.get(concept('city'), { nested: 'maybe' }), 400, 'filter_malformed');
    expectRefusal(await admin.sql('SELECT 1', { headers: { nested: 'maybe' } }), 400, 'filter_malformed');
  });

  it('rejects a cursor of another request', async () => {
    const { next } = (await admin.get(concept('city', '_limit_=1'))).body;
    const answer = await admin.get(concept('city', `_order_=name&_limit_=1&_after_=${next}`));
    expect(expectRefusal(answer, 400, 'filter_malformed').hint).toContain('_limit_');
  });

  it.each<[string, string, string, (key: readonly string[]) => unknown]>([
    ['a value more', 'population', 'filter_malformed', (key) => [...key, '1']],
    ['a value less', 'population', 'filter_malformed', (key) => key.slice(1)],
    ['no value', 'population', 'filter_malformed', () => []],
    ['a key after which no row can be', 'population', 'filter_malformed', () => [null, null]],
    ['a number as value', 'population', 'filter_malformed', () => [1, 2]],
    ['a value of another type', 'population', 'plan_bad_value', () => ['a', 'b']],
    ['a key where rows are counted', 'latitude', 'filter_malformed', () => ['1.5', '2']],
  ])('rejects a changed cursor: %s', async (_, order, code, change) => {
    const address = concept('city', `_order_=${order}&_limit_=1`);
    const next = (await admin.get(address)).body.next!;
    const [of, offset, key = []] = JSON.parse(Buffer.from(next, 'base64url').toString()) as [string, number, string[]?];
    const changed = Buffer.from(JSON.stringify([of, offset, change(key)])).toString('base64url');
    expectRefusal(await admin.get(`${address}&_after_=${changed}`), 400, code);
    expectRefusal(await admin.get(`${address}&_after_=${next.slice(0, -3)}`), 400, 'filter_malformed');
    expectRefusal(await admin.get(`${address}&_after_=${next}&_offset_=1`), 400, 'filter_malformed');
  });

  it.each([
    ['population', 'eq', 'abc'],
    ['population', 'eq', ''],
    ['population', 'gt', '1e99'],
    ['population', 'in', '1,two'],
    ['population', 'eq', '1.5'],
    ['population', 'lt', '99999999999999999999'],
    ['latitude', 'eq', '0x1F'],
    ['in_country[country].is_landlocked', 'eq', 'maybe'],
  ])('rejects a value that does not fit: %s %s %j', async (subject, operator, comparator) => {
    const filter = new URLSearchParams({ _subj_: subject, _op_: operator, _comp_: comparator });
    expectRefusal(await admin.get(concept('city', filter.toString())), 400, 'plan_bad_value');
  });
});

describe('errors of POST query', () => {
  it.each<[string, ErrorCode, string, string?]>([
    ['SELEC 1', 'statement_malformed', '1:1', 'did you mean "SELECT"?'],
    ['SELECT 1 AS\n  FROM', 'statement_malformed', '2:3'],
    ['SELECT name\nFROM citi', 'plan_unknown_table', '2:6', 'did you mean "city"?'],
    ['SELECT 1;\n SELECT nam FROM city', 'plan_unknown_name', '2:9', 'did you mean "name"?'],
    ["SELECT name FROM city\nWHERE population > 'abc'", 'plan_bad_value', '2:20'],
    ['SHOW TABLES\r\nIN dscv', 'plan_unknown_table', '2:4', 'svc'],
    ['DESC dscv.city', 'plan_unknown_table', '1:6', 'svc'],
    ['SHOW VERSION; SHOW CREATE ONTOLOGY wrold', 'ontology_unknown', '1:36', 'did you mean "world"?'],
    ['SELECT 1;\r\n DROP ONTOLOGY wrold', 'ontology_unknown', '2:16', 'did you mean "world"?'],
    ["RESTORE ONTOLOGY wrold TO VERSION 'x'", 'ontology_unknown', '1:18', 'did you mean "world"?'],
    ["ALTER ONTOLOGY wrold SET DESCRIPTION = 'x'", 'ontology_unknown', '1:16', 'did you mean "world"?'],
    ['CREATE ONTOLOGY world', 'ontology_name_taken', '1:17'],
    [
      "/* größe */ SELECT 'ü';\r\nCREATE VIEW v AS SELECT nam FROM city",
      'ontology_invalid',
      '2:25',
      'did you mean "name"?',
    ],
    ['CREATE CONCEPT c (x integer,\r\n PRIMARY KEY (y))', 'ontology_unknown_definition', '2:15'],
    ['SELECT name FROM city, country', 'plan_ambiguous_name', '1:8'],
    ['SELECT SLEEP(1)', 'plan_invalid', '1:8'],
    ['INSERT INTO city VALUES (1)', 'statement_not_allowed', '1:1'],
    ['SELECT @@version', 'statement_not_allowed', '1:8'],
    ['CREATE CONCEPT city (a string)', 'ontology_name_taken', '1:16'],
    ['DROP CONCEPT city', 'ontology_in_use', '1:14'],
    ['DROP CONCEPT citi', 'ontology_unknown_definition', '1:14', 'did you mean "city"?'],
    ['GRANT QUERY ON ontology.world TO USER nobody', 'account_unknown', '1:39'],
  ])('%j: %s at %s', async (query, code, place, hint = '') => {
    const [line, column] = place.split(':').map(Number);
    const answer = await admin.sql(query);
    const error = expectRefusal(answer, STATUS_OF_CODE[code], code);
    expect(error.position).toEqual({ line, column });
    expect(error.hint ?? '').toContain(hint);
  });

  it.each([
    ['', 'request_malformed'],
    [' ; -- nothing', 'statement_malformed'],
    ['SELECT `measure.n` FROM city', 'plan_unknown_name'],
    ["SELECT '", 'statement_malformed'],
    ['SELECT 1 /*! + 1 */', 'statement_malformed'],
    [`SELECT ${'('.repeat(100_000)}1`, 'statement_too_large'],
  ])('returns 400 for %.40j', async (query, code) => {
    expectRefusal(await admin.sql(query), 400, code);
  });

  it('rejects a body that is too large', async () => {
    expectRefusal(await admin.sql(`SELECT '${'x'.repeat(4 * 2 ** 20)}'`), 413, 'request_too_large');
  });
});

describe('rights', () => {
  let guest: Client;
  beforeAll(async () => {
    guest = await addUserWith(service, 'guest');
    expect((await admin.post('create_ontology', { ontology_name: 'hidden' })).status).toBe(200);
    rowsOf(await admin.sql('REVOKE ACCESS ON ontology.hidden FROM ROLE public', { ontology: 'system' }));
  });

  it('returns the model and 403 for rows to callers with ACCESS only', async () => {
    expect((await guest.get('get_ontology/world')).status).toBe(200);
    expect(await guest.select('SHOW CONCEPTS')).toContainEqual({ concept: 'city' });
    for (const answer of [
      await guest.get(concept('city', '_limit_=1')),
      await guest.get(view('capitals')),
      await guest.get(concept('city', '_explain_=true')),
      await guest.sql('SELECT name FROM svc.city'),
      await guest.sql('SELECT 1 WHERE EXISTS (SELECT 1 FROM city)'),
      await guest.sql('EXPLAIN SELECT name FROM city'),
      await guest.sql('SELECT name FROM city; SELECT 1'),
      await guest.sql('CREATE PROPERTY p string'),
      await guest.sql('CREATE ONTOLOGY mine', { ontology: 'system' }),
      await guest.sql("CREATE USER eve PASSWORD 'long enough, too'"),
      await guest.sql('GRANT QUERY ON ontology.world TO USER guest'),
      await guest.sql('DROP ONTOLOGY world', { ontology: 'system' }),
      await guest.post('create_ontology', { ontology_name: 'mine' }),
    ])
      expectRefusal(answer, 403, 'auth_forbidden');
  });

  it('returns the same 404 for ontologies without ACCESS and for unknown names', async () => {
    expect((await guest.get('get_ontologies')).body.data).not.toContain('hidden');
    for (const name of ['hidden', 'nothing']) {
      const answers = [
        await guest.get(`get_ontology/${name}`),
        await guest.get(`q/${name}/concept/thing`),
        await guest.get(`q/${name}/view/x`),
        await guest.sql('SELECT 1', { ontology: name }),
        await guest.sql('SHOW CONCEPTS', { ontology: name }),
        await guest.sql('CREATE PROPERTY p string', { ontology: name }),
        await guest.sql(`DROP ONTOLOGY ${name}`, { ontology: 'system' }),
        await guest.sql(`SHOW CREATE ONTOLOGY ${name}`, { ontology: 'system' }),
      ];
      for (const answer of answers) {
        expect(expectRefusal(answer, 404, 'ontology_unknown').hint).toBeUndefined();
        expect(answer.body.data).toBe(`unknown ontology "${name}"`);
      }
    }
  });

  it('reads views with QUERY on the view schema, and nothing else', async () => {
    const viewer = await addUserWith(service, 'viewer', 'GRANT QUERY ON ontology.world.schema.vsvc');
    expect(rowsOf(await viewer.get(view('capitals', '_limit_=1')))).toHaveLength(1);
    expectRefusal(await viewer.get(concept('city', '_limit_=1')), 403, 'auth_forbidden');
  });

  it.each([
    'get_ontologies',
    'get_ontology/world',
    concept('city'),
    view('capitals'),
    'clear_cache/world',
    'get_config/X',
  ])('returns 401 without a valid key for %s', async (address) => {
    for (const token of ['', 'nonsense', `tk_${'0'.repeat(64)}`])
      expectRefusal(await new Client(service.api, token).get(address), 401, 'auth_missing_credentials');
  });
});

describe('limits of a deployment', () => {
  let limited: RunningService;
  let client: Client;
  beforeAll(async () => {
    limited = await startService({ MAX_ROWS: '3', ALLOWED_CONFIG_ENVS_IN_API: 'REGION', REGION: 'eu-west' });
    client = new Client(limited.api, limited.token);
    mkdirSync(join(limited.dataDir, 'sources'));
    writeFileSync(
      join(limited.dataDir, 'sources', 'towns.csv'),
      'id,name\n1,Ath\n2,Binche\n3,Ciney\n4,Diest\n5,Eeklo\n',
    );
    const script = `CREATE ONTOLOGY small;
      CREATE DATASOURCE files TYPE files OPTIONS (path = 'towns.csv');
      CREATE CONCEPT town (id integer, name string, PRIMARY KEY (id), LABEL (name));
      CREATE MAPPING towns INTO (town) AS SELECT id, name FROM towns`;
    rowsOf(await client.sql(script, { ontology: 'system' }));
  });
  afterAll(() => limited.close());

  it('MAX_ROWS truncates, and reports it before the status', async () => {
    for (const answer of [
      await client.get('q/small/concept/town'),
      await client.sql('SELECT name FROM town', { ontology: 'small' }),
    ]) {
      expect(rowsOf(answer)).toHaveLength(3);
      expect(answer.text).toMatch(/"truncated":true,"status":"success"\}$/);
    }
    const page = await client.get('q/small/concept/town?_limit_=3');
    expect(Object.keys(page.body)).toEqual(['data', 'executed_query', 'next', 'status']);
    expect((await client.select('SHOW TABLES IN svc', { ontology: 'small' })).length).toBeGreaterThan(3);
  });

  it('returns an allowed configuration value by GET and POST', async () => {
    for (const answer of [await client.get('get_config/REGION'), await client.post('get_config/REGION/')])
      expect(answer.body).toEqual({ data: { REGION: 'eu-west' }, status: 'success' });
  });
});

describeWithRedis('clear_cache with Redis', () => {
  it('clears the cache of an ontology that the caller may see, and rejects patterns', async () => {
    const cached = await startService({ CACHE_URL: REDIS_URL.href });
    try {
      const client = new Client(cached.api, cached.token);
      await client.post('create_ontology', { ontology_name: 'kept' });
      for (const answer of [await client.get('clear_cache/kept'), await client.post('clear_cache/kept/')])
        expect([answer.status, answer.text]).toEqual([200, '{"status":"success"}']);
      for (const name of ['lost', '*', 'kep%3F'])
        expectRefusal(await client.get(`clear_cache/${name}`), 404, 'ontology_unknown');
    } finally {
      await cached.close();
    }
  });
});
