import { Client, rowsOf, type Row } from '../support/client';
import { addUser } from '../support/add-user';
import { type RunningService, startService } from '../support/service';

let service: RunningService;
let admin: Client;

beforeAll(async () => {
  service = await startService({ DATABASE_URL: '' });
  admin = new Client(service.api, service.token);
});
afterAll(() => service.close());

/** Returns rows with the names of full paths in place of short ones. */
const named = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key.replace('[country]', ''), value])),
  );

const FULL =
  'q/world/concept/city?_subj_=in_country[country].name&_op_=in&_comp_=Fiji,Belgium&_conj_=and&_subj1_=population&_op1_=gt&_comp1_=0';

it.each([
  '',
  '&_select_=name,in_country[country].name&_order_=-in_country[country].name,name',
  '&_order_=in_country[country].name&_limit_=3&_count_=exact',
  '&_select_=in_country[country].has_city[city].name&_order_=name&_limit_=4',
  '&nested=true&_limit_=2',
  "&_where_=`in_country[country].name`='Fiji'",
  '&_select_=in_country[country].name,count(),max(in_country[country].area_km2)&_order_=in_country[country].name',
])('a filter by a short path returns the rows of the full one: %s', async (more) => {
  const full = await admin.get(FULL + more);
  const short = await admin.get((FULL + more).replaceAll('[country]', '').replaceAll('[city]', ''));
  expect(rowsOf(short).length).toBeGreaterThan(0);
  const isNested = more.includes('nested');
  const shorten = (rows: readonly Row[]): unknown => JSON.parse(JSON.stringify(named(rows)).replaceAll('[city]', ''));
  expect(rowsOf(short)).toEqual(isNested ? rowsOf(full) : shorten(rowsOf(full)));
  expect(short.body.total).toBe(full.body.total);
  const executed = short.body.executed_query ?? '';
  expect(executed).toContain('`in_country.name`');
  if (!isNested) expect(await admin.select(executed)).toHaveLength(rowsOf(short).length);
}); // prettier-ignore

it('returns each entity once along a short path to many', async () => {
  const address = 'q/world/concept/country?_subj_=has_city[city].name&_op_=like&_comp_=S%25&_select_=name&_order_=name&_limit_=9&_distinct_=true'; // prettier-ignore
  const [full, short] = [await admin.get(address), await admin.get(address.replace('[city]', ''))];
  expect(rowsOf(full)).toHaveLength(9);
  expect(rowsOf(short)).toEqual(rowsOf(full));
  const refused = await admin.get('q/world/concept/country?_select_=has_city.name&_distinct_=true');
  expect([refused.status, refused.body.error?.code]).toEqual([400, 'filter_malformed']);
});

it('pages along a short path reach every row once', async () => {
  const address = 'q/world/concept/city?_subj_=in_country.name&_op_=eq&_comp_=Fiji&_select_=name,in_country.has_city.name&_order_=in_country.has_city.name'; // prettier-ignore
  const all = rowsOf(await admin.get(address));
  const seen: Row[] = [];
  for (let after = ''; ;) {
    const { body } = await admin.get(`${address}&_limit_=3${after}`);
    seen.push(...(body.data as readonly Row[]));
    if (body.next === null || body.next === undefined) break;
    after = `&_after_=${encodeURIComponent(body.next)}`;
  }
  const printed = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort();
  expect(printed(seen)).toEqual(printed(all));
});

it('holds in views, masks and row filters', async () => {
  rowsOf(await admin.sql("CREATE ROLE tourist; CREATE VIEW towns AS SELECT name, `in_country.name` FROM city; CREATE POLICY near FILTER city WHERE `in_country.name` = 'Fiji' TO ROLE tourist; CREATE POLICY veiled MASK PROPERTY official_name WITH constant('veiled')")); // prettier-ignore
  const eve = await addUser(service, { name: 'eve', ontology: 'world' }, 'GRANT ROLE tourist');
  const countries = await eve.select('SELECT DISTINCT `in_country.name` FROM vsvc.towns');
  expect(countries).toEqual([{ 'in_country.name': 'Fiji' }]);
  expect(await eve.select('SELECT DISTINCT `in_country.official_name` FROM city')).toEqual([{ 'in_country.official_name': 'veiled' }]); // prettier-ignore
  const filtered = await admin.get('q/world/view/towns?_subj_=in_country.name&_op_=eq&_comp_=Belgium&_limit_=1');
  expect(rowsOf(filtered)).toMatchObject([{ 'in_country.name': 'Belgium' }]);
});

it('a name that is neither is rejected with a hint', async () => {
  const { status, body } = await admin.sql('SELECT in_country.name FROM city');
  expect([status, body.error?.code, body.error?.hint]).toEqual([400, 'plan_unknown_name', 'a path is one name in backticks: `in_country.name`']); // prettier-ignore
});
