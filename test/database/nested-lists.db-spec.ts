import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import type { DialectName } from '../../src/model';
import { addUserWith } from '../support/add-user';
import { type Answer, Client, type Row, rowsOf } from '../support/client';
import { defineSide } from '../support/define-side';
import type { MariaDbDatabase } from '../support/mariadb';
import { RECORDS } from '../support/records';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';
import { trials } from '../support/trials';

const MODEL = readFileSync(resolve(__dirname, '../fixtures/records.ontology.sql'), 'utf8');
const MORE = `
CREATE VIEW listed AS SELECT entity_id, title AS title, \`in_playlist[playlist].list_name\`, \`in_playlist[playlist]_place\`,
  \`sold_in[sale].sale_id\`, \`sold_in[sale].quantity\`, tag AS tag FROM track;
CREATE VIEW listed_shortly AS SELECT entity_id, title AS title, \`in_playlist.list_name\`, \`in_playlist[playlist]_place\`,
  \`sold_in.sale_id\`, \`Sold_In.quantity\` AS \`sold_in.quantity\`, tag AS tag FROM track;
CREATE VIEW listed_again AS SELECT * FROM vsvc.listed_shortly;
CREATE VIEW renamed AS SELECT entity_id, seconds AS seconds, \`sold_in[sale].quantity\` AS \`sold_in[sale].number\` FROM track;
`;
const LONGEST_MS = 120_000;

type Parameters = readonly (readonly [string, string])[];
type Value = string | number | null;
type Element = Row | Value;

/** A list of an answer: conditions on its elements, and their values that sort them; the last one differs in each element. */
interface List {
  readonly member: string;
  readonly conditions: readonly (readonly [text: string, holds: (element: never) => boolean])[];
  readonly orders: readonly string[];
}

interface Subject {
  readonly target: string;
  readonly select: string;
  readonly conditions: readonly string[];
  readonly orders: readonly string[];
  readonly lists: readonly List[];
}

const SOLD: List = {
  member: 'sold_in',
  conditions: [
    ['quantity > 1', ({ quantity }: { quantity: number | null }) => quantity !== null && quantity > 1],
    ["NOT quantity = 1 OR `sold_to[customer].home` LIKE 'n%'", ({ quantity, sold_to: [to] }: { quantity: number | null; sold_to: { home: string | null }[] }) => (quantity !== null && quantity !== 1) || to?.home === 'NO'], // prettier-ignore
    ["`sold_to.home` IS NULL AND price <= '1.5'", ({ sold_to: [to], price }: { sold_to: { home: string | null }[]; price: string }) => (to?.home ?? null) === null && Number(price) <= 1.5], // prettier-ignore
  ],
  orders: ['quantity', 'price', 'sale_id'],
};
const LISTED: List = {
  member: 'in_playlist',
  conditions: [
    ['place < 3', ({ place }: { place: number }) => place < 3],
    ["list_name = 'evening' AND place IS NOT NULL", ({ list_name: name }: { list_name: string }) => name === 'evening'],
  ],
  orders: ['place', 'list_name', 'playlist_id'],
};
const TAGS: List = {
  member: 'tag',
  conditions: [["tag LIKE 'l%' AND CHAR_LENGTH(tag) = 4", (tag: string) => /^l...$/.test(tag)]],
  orders: ['tag'],
};
const within = (member: string, list: List): List => ({ ...list, member: `${member}.${list.member}` });
const SOLD_PATHS = ['sale_id', 'quantity', 'price', 'sold_to[customer].home'].map((name) => `sold_in[sale].${name}`);
const TRACK: List = {
  member: 'has_track',
  conditions: [['seconds BETWEEN 100 AND 400', ({ seconds }: { seconds: number }) => seconds >= 100 && seconds <= 400]],
  orders: ['genre', 'seconds', 'track_id'],
};

