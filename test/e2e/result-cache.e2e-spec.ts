import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Client, rowsOf } from '../support/client';
import { type PeopleService, startPeopleService } from '../support/people-service';
import { describeWithRedis, REDIS_URL } from '../support/services';

let people: PeopleService;
let admin: Client;

beforeAll(() => open());
afterAll(() => people.close());

async function open(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  people = await startPeopleService({ RESULT_CACHE_BYTES: '8000000', ...settings });
  ({ admin } = people);
}

/** The people as they were at the start, in an ontology of which nothing is kept. */
async function begin(seconds = 60): Promise<void> {
  people.reset();
  rowsOf(await admin.sql(people.script, { ontology: 'system' }));
  rowsOf(await sql(`ALTER ONTOLOGY people SET result_ttl = ${seconds}`));
}

const sql = (query: string, by = admin): Promise<Answer> => by.sql(query, { ontology: 'people' });
const cacheOf = ({ headers }: Answer): string | null => headers.get('x-cache');

/** Returns values of `/metrics`. */
async function metrics(...names: readonly string[]): Promise<readonly number[]> {
  const text = await (await fetch(`${people.service.url}/metrics`)).text();
  return names.map((name) => Number(new RegExp(`^ontology_${name} (\\S+)$`, 'm').exec(text)?.[1]));
}

const figures = (): Promise<readonly number[]> =>
  metrics('result_cache_hits_total', 'result_cache_misses_total', 'result_cache_bytes');

const PERSON = 'q/people/concept/person';
const ADDRESSES = [
  PERSON,
  `${PERSON}?_select_=name&_order_=-name`,
  `${PERSON}?_subj_=city&_op_=eq&_comp_=Oslo&_typed_=true`,
  `${PERSON}?_subj_=city&_op_=eq&_comp_=Rome&_typed_=true`,
  `${PERSON}?_limit_=1`,
  `${PERSON}?_limit_=1&_offset_=1`,
  `${PERSON}?_limit_=1&_count_=exact`,
  `${PERSON}?_format_=csv`,
  `${PERSON}?_format_=ndjson`,
  `${PERSON}?nested=true`,
  'q/people/view/names',
];

it('returns the cached answer of the same request, and of no other', async () => {
  await begin();
  const [hits = 0, misses = 0, bytes = 0] = await figures();
  const first = await Promise.all(ADDRESSES.map((address) => admin.get(address)));
  const again = await Promise.all(ADDRESSES.map((address) => admin.get(address)));
  expect(first.map(cacheOf)).toEqual(ADDRESSES.map(() => 'MISS'));
  expect(again.map(cacheOf)).toEqual(ADDRESSES.map(() => 'HIT'));
  expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  expect(again.map(({ headers }) => headers.get('content-type'))).toEqual(
    first.map(({ headers }) => headers.get('content-type')),
  );
  expect(new Set(first.map(({ headers }) => headers.get('etag'))).size).toBe(
    new Set(first.map(({ text }) => text)).size,
  );
  const [more = 0, missed = 0, taken = 0] = await figures();
  expect([more - hits, missed - misses]).toEqual([ADDRESSES.length, ADDRESSES.length]);
  expect(taken).toBeGreaterThan(bytes);
});

it('neither parses nor looks up a plan for a request that it received before', async () => {
  await begin();
  const work = (): Promise<readonly number[]> => metrics('statements_parsed_total', 'plan_cache_hits_total');
  const first = await Promise.all(ADDRESSES.map((address) => admin.get(address)));
  const before = await work();
  const again = await Promise.all(ADDRESSES.map((address) => admin.get(address)));
  expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
  expect(await work()).toEqual(before);
  const audited = await sql('SELECT statement FROM svc.sys_audit ORDER BY time DESC LIMIT 11');
  expect(rowsOf(audited)).toContainEqual({ statement: 'SELECT * FROM `dsvc`.`person` WHERE `city` = ?' });
});

it('compares the statements of a caller whose name they contain', async () => {
  await begin();
  const [eve, ben] = [await people.reader('first'), await people.reader('second')];
  const hits = (): Promise<readonly number[]> => metrics('plan_cache_hits_total');
  await eve.get(PERSON);
  await ben.get(PERSON);
  const [before = 0] = await hits();
  expect([cacheOf(await eve.get(PERSON)), cacheOf(await ben.get(PERSON))]).toEqual(['HIT', 'HIT']);
  expect((await hits())[0]).toBe(before + 2);
});

it('distinguishes requests to one address by their headers', async () => {
  await begin();
  const headers: readonly Readonly<Record<string, string>>[] = [
    {},
    { accept: 'text/csv' },
    { accept: 'application/x-ndjson' },
  ];
  const answers = [];
  for (const each of [...headers, ...headers]) answers.push(await admin.get(PERSON, each));
  expect(answers.map(cacheOf)).toEqual(['MISS', 'MISS', 'MISS', 'HIT', 'HIT', 'HIT']);
  const types = answers.map((answer) => answer.headers.get('content-type')?.split(';')[0]);
  expect(types.slice(3)).toEqual(['application/json', 'text/csv', 'application/x-ndjson']);
  expect((await admin.get(PERSON, { nested: 'maybe' })).status).toBe(400);
});

