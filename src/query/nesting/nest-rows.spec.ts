import type { NestedColumn } from '../../compiler/nest';
import { readValue } from '../../../test/support/nest';
import type { Cell, NestedCell, RowStream } from '../../model';
import { nestRows } from './nest-rows';

type Rows = readonly (readonly Cell[])[];

function column(path: string, key: string | undefined = path.split('.').at(-1)): NestedColumn {
  const steps = path.split('.').slice(0, -1);
  const isIdentity = path.endsWith('id');
  return {
    steps: steps.map((hop) => ({ hop, key: hop.replace(/\W.*/, '') })),
    key,
    isIdentity,
    isOfLink: false,
    isMultiValue: false,
  };
}

function streamOf(
  columns: readonly NestedColumn[],
  batches: readonly Rows[],
  onEnd: () => void = () => undefined,
): RowStream {
  return {
    columns: columns.map((_, index) => ({ name: `c${index}`, type: 'integer' })),
    batches: (async function* () {
      try {
        for (const batch of batches) yield await Promise.resolve(batch);
      } finally {
        onEnd();
      }
    })(),
  };
}

async function collect(stream: RowStream<Cell | NestedCell>): Promise<readonly (readonly unknown[])[]> {
  const rows: (readonly unknown[])[] = [];
  for await (const batch of stream.batches) rows.push(...batch.map((row) => row.map(readValue)));
  return rows;
}

function nest(columns: readonly NestedColumn[], batches: readonly Rows[], offset = 0, limit = Infinity) {
  return collect(nestRows(streamOf(columns, batches), { columns, offset, limit }));
}

const ID = column('id');
const HIDDEN = { ...column('x.id'), key: undefined };