const SUBJECTS: readonly Subject[] = [
  {
    target: 'concept/track',
    select: ['title', 'in_playlist[playlist].playlist_id', 'in_playlist[playlist].list_name', 'in_playlist[playlist]_place', ...SOLD_PATHS, 'tag'].join(), // prettier-ignore
    conditions: ['seconds > 60', '`sold_in[sale].quantity` > `in_playlist[playlist]_place`', '`sold_in[sale].quantity` >= 1', '`in_playlist[playlist]_place` = 1 OR `sold_in[sale].price` > 1', "tag LIKE 'l%'"], // prettier-ignore
    orders: ['-seconds', 'sold_in[sale].quantity', 'in_playlist[playlist]_place,-sold_in[sale].sale_id', 'tag'],
    lists: [SOLD, LISTED, TAGS],
  },
  {
    target: 'concept/artist',
    select: ['artist_name', 'made[album].album_id', ...['track_id', 'genre', 'seconds', 'tag', ...SOLD_PATHS].map((name) => `made[album].has_track[track].${name}`)].join(), // prettier-ignore
    conditions: ["country = 'NO'", '`made[album].has_track[track].sold_in[sale].quantity` > 0', "`made[album].has_track[track].tag` = 'loud' OR `made[album].album_id` > 11"], // prettier-ignore
    orders: ['-artist_name', 'made[album].has_track[track].seconds'],
    lists: [
      { member: 'made', conditions: [['album_id <> 11', ({ album_id: id }: { album_id: number }) => id !== 11]], orders: ['album_id'] }, // prettier-ignore
      within('made', TRACK),
      within('made.has_track', TAGS),
      within('made.has_track', SOLD),
    ],
  },
  {
    target: 'concept/customer',
    select:
      'name,knows[customer*2].customer_id,knows[customer*2].home,knows[customer*2]_transitivity_level,bought[sale].sale_id,phone,nickname',
    conditions: ['`knows[customer*2]_transitivity_level` = 1', '`bought[sale].quantity` > 0', "nickname LIKE '%n%'"],
    orders: ['-home', '-bought[sale].sale_id,nickname'],
    lists: [
      { member: 'knows', conditions: [["home = 'NO' OR transitivity_level > 1", ({ home, transitivity_level: level }: { home: string | null; transitivity_level: number }) => home === 'NO' || level > 1]], orders: ['transitivity_level', 'home', 'customer_id'] }, // prettier-ignore
      { member: 'bought', conditions: [['price < 2 AND sale_id > 1', ({ sale_id: id }: { sale_id: number }) => ![1, 3, 6].includes(id)]], orders: ['sale_id'] }, // prettier-ignore
      { member: 'nickname', conditions: [["nickname <> 'Nan'", (nickname: string) => nickname !== 'Nan']], orders: ['nickname'] }, // prettier-ignore
      { member: 'phone', conditions: [['phone > 11', (phone: string) => Number(phone) > 11]], orders: ['phone'] },
    ],
  },
  {
    target: 'view/listed',
    select: 'title,in_playlist[playlist].list_name,in_playlist[playlist]_place,sold_in[sale].sale_id,sold_in[sale].quantity,tag', // prettier-ignore
    conditions: ["title > 'f'", '`sold_in[sale].quantity` > 0'],
    orders: ['title', 'sold_in[sale].quantity'],
    lists: [
      { ...SOLD, conditions: SOLD.conditions.slice(0, 1), orders: ['quantity', 'sale_id'] },
      { ...LISTED, orders: ['place', 'list_name'] },
      TAGS,
    ],
  },
];

/** What is asked of one list. */
interface Asked {
  readonly list: List;
  readonly where: List['conditions'][number] | undefined;
  readonly order: readonly { readonly name: string; readonly descending: boolean }[];
  readonly limit: number | undefined;
}

function askedOf(list: List): fc.Arbitrary<Asked> {
  const { conditions, orders } = list;
  const last = orders.at(-1)!;
  const order = fc
    .tuple(fc.uniqueArray(fc.constantFrom(...orders), { maxLength: 2 }), fc.array(fc.boolean(), { minLength: 3, maxLength: 3 })) // prettier-ignore
    .map(([names, descending]) => [...new Set([...names, last])].map((name, index) => ({ name, descending: descending[index]! }))); // prettier-ignore
  return fc.record({
    list: fc.constant(list),
    where: fc.option(fc.constantFrom(...conditions), { nil: undefined }),
    order: fc.oneof(fc.constant([]), order),
    limit: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  });
}