it('caches statements too, without an ETag', async () => {
  await begin();
  const query = 'SELECT name FROM person ORDER BY name';
  const [first, second] = [await sql(query), await sql(query)];
  expect([cacheOf(first), cacheOf(second)]).toEqual(['MISS', 'HIT']);
  expect(second.text).toBe(first.text);
  expect([second.headers.get('age'), second.headers.get('etag')]).toEqual(['0', null]);
  expect(second.headers.get('cache-control')).not.toContain('max-age'); // prettier-ignore
  const nested = await admin.sql(query, { ontology: 'people', headers: { nested: 'true', 'if-none-match': '*' } });
  expect(nested.status).toBe(200);
});

it('reads the data source again when the time is over, and sends Age', async () => {
  await begin(1);
  const before = await admin.get(PERSON);
  people.write([[7, 'Zoe', 'Rome']]);
  expect((await admin.get(PERSON)).text).toBe(before.text);
  expect(before.headers.get('cache-control')).toBe('private, max-age=1');
  expect(before.headers.get('vary')).toBe('x-api-key, authorization, accept, accept-encoding, nested');
  await sleep(1100);
  const after = await admin.get(PERSON);
  expect([cacheOf(after), after.headers.get('age')]).toEqual(['MISS', '0']);
  expect(after.text).toContain('Zoe');
});

it('increases Age', async () => {
  await begin();
  await admin.get(PERSON);
  await sleep(1100);
  expect((await admin.get(PERSON)).headers.get('age')).toBe('1');
});

it('is dropped with the version of the ontology', async () => {
  await begin();
  await admin.get(PERSON);
  people.write([[7, 'Zoe', 'Rome']]);
  rowsOf(await sql("CREATE OR REPLACE MAPPING map_person INTO (person) AS SELECT id, UPPER(name) AS name, email, city FROM people")); // prettier-ignore
  const after = await admin.get(PERSON);
  expect([cacheOf(after), after.text.includes('ZOE')]).toEqual(['MISS', true]);
});

it('is shared between callers only where their statements are equal', async () => {
  await begin();
  const [eve, ben, abe] = [await people.reader('eve'), await people.reader('ben'), await people.reader('abe')];
  const addresses = [
    PERSON,
    `${PERSON}?_select_=name`,
    `${PERSON}?_count_=exact&_limit_=0`,
    `${PERSON}?_select_=email`,
  ];
  const callers = [admin, eve, ben, abe];
  const asked = callers.flatMap((caller) => addresses.map((address) => () => caller.get(address)));
  const cached = [];
  for (const ask of [...asked, ...asked]) cached.push(await ask());
  rowsOf(await sql('ALTER ONTOLOGY people SET result_ttl = 0'));
  const fresh = [];
  for (const ask of [...asked, ...asked]) fresh.push(await ask());
  expect(fresh.map(cacheOf)).toEqual(fresh.map(() => null));
  expect(cached.map(({ text }) => text)).toEqual(fresh.map(({ text }) => text));
  expect(cached.slice(asked.length).map(cacheOf)).toEqual(asked.map(() => 'HIT'));
  const [all, own] = [cached[0]?.text ?? '', cached[addresses.length]?.text ?? ''];
  expect([all.includes('Ben'), all.includes('Ben@example.org')]).toEqual([true, true]);
  expect([own.includes('Ben'), own.includes('eve'), own.includes('example.org')]).toEqual([false, true, false]);
});

it('answers no caller without rights, and callers with equal statements alike', async () => {
  await begin();
  const zoe = await people.reader('zoe');
  await admin.get(`${PERSON}?_select_=id`);
  rowsOf(await admin.sql('REVOKE ROLE local FROM USER zoe', { ontology: 'system' }));
  expect(cacheOf(await zoe.get(`${PERSON}?_select_=id`))).toBe('HIT');
  rowsOf(await admin.sql('REVOKE QUERY ON ontology.people FROM USER zoe', { ontology: 'system' }));
  expect((await zoe.get(`${PERSON}?_select_=id`)).status).toBe(403);
});

it.each([
  ['the clock', 'SELECT name, NOW() AS t FROM person'],
  ['a system table', 'SELECT * FROM svc.sys_concepts'],
  ['an explanation', 'EXPLAIN SELECT name FROM person'],
  ['metadata', 'SHOW CONCEPTS'],
])('caches nothing that reads %s', async (_, query) => {
  await begin();
  await sql(query);
  expect(cacheOf(await sql(query))).toBeNull();
});

