import fc from 'fast-check';
import type { DialectName } from '../../src/model';
import { type Answer, type Client, type Row, rowsOf } from '../support/client';
import { type PagingService, startPaging } from '../support/paging';
import { describeWithMariaDb } from '../support/services';

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

  it('pages of any size together are the whole, in its order', async () => {
    await fc.assert(
      fc.asyncProperty(asked, limits, fc.boolean(), async (request, sizes, isMasked) => {
        const address = addressOf(request);
        const client = isMasked ? paging.reader : paging.admin;
        const pages = await readPages(client, address, sizes);
        expect(pages.flatMap(rowsOf)).toEqual(await whole(client, address));
      }),
      { numRuns: 150 },
    );
  }, 120_000);
}

describe('on DuckDB', () => {
  suite('duckdb');
});
describeWithMariaDb('on MariaDB', () => {
  suite('mysql');
});
