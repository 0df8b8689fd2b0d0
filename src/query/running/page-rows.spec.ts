import fc from 'fast-check';
import { findPageKey, type Place } from '../../compiler/filter';
import { fixtureOntology, planText } from '../../../test/support/compile';
import type { Cell, RowStream } from '../../model';
import { PageEnd, pageRows } from './page-rows';

const PLAN = planText(fixtureOntology('company'), 'SELECT name, employee_id FROM employee');
const KEY = findPageKey(PLAN, [
  { name: 'name', descending: false, isNullable: true },
  { name: 'employee_id', descending: false, isNullable: false },
]);

interface Asked {
  readonly most?: number;
  readonly from?: Place;
  readonly hidden?: number;
  readonly comparable?: readonly boolean[];
  readonly hasKey?: boolean;
}

type Rows = readonly (readonly Cell[])[];

/** Returns the visible rows of these batches, and the place after them. */
async function follow(batches: readonly Rows[], asked: Asked): Promise<{ rows: Rows; next: Place; names: string[] }> {
  const { most = 2, from = { offset: 0 }, hidden = 0, comparable = [true, true], hasKey = true } = asked;
  async function* flow(): AsyncGenerator<Rows> {
    for (const batch of batches) yield await Promise.resolve(batch);
  }
  const stream: RowStream = { columns: PLAN.columns, comparable, batches: flow() };
  const page = pageRows(stream, { from, key: hasKey ? KEY : undefined, most, hidden });
  const rows: (readonly Cell[])[] = [];
  for await (const batch of page.rows.batches) rows.push(...batch);
  return { rows, next: page.next(), names: page.rows.columns.map((column) => column.name) };
}

const [A1, A2, B3] = [
  ['a', 1],
  ['a', 2],
  ['b', 3],
] as const;

it.each<[string, readonly Rows[], Asked, Place]>([
  ['after the key of the last row', [[A1, A2, B3]], {}, { key: ['a', '2'], offset: 0 }],
  ['whatever the batches', [[A1], [A2], [B3]], {}, { key: ['a', '2'], offset: 0 }],
  ['whatever came before', [[A1, A2, B3]], { from: { key: ['a', '0'], offset: 9 } }, { key: ['a', '2'], offset: 0 }],
  ['counted from the last row that differs', [[A1, A2, A2]], {}, { key: ['a', '1'], offset: 1 }],
  ['counted over batches', [[A1, A2], [A2, A2], [A2]], { most: 4 }, { key: ['a', '1'], offset: 3 }],
  ['counted on where none differs', [[A1, A1, A1]], { from: { key: ['a', '0'], offset: 3 } }, { key: ['a', '0'], offset: 5 }],
  ['counted on, batch by batch', [[A1], [A1], [A1]], { from: { offset: 3 } }, { offset: 5 }],
  ['counted without a key', [[A1, A2, B3]], { hasKey: false, from: { offset: 3 } }, { offset: 5 }],
  ['counted where the cells are not what is sorted by', [[A1, A2, B3]], { comparable: [true, false] }, { offset: 2 }],
  ['counted where a value would not come back', [[A1, ['a'.repeat(200), 2], B3]], {}, { key: ['a', '1'], offset: 1 }],
])('begins the next page %s', async (_, batches, asked, place) => {
  expect((await follow(batches, asked)).next).toEqual(place);
}); // prettier-ignore

it('returns all columns except the hidden ones', async () => {
  const shown = await follow([[A1, A2], [B3]], { hidden: 1 });
  expect(shown).toMatchObject({ names: ['name'], rows: [['a'], ['a'], ['b']], next: { key: ['a', '2'], offset: 0 } });
});

it('begins the next page at the same place, whether rows arrive in batches or one by one', () => {
  const row = fc.tuple(fc.constantFrom('a', 'A', 'b', 'é', null), fc.constantFrom(1, 2));
  const rows = fc.array(row, { minLength: 1, maxLength: 1_500, size: 'max' });
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 700 }), fc.nat(1), fc.boolean(), (all, size, fewer, isSure) => {
      const options = { from: { offset: 7 }, key: KEY, most: all.length - fewer, hidden: 0 };
      const [together, single] = [new PageEnd(options), new PageEnd(options)];
      for (let begin = 0; begin < all.length; begin += size) together.follow(all.slice(begin, begin + size));
      for (const each of all) single.see(each);
      expect(single.isCut).toBe(fewer === 1);
      expect(together.isCut).toBe(fewer === 1);
      expect(single.next([isSure, true])).toEqual(together.next([isSure, true]));
    }),
  );
});
