import { readXlsx, type SheetCell } from '../../../../test/support/read-xlsx';
import type { Cell, NestedCell, OutputColumn } from '../../../model';
import { encodeXlsx, type SheetLimits } from './encode-xlsx';

type Rows = readonly (readonly (Cell | NestedCell)[])[];

async function encode(
  columns: readonly OutputColumn[],
  batches: readonly Rows[],
  limits?: SheetLimits,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of encodeXlsx({ columns, batches: iterate(batches) }, limits)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* iterate<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
  await Promise.resolve();
  yield* values;
}

/** Returns the cell that a reader finds for a value of a column of this type. */
async function roundTrip(type: OutputColumn['type'], cell: Cell | NestedCell): Promise<SheetCell | undefined> {
  const [sheet] = readXlsx(await encode([{ name: 'v', type }], [[[cell]]]));
  return sheet?.rows[1]?.[0];
}

const DAY = 'yyyy\\-mm\\-dd';

describe('encodeXlsx', () => {
  it.each([
    ['integer', 42, 42],
    ['bigint', '9007199254740993', '9007199254740993'],
    ['double', -1.5e300, -1.5e300],
    ['double', 'NaN', 'NaN'],
    ['decimal', '12.50', 12.5],
    ['decimal', '-0.00000000000123456', -1.23456e-12],
    ['decimal', '123456789012345', 123456789012345],
    ['decimal', '1234567890123456', '1234567890123456'],
    ['decimal', '1234567890123.456', '1234567890123.456'],
    ['decimal', '100.000000000000000000', 100],
    ['boolean', true, true],
    ['string', '12', '12'],
    ['unknown', '2024-02-29', '2024-02-29'],
    ['date', '2024-02-29', { serial: 45351, format: DAY }],
    ['date', '1900-03-01', { serial: 61, format: DAY }],
    ['date', '9999-12-31', { serial: 2958465, format: DAY }],
    ['date', '1900-02-28', '1900-02-28'],
    ['date', '0000-00-00', '0000-00-00'],
    ['date', '2023-02-29', '2023-02-29'],
    ['time', '06:00:00', { serial: 0.25, format: 'hh:mm:ss' }],
    ['time', '-838:59:59', '-838:59:59'],
    ['timestamp', '2024-02-29 12:00:00', { serial: 45351.5, format: `${DAY} hh:mm:ss` }],
    ['timestamp', '2024-02-29 12:00:00.250000', { serial: 45351 + 43200.25 / 86400, format: `${DAY} hh:mm:ss.000` }],
    ['timestamp', '2024-02-29 12:00:00.250001', '2024-02-29 12:00:00.250001'],
    ['string', null, undefined],
  ] as const)('writes the %s %p as %p', async (type, cell, expected) => {
    expect(await roundTrip(type, cell)).toEqual(expected);
  });

  it.each([
    '=HYPERLINK("https://example.org")',
    '<b>&amp;</b>',
    ' spaces and\nlines\tand tabs ',
    'a\rb\0c\x1fd\ufffe',
    'half \ud83d of 😀',
    '_x000D_ and _x5_',
    '',
  ])('keeps the string %p', async (text) => {
    expect(await roundTrip('string', text)).toBe(text);
  });

  it('writes no formula, and keeps editors from making one of a string', async () => {
    expect(await roundTrip('string', '=1+1')).toBe('=1+1');
    const bytes = await encode([{ name: '=x', type: 'string' }], [[['=1+1'], ['@a'], ['+1'], ['-1']]]);
    expect(readXlsx(bytes)[0]?.rows.map(([cell]) => cell)).toEqual(['=x', '=1+1', '@a', '+1', '-1']);
  });

  it('writes nested values as JSON, and equal names apart', async () => {
    const nested: NestedCell = { print: (cell) => `[${cell('a"')},${cell(1)}]` };
    const columns = [{ name: 'n', type: 'unknown' }, { name: 'n', type: 'integer' }] as const; // prettier-ignore
    expect(readXlsx(await encode(columns, [[[nested, 2]]]))).toEqual([{ name: 'rows', rows: [['n', 'n_2'], ['["a\\"",1]', 2]] }]); // prettier-ignore
  });

  it('goes on in a second sheet, within a batch and between two', async () => {
    const columns = [{ name: 'n', type: 'integer' }] as const;
    const limits = { rows: 4, characters: 1e6 };
    for (const batches of [[[1, 2, 3, 4, 5, 6, 7]], [[1, 2], [3], [4, 5, 6, 7]]]) {
      const rows = batches.map((batch) => batch.map((n) => [n]));
      expect(readXlsx(await encode(columns, rows, limits))).toEqual([
        { name: 'rows', rows: [['n'], [1], [2], [3]] },
        { name: 'rows 2', rows: [['n'], [4], [5], [6]] },
        { name: 'rows 3', rows: [['n'], [7]] },
      ]);
    }
    expect(readXlsx(await encode(columns, [[[1], [2], [3]]], limits))).toHaveLength(1);
    expect(readXlsx(await encode(columns, [[[1]], [[2]]], { rows: 4, characters: 10 }))).toHaveLength(2);
    expect(readXlsx(await encode(columns, []))).toEqual([{ name: 'rows', rows: [['n']] }]);
  });

  it('ends with an error at a string that is longer than a cell, and what was written is unreadable', async () => {
    expect(await roundTrip('string', 'x'.repeat(32_767))).toHaveLength(32_767);
    const random = Array.from({ length: 5_000 }, () => [Math.random().toString(36).repeat(20)]);
    const pieces: Buffer[] = [];
    const reading = (async () => {
      const columns = [{ name: 'v', type: 'string' }] as const;
      const batches = iterate<Rows>([random, [['x'.repeat(32_768)]]]);
      for await (const piece of encodeXlsx({ columns, batches })) pieces.push(piece);
    })();
    await expect(reading).rejects.toMatchObject({
      code: 'format_bad_value',
      message: expect.stringContaining('"v"') as string,
    });
    expect(pieces.length).toBeGreaterThan(0);
    expect(() => readXlsx(Buffer.concat(pieces))).toThrow('no end');
  });

  it('names columns beyond Z, and rejects more columns than a sheet has', async () => {
    const columns = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `c${n}`, type: 'integer' }) as const); // prettier-ignore
    const row = Array.from({ length: 16_384 }, (_, n) => n);
    expect(readXlsx(await encode(columns(16_384), [[row]]))[0]?.rows[1]).toEqual(row);
    await expect(encode(columns(16_385), [])).rejects.toMatchObject({ code: 'format_bad_value' });
  });

  it('ends the rows when it is ended, and reads no further than its reader', async () => {
    let [made, ended] = [0, false];
    async function* endless(): AsyncGenerator<Rows> {
      try {
        for (;;) {
          await Promise.resolve();
          made++;
          yield Array.from({ length: 1000 }, () => [Math.random()]);
        }
      } finally {
        ended = true;
      }
    }
    const reading = encodeXlsx({ columns: [{ name: 'n', type: 'double' }], batches: endless() });
    expect((await reading.next()).done).toBe(false);
    const before = made;
    await reading.return(undefined);
    expect([made, ended]).toEqual([before, true]);
  });
});