it('caches no errors', async () => {
  await begin();
  const address = `${PERSON}?_subj_=name&_op_=eq&_comp_=Ana`;
  rowsOf(await sql("ALTER ONTOLOGY people SET check_mappings = 'off'; CREATE OR REPLACE MAPPING map_person INTO (person) AS SELECT id, name, absent AS email, city FROM people")); // prettier-ignore
  const bytes = (await figures()).at(2);
  const [first, second] = [await admin.get(`${address}&_select_=email`), await admin.get(`${address}&_select_=email`)];
  expect([first.status, second.status]).toEqual([502, 502]);
  expect([cacheOf(first), cacheOf(second)]).toEqual([null, null]);
  expect((await figures()).at(2)).toBe(bytes);
});

it('caches a long answer once it is sent, but none above its share', async () => {
  await begin();
  people.write(Array.from({ length: 3000 }, (_, id) => [id, `person ${id}`, 'Rome']));
  const plain = { 'accept-encoding': 'identity' };
  const long = [await admin.get(PERSON, plain), await admin.get(PERSON, plain)];
  expect(long.map(cacheOf)).toEqual(['MISS', 'HIT']);
  expect(long[1]?.text).toBe(long[0]?.text);
  expect(long[1]?.headers.get('content-length')).toBe(String(Buffer.byteLength(long[0]?.text ?? '')));
  people.write(Array.from({ length: 6000 }, (_, id) => [id, `person ${id}`, 'Rome']));
  const longer = `${PERSON}?_order_=id`;
  const bytes = (await figures()).at(2);
  expect([cacheOf(await admin.get(longer)), cacheOf(await admin.get(longer))]).toEqual(['MISS', 'MISS']);
  expect((await figures()).at(2)).toBe(bytes);
});

it('answers 304 when the ETag matches', async () => {
  await begin();
  for (const address of [PERSON, PERSON, `${PERSON}?_format_=csv`, 'get_ontology/people', 'get_ontology/people']) {
    const whole = await admin.get(address);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}(-gzip)?"$/);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const unchanged = await admin.get(address, { 'if-none-match': tags });
      expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', etag]);
      expect(unchanged.headers.get('cache-control')).toBe(whole.headers.get('cache-control'));
    }
    const changed = await admin.get(address, { 'if-none-match': '"other"' });
    expect([changed.status, changed.text]).toEqual([200, whole.text]);
  }
});

it('returns new details when the ontology has changed, and no 304 to callers without access', async () => {
  await begin();
  const { headers } = await admin.get('get_ontology/people');
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect((await admin.get('get_ontology/people', known)).status).toBe(304);
  expect((await admin.post('get_ontology/people', undefined, known)).status).toBe(200);
  rowsOf(await sql('CREATE CONCEPT moon (moon_code string, PRIMARY KEY (moon_code))'));
  const changed = await admin.get('get_ontology/people', known);
  expect([changed.status, changed.text.includes('moon_code')]).toEqual([200, true]);
  const ada = await people.reader('ada');
  rowsOf(await admin.sql('REVOKE QUERY ON ontology.people FROM USER ada; REVOKE ACCESS ON ontology.people FROM ROLE public', { ontology: 'system' })); // prettier-ignore
  expect((await ada.get('get_ontology/people', { 'if-none-match': '*' })).status).toBe(404);
});

it('counts the rows of cached answers in the audit log', async () => {
  await begin();
  await admin.get(PERSON);
  await admin.get(PERSON);
  const rows = await admin.select("SELECT row_count FROM svc.sys_audit WHERE statement = 'SELECT * FROM `dsvc`.`person`' ORDER BY time DESC LIMIT 2", { ontology: 'people' }); // prettier-ignore
  expect(rows).toEqual([{ row_count: 3 }, { row_count: 3 }]);
});

it.each<[string, Readonly<Record<string, string>> | undefined, number]>([
  ['if the ontology does not set result_ttl', undefined, 0],
  ['without the setting', { RESULT_CACHE_BYTES: '0' }, 60],
])('is off %s', async (_, settings, seconds) => {
  if (settings !== undefined) {
    await people.close();
    await open(settings);
  }
  await begin(seconds);
  const before = await figures();
  for (let turn = 0; turn < 2; turn++) {
    const { headers } = await admin.get(PERSON);
    expect(['x-cache', 'etag', 'age', 'vary'].map((name) => headers.get(name))).toEqual([null, null, null, null]);
    expect(headers.get('cache-control')).not.toContain('max-age'); // prettier-ignore
  }
  expect(await figures()).toEqual(before);
});

describeWithRedis('with Redis', () => {
  it('clear_cache drops the answers of the ontology', async () => {
    await people.close();
    await open({ CACHE_URL: REDIS_URL.href });
    await begin();
    await admin.get(PERSON);
    people.write([[7, 'Zoe', 'Rome']]);
    expect((await admin.get('clear_cache/people')).status).toBe(200);
    const after = await admin.get(PERSON);
    expect([cacheOf(after), after.text.includes('Zoe')]).toEqual(['MISS', true]);
  });
});