function parametersOf({ list: { member }, where, order, limit }: Asked): Parameters {
  const ordered = order.map(({ name, descending }) => (descending ? `-${name}` : name)).join();
  return [
    ...(where === undefined ? [] : [[`_where_[${member}]`, where[0]] as const]),
    ...(order.length === 0 ? [] : [[`_order_[${member}]`, ordered] as const]),
    ...(limit === undefined ? [] : [[`_limit_[${member}]`, String(limit)] as const]),
  ];
}

/** Cuts, sorts and filters the lists of whole rows. */
function cutPlainly(rows: readonly Row[], asked: readonly Asked[]): readonly Row[] {
  return asked.reduce((cut, one) => cut.map((row) => cutWithin(row, one.list.member.split('.'), one)), rows);
}

function cutWithin(row: Row, [name, ...others]: readonly string[], asked: Asked): Row {
  const list = row[name!] as readonly Element[];
  if (others.length > 0) return { ...row, [name!]: list.map((element) => cutWithin(element as Row, others, asked)) };
  const { where, order, limit } = asked;
  const valueOf = (element: Element, key: string): Value => (typeof element === 'object' && element !== null ? (element[key] as Value) : element); // prettier-ignore
  const kept = where === undefined ? list : list.filter((element) => where[1](element as never));
  const sorted = kept.toSorted((one, other) => {
    for (const { name: key, descending } of order) {
      const compared = compare(valueOf(one, key), valueOf(other, key), descending);
      if (compared !== 0) return compared;
    }
    return 0;
  });
  return { ...row, [name!]: limit === undefined ? sorted : sorted.slice(0, limit) };
}

/** Compares two values; NULL comes last. */
function compare(one: Value, other: Value, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return (one < other ? -1 : one > other ? 1 : 0) * (descending ? -1 : 1);
}