describe('nestRows', () => {
  const limited = (one: NestedColumn, limit: number): NestedColumn => ({
    ...one,
    steps: one.steps.map((step) => ({ ...step, limit })),
  });
  const places = (path: string, isOrdered: boolean, of?: string): NestedColumn => ({
    ...column(path),
    key: undefined,
    places: { of, isOrdered },
  });

  it('sorts elements by their places, leaves out those without one, and cuts equal places by arrival', async () => {
    const columns = [ID, HIDDEN, column('x.a'), places('x.place', true)].map((one) => limited(one, 2));
    const rows = [[1, 10, 'a', 2], [1, 11, 'b', 1], [1, 12, 'c', null], [1, 13, 'd', 2], [1, 14, 'e', 3], [1, 10, 'a', 2], [2, 15, 'f', null]]; // prettier-ignore
    expect(await nest(columns, [rows])).toEqual([
      [1, [{ a: 'b' }, { a: 'a' }]],
      [2, []],
    ]);
  });

  it('sorts elements and lists that are not in the order of their rows: numbers by value, strings by code units, NULL first', async () => {
    const sorted = (path: string, place: number, isNumber: boolean): NestedColumn => ({ ...column(path), sorting: { place, isNumber } }); // prettier-ignore
    const link = { ...sorted('x.since', Infinity, false), isOfLink: true };
    const columns = [ID, link, sorted('x.b_id', 1, false), sorted('x.a_id', 0, true), { ...sorted('tag', Infinity, true), isMultiValue: true }]; // prettier-ignore
    const rows = [[1, 'z', 'b', 10, 7], [1, 'y', 'b', 10, '12345678901234567890'], [1, 'z', 'B', 10, -1], [1, null, 'b', 10, 10], [1, 'a', 'é', 9, 9], [1, 'a', 'f', 9, null]]; // prettier-ignore
    const x = [
      { since: 'a', b_id: 'f', a_id: 9 },
      { since: 'a', b_id: 'é', a_id: 9 },
      { since: 'z', b_id: 'B', a_id: 10 },
      { since: null, b_id: 'b', a_id: 10 },
      { since: 'y', b_id: 'b', a_id: 10 },
      { since: 'z', b_id: 'b', a_id: 10 },
    ];
    expect(await nest(columns, [rows])).toEqual([[1, [-1, 7, 9, 10, '12345678901234567890'], x]]);
  });

  it.each([1, 4, 5, 40])('returns each of %i elements once, however often their rows take turns', async (count) => {
    const columns = [ID, HIDDEN, column('x.a'), column('x.y.id'), column('x.y.b')];
    const elements = Array.from({ length: count }, (_, index) => index);
    const rows = [0, 1, 2].flatMap((time) => elements.map((index) => [1, index, `a${index}`, time, `b${time}`]));
    const y = [0, 1, 2].map((time) => ({ id: time, b: `b${time}` }));
    expect(await nest(columns, [rows])).toEqual([[1, elements.map((index) => ({ a: `a${index}`, y }))]]);
  });

  it('keeps the order of rows and the elements of all rows where places sort nothing', async () => {
    const columns = [ID, HIDDEN, column('x.y.id'), places('x.place', false)].map((one) => limited(one, 2));
    const rows = [[1, 10, 7, 1], [1, 11, 7, null], [1, 12, 8, 1], [1, 13, 9, 1], [1, 10, 9, 1], [1, 12, 7, 1], [1, 12, 5, 1]]; // prettier-ignore
    expect(await nest(columns, [rows])).toEqual([[1, [{ y: [{ id: 7 }, { id: 9 }] }, { y: [{ id: 8 }, { id: 7 }] }]]]);
  });

  it('cuts lists of values in the same way', async () => {
    const tag = { ...column('tag'), isMultiValue: true, list: { name: 'tag', limit: 2 } };
    const rows = [[1, 'a', 3], [1, 'b', 2], [1, 'c', 1], [1, 'd', null], [1, 'c', 1]]; // prettier-ignore
    expect(await nest([ID, tag, places('place', true, 'tag')], [rows])).toEqual([[1, ['c', 'b']]]);
    expect(await nest([ID, tag, places('place', false, 'tag')], [rows.map(([id = null, value = null, at]) => [id, value, at === null ? null : 1])])).toEqual([[1, ['a', 'b']]]); // prettier-ignore
    expect(await nest([ID, tag], [rows.map((row) => row.slice(0, 2))])).toEqual([[1, ['a', 'b']]]);
  });

  it('groups rows of an entity across batches, in the order of their first rows', async () => {
    const columns = [ID, column('x.a'), HIDDEN];
    const batches = [
      [[2, 'a', 1]],
      [
        [2, 'b', 2],
        [1, 'c', 3],
      ],
      [],
      [
        [1, 'c', 3],
        [3, null, null],
      ],
    ];
    expect(await nest(columns, batches)).toEqual([
      [2, [{ a: 'a' }, { a: 'b' }]],
      [1, [{ a: 'c' }]],
      [3, []],
    ]);
  });

  it('names and types its columns: own values, then arrays', () => {
    const columns = [column('x.a'), ID, { ...column('tag'), isMultiValue: true }, column('y.b')];
    expect(nestRows(streamOf(columns, []), { columns, offset: 0, limit: 1 }).columns).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'tag', type: 'unknown' },
      { name: 'x', type: 'unknown' },
      { name: 'y', type: 'unknown' },
    ]);
  });

  it('does not multiply the rows of parallel steps', async () => {
    const columns = [ID, column('x.id'), column('y.id'), { ...column('tag'), isMultiValue: true }];
    const rows = [1, 2].flatMap((x) => [3, 4].flatMap((y) => ['s', 't', null].map((tag) => [7, x, y, tag])));
    expect(await nest(columns, [rows])).toEqual([[7, ['s', 't'], [{ id: 1 }, { id: 2 }], [{ id: 3 }, { id: 4 }]]]);
  });

  it('keeps an element whose columns are NULL except its identity', async () => {
    expect(await nest([ID, column('x.a'), HIDDEN], [[[1, null, 5]]])).toEqual([[1, [{ a: null }]]]);
  });

  it('distinguishes elements without identity by their values, and nests elements below a step without columns', async () => {
    const rows = [
      [1, 'a', 'b'],
      [1, 'a', 'c'],
      [2, null, 'd'],
      [3, null, null],
    ];
    expect(await nest([ID, column('x.a'), column('x.y.b')], [rows])).toEqual([
      [1, [{ a: 'a', y: [{ b: 'b' }, { b: 'c' }] }]],
      [2, [{ a: null, y: [{ b: 'd' }] }]],
      [3, []],
    ]);
    expect(
      await nest(
        [ID, column('x.y.b')],
        [
          [
            [1, 'b'],
            [1, 'c'],
            [2, null],
          ],
        ],
      ),
    ).toEqual([
      [1, [{ y: [{ b: 'b' }, { b: 'c' }] }]],
      [2, []],
    ]);
  });

  it('nests two steps of one relationship under its key, and merges an entity that both reach', async () => {
    const columns = [ID, column('x[c].id'), column('x[c].a'), column('x[d].id'), column('x[d].b')];
    const rows = [
      [1, 5, 'a', 5, 'b'],
      [1, 5, 'a', 6, 'c'],
      [1, 7, 'd', 5, 'b'],
    ];
    expect(await nest(columns, [rows])).toEqual([
      [
        1,
        [
          { id: 5, a: 'a', b: 'b' },
          { id: 7, a: 'd' },
          { id: 6, b: 'c' },
        ],
      ],
    ]);
  });

  it('keeps keys in the order of their columns, including those that JavaScript would sort first', async () => {
    const columns = [ID, HIDDEN, column('x.b'), column('x.1'), column('x.__proto__')];
    const stream = nestRows(streamOf(columns, [[[1, 2, 'b', 'a', 'p']]]), { columns, offset: 0, limit: 1 });
    const texts: string[] = [];
    for await (const [row] of stream.batches) texts.push((row?.[1] as NestedCell).print(JSON.stringify));
    expect(texts).toEqual(['[{"b":"b","1":"a","__proto__":"p"}]']);
  });

  it.each([
    [0, 2, [0, 1]],
    [1, 1, [1]],
    [2, 9, [2]],
    [3, 1, []],
    [0, 0, []],
  ])('skips %d entities and returns at most %d', async (offset, limit, ids) => {
    const rows = [0, 1, 2].flatMap((id) => [
      [id, 'a', 1],
      [id, 'b', 2],
    ]);
    const found = await nest([ID, column('x.a'), HIDDEN], [rows.slice(0, 3), rows.slice(3)], offset, limit);
    expect(found.map(([id]) => id)).toEqual(ids);
    expect(found.every((row) => (row[1] as unknown[]).length === 2)).toBe(true);
  });

  it('returns the entities of a single batch as one batch', async () => {
    const columns = [ID, column('x.a'), HIDDEN];
    const rows = [1, 2, 3].map((id) => [id, 'a', id]);
    const sizes = async (batches: readonly Rows[]): Promise<readonly number[]> => {
      const found: number[] = [];
      for await (const batch of nestRows(streamOf(columns, batches), { columns, offset: 0, limit: Infinity }).batches)
        found.push(batch.length);
      return found;
    };
    expect(await sizes([rows])).toEqual([3]);
    expect(await sizes([rows.slice(0, 2), rows.slice(2)])).toEqual([1, 2]);
  });

  it('ends the statement when the limit is reached', async () => {
    const columns = [ID, column('x.a'), HIDDEN];
    const ended = jest.fn();
    const read: number[] = [];
    const batches = [0, 1, 2, 3].map((id) => [[id, 'a', 1]]);
    const stream = streamOf(columns, batches, ended);
    const counted = { ...stream, batches: count(stream.batches, read) };
    await collect(nestRows(counted, { columns, offset: 0, limit: 1 }));
    expect(read).toEqual([0, 1]);
    expect(ended).toHaveBeenCalledTimes(1);
  });
});

async function* count(batches: RowStream['batches'], read: number[]): AsyncGenerator<Rows> {
  for await (const batch of batches) {
    read.push(Number(batch[0]?.[0]));
    yield batch;
  }
}
