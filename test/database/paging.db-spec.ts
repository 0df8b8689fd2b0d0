import fc from 'fast-check';
import type { DialectName } from '../../src/model';
import { type Answer, type Client, type Row, rowsOf } from '../support/client';
import { type PagingService, startPaging } from '../support/paging';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';
import { trials } from '../support/trials';

const CONCEPTS: Readonly<Record<string, readonly string[]>> = {
  'concept/item': ['item_id', 'name', 'colour', 'price', 'weight', 'big', 'flag', 'born', 'seen', 'clock', 'grade', 'half', 'code_text', 'name_email', 'entity_id', 'entity_label', 'tag', 'has_part[part].title'], // prettier-ignore
  'concept/part': ['part_id', 'item', 'title', 'of_item[item].name', 'of_item[item].price', 'of_item[item].tag'],
  'concept/word': ['word', 'grp', 'entity_id'],
  'concept/thing': ['entity_type', 'entity_id', 'entity_label'],
  'view/log': ['line', 'n'],
  'view/titles': ['title', 'item_name', 'price'],
  'view/people': ['entity_id', 'name', 'price', 'third'],
};

const asked = fc.constantFrom(...Object.keys(CONCEPTS)).chain((target) => {
  const columns = CONCEPTS[target] ?? [];
  const order = fc.uniqueArray(fc.constantFrom(...columns), { maxLength: 4 });
  return fc.record({
    target: fc.constant(target),
    order: order.chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(name, `-${name}`)))),
    select: fc.option(fc.uniqueArray(fc.constantFrom(...columns), { minLength: 1, maxLength: 3 }), { nil: undefined }),
    filter: fc.constantFrom('', '', `_subj_=${columns[0]}&_op_=not_eq&_comp_=3&_conj_=or&_subj1_=${columns[1]}&_op1_=is_null`), // prettier-ignore
  });
});
const limits = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });

function addressOf({ target, order, select, filter }: typeof asked extends fc.Arbitrary<infer T> ? T : never): string {
  const parameters = [
    ...(filter === '' ? [] : [filter]),
    ...(order.length > 0 ? [`_order_=${order.join(',')}`] : []),
    ...(select === undefined ? [] : [`_select_=${select.join(',')}`]),
  ];
  return `q/paging/${target}?${parameters.map((parameter) => `${parameter}&`).join('')}`;
}

async function readPages(client: Client, address: string, sizes: readonly number[]): Promise<readonly Answer[]> {
  const pages: Answer[] = [];
  for (let after = ''; pages.length < 200;) {
    const answer = await client.get(`${address}_limit_=${sizes[pages.length % sizes.length]}${after}`);
    rowsOf(answer);
    pages.push(answer);
    if (answer.body.next === null) return pages;
    after = `&_after_=${answer.body.next}`;
  }
  throw new Error(`the pages have no end: ${address}`);
}