function suite(dialect: DialectName): void {
  let service: RunningService;
  let admin: Client;
  let reader: Client;
  const databases: MariaDbDatabase[] = [];

  beforeAll(async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '0' });
    admin = new Client(service.api, service.token);
    await defineSide(
      { admin, dataDir: service.dataDir, databases },
      { dialect, name: 'nested_lists', statements: RECORDS, ontology: 'records', model: MODEL + MORE },
    );
    reader = await addUserWith(service, 'reader', 'GRANT QUERY ON ALL');
  }, 60_000);
  afterAll(async () => {
    await service.close();
    for (const database of databases) await database.drop();
  });

  const ask = (target: string, parameters: Parameters, client = admin): Promise<Answer> => {
    const written = [...parameters, ['_typed_', 'true'], ['nested', 'true']];
    return client.get(`q/records/${target}?${written.map((pair) => pair.map((text) => encodeURIComponent(text)).join('=')).join('&')}`); // prettier-ignore
  };
  const askAgain = (sql: string, nested = true): Promise<Answer> =>
    admin.sql(sql, { ontology: 'records', ...(nested && { headers: { nested: 'true' } }) });

  async function readPages(target: string, parameters: Parameters, limit: number): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let after: Parameters = [], page = 0; page < 30; page++) {
      const answer = await ask(target, [...parameters, ['_limit_', String(limit)], ...after]);
      rows.push(...rowsOf(answer));
      if (typeof answer.body.next !== 'string') return rows;
      after = [['_after_', answer.body.next]];
    }
    throw new Error('the pages have no end');
  }

  it.each(SUBJECTS)('cuts, sorts and filters the lists of $target like those of the whole answer', async (subject) => {
    const { target, select, conditions, orders, lists } = subject;
    let cut = 0;
    const requests = fc.record({
      where: fc.uniqueArray(fc.constantFrom(...conditions), { maxLength: 2 }),
      order: fc.option(fc.constantFrom(...orders), { nil: undefined }),
      asked: fc.tuple(...lists.map(askedOf)),
      limit: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ where, order, asked, limit }) => {
        const parameters: Parameters = [
          ['_select_', select],
          ...(where.length === 0 ? [] : [['_where_', where.map((text) => `(${text})`).join(' AND ')] as const]),
          ...(order === undefined ? [] : [['_order_', order] as const]),
        ];
        const options = asked.flatMap(parametersOf);
        const whole = rowsOf(await ask(target, parameters));
        const expected = cutPlainly(whole, asked);
        const answer = await ask(target, [...parameters, ...options, ['_count_', 'exact']]);
        expect(rowsOf(answer)).toEqual(expected);
        expect(answer.body.total).toBe(whole.length);
        if (JSON.stringify(expected) !== JSON.stringify(whole)) cut++;
        expect(rowsOf(await askAgain(answer.body.executed_query!))).toEqual(expected);
        expect(await readPages(target, [...parameters, ...options], limit)).toEqual(expected);
      }),
      { numRuns: trials(40, { few: 5 }) },
    );
    expect(cut).toBeGreaterThan(0);
  }, LONGEST_MS); // prettier-ignore

  const SELECT = ['_select_', 'title,sold_in[sale].sale_id,sold_in[sale].quantity'] as const;
  const idsOf = (rows: readonly Row[]): unknown =>
    Object.fromEntries(rows.map((row) => [row.title, (row.sold_in as Row[]).map((sale) => sale.sale_id)]));

  it('keeps the order of elements with equal values, and sorts NULL last', async () => {
    const parameters: Parameters = [SELECT, ['_where_', "title IN ('one', 'seven')"]];
    const ids = async (order: string): Promise<unknown> => idsOf(rowsOf(await ask('concept/track', [...parameters, ['_order_[sold_in]', order]]))); // prettier-ignore
    expect(await ids('price')).toEqual({ one: [1, 2, 7], seven: [] });
    expect(await ids('-quantity')).toEqual({ one: [1, 2, 7], seven: [] });
    expect(await ids('quantity')).toEqual({ one: [2, 1, 7], seven: [] });
    expect(await ids('-sold_to.home,-sale_id')).toEqual({ one: [2, 1, 7], seven: [] });
  });

  it('puts its options into executed_query, and explains the statement', async () => {
    const options: Parameters = [['_where_[sold_in]', "quantity > 0 AND NOT `sold_to.home` = 'O''Hara'"], ['_order_[sold_in]', '-price,sale_id'], ['_limit_[sold_in]', '02']]; // prettier-ignore
    const { body } = await ask('concept/track', [SELECT, ...options]);
    expect(body.executed_query).toBe("SELECT `title`, `sold_in[sale].sale_id`, `sold_in[sale].quantity` FROM `dsvc`.`track` OPTIONS ('where[sold_in]' = 'quantity > 0 AND NOT `sold_to.home` = ''O''''Hara''', 'order[sold_in]' = '-price,sale_id', 'limit[sold_in]' = '02')"); // prettier-ignore
    const explained = await ask('concept/track', [SELECT, ...options, ['_explain_', 'true']]);
    expect(explained.body.data).toMatchObject({ statement: expect.stringContaining('DENSE_RANK() OVER (PARTITION BY') as unknown }); // prettier-ignore
    const [plan] = rowsOf(await askAgain(`EXPLAIN ${body.executed_query!}`));
    expect(plan?.PLAN).toContain('DENSE_RANK() OVER (PARTITION BY');
    const limited = await ask('concept/track', [SELECT, ['_limit_[sold_in]', '1'], ['_explain_', 'true']]);
    const whole = await ask('concept/track', [SELECT, ['_explain_', 'true']]);
    const statementOf = ({ body }: typeof whole): string => (body.data as { statement: string }).statement;
    expect(statementOf(limited)).toContain(`${statementOf(whole)}, `);
  });

  it('reads all columns, names in double quotes, and views whose columns have other names', async () => {
    const star: Parameters = [['_where_', '`sold_in[sale].sale_id` > 0 AND track_id = 100'], ['_order_[sold_in]', '-sold_to.home,-sale_id'], ['_where_[sold_in]', '"quantity" > 0 AND `sold_to.home` <> "price of it"']]; // prettier-ignore
    const [row] = rowsOf(await ask('concept/track', star));
    expect(row).toMatchObject({ title: 'one', sold_in: [{ sale_id: 2 }, { sale_id: 1 }] });
    expect(Object.keys((row!.sold_in as Row[])[0]!)).toEqual(['sale_id']);
    const renamed = rowsOf(await ask('view/renamed', [['_where_', 'seconds = 100'], ['_order_[sold_in]', '-number'], ['_limit_[sold_in]', '1']])); // prettier-ignore
    expect(renamed).toMatchObject([{ sold_in: [{ number: 2 }] }]);
  });

  it('groups columns of a view that are named by short paths, like those named by full ones', async () => {
    const lists: Parameters = [
      ['_order_[sold_in]', '-quantity,sale_id'],
      ['_limit_[in_playlist]', '1'],
    ];
    const columns = [
      'title',
      'in_playlist[playlist].list_name',
      'sold_in[sale].sale_id',
      'sold_in[sale].quantity',
      'tag',
    ];
    const requests: readonly Parameters[] = [
      [],
      [['_select_', columns.join()]],
      [
        ['_select_', columns.slice(0, 2).join()],
        ['_where_', '`sold_in[sale].quantity` > 0'],
        ['_order_', '-sold_in[sale].sale_id'],
        ...lists,
      ],
      [
        ['_select_', columns.toReversed().join()],
        ...lists,
        ['_limit_', '3'],
        ['_order_', 'title'],
        ['_count_', 'exact'],
      ],
    ];
    for (const parameters of requests) {
      const short = parameters.map(([name, text]) => [name, text.replace(/\[\w+\]\./g, '.')] as const);
      const full = await ask('view/listed', parameters);
      const answer = await ask('view/listed_shortly', short);
      expect(rowsOf(answer)).toEqual(rowsOf(full));
      expect([answer.body.total, answer.body.next === null]).toEqual([full.body.total, full.body.next === null]);
      expect(rowsOf(await ask('view/listed_again', short)).map(({ title }) => title)).toEqual(rowsOf(full).map(({ title }) => title)); // prettier-ignore
      expect(answer.body.executed_query).not.toContain('in_playlist[playlist].');
      if (!answer.body.executed_query!.includes('LIMIT')) expect(rowsOf(await askAgain(answer.body.executed_query!))).toEqual(rowsOf(answer)); // prettier-ignore
    }
    const again = rowsOf(await ask('view/listed_again', [['_where_', "title = 'one'"]]));
    expect(again).toMatchObject([{ in_playlist: [{ list_name: 'evening' }, { list_name: 'morning' }], sold_in: [{}, {}, {}], tag: ['live', 'loud'] }]); // prettier-ignore
  });

  it('reads masked values as masks', async () => {
    const parameters: Parameters = [
      ['_select_', 'name,phone'],
      ['_where_', 'customer_id = 1'],
    ];
    const phones = async (where: string, client: Client): Promise<unknown> =>
      rowsOf(await ask('concept/customer', [...parameters, ['_where_[phone]', where]], client))[0]?.phone;
    expect(await phones("phone = '11'", admin)).toEqual(['11']);
    const [mask] = (await phones('phone IS NOT NULL', reader)) as string[];
    expect(mask).not.toMatch(/^1/);
    expect(await phones("phone = '11' OR phone LIKE '1%'", reader)).toEqual([]);
    expect(await phones(`phone = '${mask}'`, reader)).toEqual([mask]);
  });

  it.each([
    [
      '_limit_[soldin]',
      '1',
      1,
      'there is no list "soldin" in the answer',
      'did you mean "sold_in"? the lists are sold_in',
    ],
    ['_limit_[title]', '1', 1, '"title" is not a list', 'the lists are sold_in'],
    ['_order_[sold_in.quantity]', 'x', 1, '"sold_in.quantity" is not a list', 'the lists are sold_in'],
    ['_order_[sold_in]', 'sale_id,quantty', 1, 'quantty', 'did you mean "quantity"?'],
    ['_order_[sold_in]', 'sold_to.nickname', 1, 'can have several values of "sold_to.nickname"', 'options of its own'],
    ['_order_[sold_in]', ' ', undefined, 'the list is empty', 'double quotes'],
    ['_limit_[sold_in]', '-1', undefined, '"-1" is not a whole number of elements', ''],
    ['_limit_[sold_in]', '1.5', undefined, '"1.5" is not a whole number of elements', ''],
    ['_where_[sold_in]', 'quantity > 0 AND', 17, 'expected an expression', 'as in WHERE'],
    ['_where_[sold_in]', 'quantity >\n 0 AND quantty = 1', 8, 'quantty', 'did you mean "quantity"?'],
    ['_where_[sold_in]', "quantity > 0 OR quantity = 'x'", 28, 'does not fit \"quantity\"', ''],
    [
      '_where_[sold_in]',
      'quantity > 0 AND COUNT(*) > 1',
      18,
      'COUNT is not allowed in a condition on elements',
      'one element at a time',
    ],
    ['_where_[sold_in]', 'RANK() OVER (ORDER BY price) = 1', 1, 'RANK is not allowed', 'one element at a time'],
    ['_where_[sold_in]', '`measure.revenue` > 1', 1, 'a measure is not allowed', 'one element at a time'],
    ['_where_[sold_in]', 'sale.quantity > 1', 1, 'an element has no table "sale"', 'in backticks'],
    ['_where_[sold_in]', 'quantity IN (SELECT 1)', 14, 'sub-query', 'POST query/'],
    ['_where_[sold_in]', 'quantity = ?', 12, 'parameters', 'write the value itself'],
  ])('rejects %s=%j with its place and a hint', async (parameter, text, column, message, hint) => {
    const { status, body } = await ask('concept/track', [SELECT, [parameter, text]]);
    expect([status, body.data]).toEqual([400, expect.stringContaining(`${parameter}: `)]);
    expect(body.data).toContain(message);
    if (hint !== '') expect(body.error?.hint).toContain(hint);
    if (column !== undefined) expect(body.error?.position?.column).toBe(column);
  });

  it('rejects options without nested, without lists, twice, and of lists with two sources', async () => {
    const get = (address: string): Promise<Answer> => admin.get(`q/records/${address}`);
    const limit = encodeURIComponent('_limit_[sold_in]');
    const flat = await get(`concept/track?_select_=title,sold_in[sale].sale_id&${limit}=1`);
    expect([flat.status, flat.body.data, flat.body.error?.hint]).toEqual([400, '_limit_[sold_in]: only nested answers have lists', 'add nested=true']); // prettier-ignore
    const none = await ask('concept/track', [['_select_', 'title'], ['_limit_[sold_in]', '1']]); // prettier-ignore
    expect([none.status, none.body.data]).toEqual([400, '_limit_[sold_in]: the answer has no lists']);
    const twice = await ask('concept/track', [SELECT, ['_limit_[sold_in]', '1'], ['_limit_[Sold_In]', '2']]);
    expect([twice.status, twice.body.data]).toEqual([400, '_limit_[Sold_In]: "_limit_[Sold_In]" occurs twice']);
    const united = await ask('concept/album', [['_select_', 'has_track[track].title,has_track[loud_track].seconds'], ['_limit_[has_track]', '1']]); // prettier-ignore
    expect([united.status, united.body.data]).toEqual([400, expect.stringContaining('unites the elements of "has_track[track]" and "has_track[loud_track]"')]); // prettier-ignore
    const many = Array.from({ length: 21 }, (_, index) => [`_limit_[a${index}]`, '1'] as const);
    expect((await ask('concept/track', many)).body.data).toBe(
      '_limit_[a20]: a request has at most 20 options of lists',
    );
  });

  it('belongs to the cursor of a page', async () => {
    const { next } = (await ask('concept/track', [SELECT, ['_limit_[sold_in]', '1'], ['_limit_', '1']])).body;
    const other = await ask('concept/track', [SELECT, ['_limit_[sold_in]', '2'], ['_limit_', '1'], ['_after_', next!]]);
    expect([other.status, other.body.data]).toEqual([400, expect.stringContaining('belongs to another request')]);
  });

  describe('OPTIONS of a statement', () => {
    const FROM = 'SELECT title, `sold_in[sale].sale_id` FROM track WHERE track_id = 100';

    it('are the options of lists, also with parameters, aliases and several statements', async () => {
      const cut = "OPTIONS ('order[sold_in]' = '-sale_id', 'limit[sold_in]' = 2)";
      const rows = [{ title: 'one', sold_in: [{ sale_id: 7 }, { sale_id: 2 }] }];
      expect(rowsOf(await askAgain(`${FROM} ${cut}`))).toEqual(rows);
      expect(rowsOf(await askAgain(`SELECT 1; ${FROM} ORDER BY title LIMIT 1 ${cut};`))).toEqual(rows);
      expect(rowsOf(await askAgain(`SELECT title, \`sold_in[sale].sale_id\` FROM track ${cut}`))).toHaveLength(8);
      const bound = await admin.sql(`${FROM.replace('100', '?')} ${cut}`, { ontology: 'records', headers: { nested: 'true' }, body: { parameters: [100] } }); // prettier-ignore
      expect(rowsOf(bound)).toEqual(rows);
      expect(rowsOf(await askAgain('SELECT options.title FROM track options WHERE track_id = 100', false))).toHaveLength(1); // prettier-ignore
    });

    it.each([
      ["OPTIONS ('limit[sold]' = '1')", 'plan_unknown_name', 97, 'there is no list "sold" in the answer'],
      ["OPTIONS ('limit[sold_in]' = 'x')", 'statement_malformed', 100, 'limit[sold_in]: "x" is not a whole number'],
      ["OPTIONS ('where[sold_in]' = 'quantity > 0 AND quantty')", 'plan_unknown_name', 117, 'quantty'],
      ["OPTIONS ('where[sold_in]' = 'quantity > ')", 'statement_malformed', 111, 'expected an expression'],
      ["OPTIONS ('top[sold_in]' = '1')", 'statement_malformed', 98, 'there is no option "top[sold_in]"'],
      ["OPTIONS (limit = '1')", 'statement_malformed', 80, 'expected the name of an option as a string'],
      [`OPTIONS (${Array.from({ length: 21 }, (_, index) => `'limit[a${index}]' = 1`).join(', ')})`, 'statement_too_large', 445, 'OPTIONS have at most 20 values'], // prettier-ignore
      [`OPTIONS ('where[sold_in]' = 'quantity IN (1${', 1'.repeat(6_000)})')`, 'statement_too_large', 100, 'OPTIONS have at most 16384 characters'], // prettier-ignore
      ['OPTIONS ()', 'statement_malformed', 80, 'expected the name of an option as a string'],
      ["LIMIT 1 OPTIONS ('limit[sold_in]' = '1') LIMIT 1", 'statement_malformed', 112, 'expected ";"'],
    ])('rejects %s with its place', async (clause, code, column, message) => {
      const { status, body } = await askAgain(`${FROM} ${clause}`);
      expect([status, body.error?.code, body.error?.position]).toEqual([400, code, { line: 1, column }]);
      expect(body.data).toContain(message);
    });

    it('are rejected without nested, and in a statement that selects rows by windows', async () => {
      const flat = await askAgain(`${FROM} OPTIONS ('limit[sold_in]' = '1')`, false);
      expect([flat.status, flat.body.error]).toMatchObject([400, { code: 'statement_malformed', position: { column: 80 }, hint: expect.stringContaining('nested=true') as unknown }]); // prettier-ignore
      const qualified = await askAgain(`${FROM} QUALIFY ROW_NUMBER() OVER (ORDER BY \`sold_in[sale].sale_id\`) > 1 OPTIONS ('order[sold_in]' = '-sale_id')`); // prettier-ignore
      expect([qualified.status, qualified.body.data]).toEqual([400, expect.stringContaining('QUALIFY')]);
    });
  });
}

describe('on DuckDB', () => {
  suite('duckdb');
});
describeWithMariaDb('on MariaDB', () => {
  suite('mysql');
});
describeWithPostgreSql('on PostgreSQL', () => {
  suite('postgresql');
});
