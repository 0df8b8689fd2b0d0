import { addUser } from '../support/add-user';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';
import { describeWithRedis, REDIS_URL } from '../support/services';
import { waitFor } from '../support/wait-for';

let service: RunningService;
let admin: Client;

/** Runs the tests of a group over one service. */
function withService(settings: Readonly<Record<string, string>> = {}): void {
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '', ...settings });
    admin = new Client(service.api, service.token);
  });
  afterAll(() => service.close());
}

/** The figures of `/metrics` by name. */
async function figures(): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => /^ontology_(statements|plan_cache)_/.test(line));
  return Object.fromEntries(lines.map((line) => line.split(' ')).map(([name = '', value]) => [name, Number(value)]));
}

/** What a piece of work added to the figures. */
async function cost(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const before = await figures();
  await work();
  const after = await figures();
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [
      name.replace(/^ontology_(statements|plan_cache)_|_total$/g, ''),
      value - (before[name] ?? 0),
    ]),
  );
}

const ask = async (address: string): Promise<unknown> => rowsOf(await admin.get(address));

describe('a plan', () => {
  withService();
  // a statement is planned again when the tables of the data source become known
  beforeAll(async () => {
    const warm = (): Promise<unknown> => ask('q/world/concept/city?_limit_=1');
    await waitFor(async () => (await cost(warm)).planned === 0);
  });

  it.each<[string, number, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'a statement',
      1,
      () => admin.select("SELECT population FROM city WHERE name = 'Ghent'"),
      () => admin.select("SELECT population FROM city WHERE name = 'Namur'"),
    ],
    [
      'a concept by filters, paged and counted',
      0,
      () => ask('q/world/concept/city?_subj_=in_country[country].name&_op_=eq&_comp_=Belgium&_limit_=2&_count_=exact'),
      () => ask('q/world/concept/city?_subj_=in_country[country].name&_op_=eq&_comp_=Fiji&_limit_=2&_count_=exact'),
    ],
    [
      'a nested concept',
      0,
      () => ask('q/world/concept/city?_subj_=in_country[country].name&_op_=eq&_comp_=Fiji&nested=true&_limit_=2'),
      () => ask('q/world/concept/city?_subj_=in_country[country].name&_op_=eq&_comp_=Belgium&nested=true&_limit_=2'),
    ],
    [
      'a view',
      0,
      () => ask('q/world/view/capitals?_subj_=capital&_op_=eq&_comp_=Suva&_limit_=2'),
      () => ask('q/world/view/capitals?_subj_=capital&_op_=eq&_comp_=Rome&_limit_=2'),
    ],
  ])(
    '%s is not parsed or planned again, and another of its shape is parsed %d times and not planned',
    async (_, parsed, first, second) => {
      const answer = await first();
      expect(await cost(first)).toMatchObject({ parsed: 0, planned: 0, misses: 0, shapes: 0 });
      expect(await first()).toEqual(answer);
      expect(await cost(second)).toMatchObject({ parsed, planned: 0, misses: 0, shapes: 0 });
      expect(await second()).not.toEqual(answer);
    },
  );

  it('neither a new version nor other rights use an earlier plan', async () => {
    const script = `CREATE PROPERTY secret_name string WITH TAGS (classification = 'PII');
      CREATE CONCEPT hidden (hidden_code string, secret_name string, PRIMARY KEY (hidden_code));
      CREATE MAPPING map_hidden INTO (hidden) AS SELECT code AS hidden_code, name AS secret_name FROM continents`;
    const tables = await admin.select("SELECT DISTINCT source_table, source_column FROM svc.sys_lineage WHERE target_name = 'continent'"); // prettier-ignore
    const [source] = tables.map((row) => String(row.source_table));
    const columns = tables.map((row) => String(row.source_column));
    rowsOf(await admin.sql(script.replace('continents', source ?? '').replace('code AS', `${columns[0] ?? ''} AS`).replace(' name AS', ` ${columns[1] ?? ''} AS`))); // prettier-ignore
    const sql = 'SELECT secret_name FROM hidden ORDER BY hidden_code LIMIT 1';
    const shown = await admin.select(sql);
    expect(shown).not.toEqual([{ secret_name: 'XXXXXXXXX' }]);

    const eve = await addUser(service, { name: 'eve', ontology: 'world' });
    expect(await eve.select(sql)).toEqual([{ secret_name: 'XXXXXXXXX' }]);
    expect(await admin.select(sql)).toEqual(shown);

    rowsOf(await admin.sql('CREATE POLICY none MASK PROPERTY secret_name WITH null'));
    expect(await eve.select(sql)).toEqual([{ secret_name: null }]);
  });

  it('serves the details of an ontology from memory until it changes', async () => {
    const first = await admin.get('get_ontology/world');
    const second = await admin.get('get_ontology/world');
    expect([first.headers.get('x-cache'), second.headers.get('x-cache')]).toEqual(['MISS', 'HIT']);
    expect(second.text).toBe(first.text);
    rowsOf(await admin.sql('CREATE CONCEPT moon (moon_code string, PRIMARY KEY (moon_code))'));
    const third = await admin.get('get_ontology/world');
    expect(third.headers.get('x-cache')).toBe('MISS');
    expect(third.text).toContain('moon_code');
  });
});

describeWithRedis('with Redis', () => {
  withService({ CACHE_URL: REDIS_URL.href });

  it('clear_cache drops all plans of the ontology', async () => {
    const work = (): Promise<unknown> => admin.select('SELECT name FROM continent');
    await work();
    expect(await cost(work)).toMatchObject({ planned: 0 });
    expect((await admin.get('clear_cache/world')).status).toBe(200);
    expect((await cost(work)).planned).toBeGreaterThan(0);
  });
});

describe('the cache of plans', () => {
  withService({ PLAN_CACHE_SIZE: '0' });

  it('is disabled by a size of 0', async () => {
    const work = (): Promise<unknown> => admin.select('SELECT name FROM continent');
    await work();
    expect(await cost(work)).toMatchObject({ parsed: 1, planned: 1, hits: 0, shapes: 0 });
  });
});