function suite(dialect: DialectName): void {
  let paging: PagingService;
  beforeAll(async () => {
    paging = await startPaging(dialect);
  }, 60_000);
  afterAll(() => paging.close());

  const whole = async (client: Client, address: string): Promise<readonly Row[]> =>
    rowsOf(await client.get(`${address}_limit_=1000`));

  it('joins pages of any size into the whole, in its order', async () => {
    await fc.assert(
      fc.asyncProperty(asked, limits, fc.boolean(), async (request, sizes, isMasked) => {
        const address = addressOf(request);
        const client = isMasked ? paging.reader : paging.admin;
        const pages = await readPages(client, address, sizes);
        expect(pages.flatMap(rowsOf)).toEqual(await whole(client, address));
      }),
      { numRuns: trials(100) },
    );
  }, 120_000);

  it('pages over a view by a total order, even of rows that its collation compares as equal', async () => {
    const ordered = async (target: string): Promise<string> => {
      const answer = await paging.admin.get(`q/paging/${target}?_order_=-title&_limit_=2&_explain_=true`);
      return JSON.stringify(answer.body).toUpperCase();
    };
    expect(await ordered('view/titles')).toMatch(/HEX\(|'HEX'/);
    expect(await ordered('concept/part')).not.toMatch(/HEX\(|'HEX'/);
    const address = 'q/paging/view/titles?_order_=title&_select_=item_name&';
    const all = await whole(paging.admin, address);
    for (const sizes of [[1], [1, 3], [2], [5, 1]])
      expect((await readPages(paging.admin, address, sizes)).flatMap(rowsOf)).toEqual(all);
  });

  it('repeats a page through its executed_query', async () => {
    const address = 'q/paging/concept/item?_order_=grade,-seen&_typed_=true&';
    for (const answer of await readPages(paging.admin, address, [2])) {
      const again = await paging.admin.select(answer.body.executed_query!, { ontology: 'paging' });
      expect(again).toEqual(rowsOf(answer));
    }
  });

  it.each([
    ['_select_=name&', "WHERE `item_id` > '2' ORDER BY `item_id` LIMIT 2"],
    ['_order_=-item_id&', "WHERE `item_id` < '12' ORDER BY `item_id` DESC LIMIT 2"],
    ['_order_=big,-born&_select_=name&', "WHERE `big` > '0' OR `big` IS NULL OR `big` = '0' AND `born` IS NULL AND `item_id` < '6' ORDER BY `big` IS NULL, `big`, `born` IS NULL, `born` DESC, `item_id` DESC LIMIT 2"], // prettier-ignore
    ['_order_=clock&', "WHERE `clock` > '08:00:00' OR `clock` IS NULL OR `clock` = '08:00:00' AND `item_id` > '1' ORDER BY `clock` IS NULL, `clock`, `item_id` LIMIT 2"], // prettier-ignore
    ['_order_=price&', "WHERE `price` > '-3.25' OR `price` IS NULL OR `price` = '-3.25' AND `item_id` > '8' ORDER BY `price` IS NULL, `price`, `item_id` LIMIT 2"], // prettier-ignore
    ['_order_=weight&', 'ORDER BY `weight` IS NULL, `weight`, `item_id` LIMIT 2 OFFSET 2'],
    ['_order_=colour&', 'ORDER BY `colour` IS NULL, `colour`, `item_id` LIMIT 2 OFFSET 2'],
    ['_order_=half&', 'ORDER BY `half` IS NULL, `half`, `item_id` LIMIT 2 OFFSET 2'],
    ['_order_=code_text&', 'ORDER BY `code_text` IS NULL, `code_text`, `item_id` LIMIT 2 OFFSET 2'],
  ])(
    'the page after the first of %s is found by its key, or by an offset when a key would not work',
    async (url, end) => {
      const address = `q/paging/concept/item?${url}_limit_=2`;
      const { next } = (await paging.admin.get(address)).body;
      const { executed_query: executed } = (await paging.admin.get(`${address}&_after_=${next}`)).body;
      const found = executed?.replace(/^SELECT .* FROM `dsvc`\.`item` /, '');
      // the dialect of PostgreSQL casts these columns to strings, which are compared as they are sorted
      if (dialect === 'postgresql' && /colour|code_text/.test(url)) expect(found).toMatch(/^WHERE .* LIMIT 2$/);
      else expect(found).toBe(end);
    },
  );

  it('skips equal rows by counting from the last one that differs', async () => {
    const [, second, third] = await readPages(paging.admin, 'q/paging/view/log?', [4]);
    expect(second?.body.executed_query).toMatch(
      / WHERE `line` > 'down' OR `line` IS NULL ORDER BY .* LIMIT 4 OFFSET 1$/,
    );
    expect(third?.body.executed_query).toMatch(/ WHERE `line` > 'up' OR `line` IS NULL ORDER BY .* LIMIT 4$/);
  });

  it('keeps its position when rows before the cursor are added or removed', async () => {
    const numbers = async (address: string): Promise<[unknown[], string]> => {
      const answer = await paging.admin.get(`q/numbers/concept/number?_typed_=true&_limit_=3${address}`);
      return [rowsOf(answer).map((row) => row.n), `&_after_=${answer.body.next}`];
    };
    await paging.setNumbers([10, 20, 30, 40, 50, 60, 70]);
    const [first, after] = await numbers('');
    await paging.setNumbers([5, 15, 20, 25, 40, 45, 50, 60, 70]);
    const [second, afterThat] = await numbers(after);
    await paging.setNumbers([55, 70]);
    const [third] = await numbers(afterThat);
    expect([first, second, third]).toEqual([[10, 20, 30], [40, 45, 50], [55, 70]]); // prettier-ignore
  });

  it('orders by columns that it does not select', async () => {
    const pages = await readPages(paging.admin, 'q/paging/concept/part?_order_=-of_item[item].name,title&_select_=item&', [4]); // prettier-ignore
    expect(pages.length).toBeGreaterThan(2);
    for (const row of pages.flatMap(rowsOf)) expect(Object.keys(row)).toEqual(['item']);
    const csv = await paging.admin.get('q/paging/concept/part?_order_=title&_select_=item&_limit_=2&_format_=csv');
    expect(csv.text).toBe('item\r\n1\r\n3\r\n');
  });

  it('orders the groups of a measure by their keys', async () => {
    const address = 'q/paging/concept/line?_select_=measure.lines,line&_order_=-measure.lines&';
    const pages = (await readPages(paging.admin, address, [1])).flatMap(rowsOf);
    expect(pages).toEqual([['5', 'up'], ['3', 'down'], ['2', null]].map(([lines, line]) => ({ 'measure.lines': lines, line }))); // prettier-ignore
    const refused = await paging.admin.get('q/paging/concept/line?_select_=measure.lines,line&_order_=n');
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'plan_invalid']);
  });

  it('puts no value into a cursor that its caller may not see', async () => {
    const address = 'q/paging/concept/item?_order_=-name_email&_select_=item_id&';
    for (const page of await readPages(paging.reader, address, [3])) {
      const cursor = Buffer.from(page.body.next ?? '', 'base64url').toString();
      if (page.body.next !== null) expect(cursor).toMatch(/^\["\w+",0,\[("XXXXXXXXX"|null),"\d+"\]\]$/);
    }
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
