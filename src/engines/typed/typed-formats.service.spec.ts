import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readArrow } from '../../../test/support/read-arrow';
import { readParquet, type TypedTableContent } from '../../../test/support/read-parquet';
import { Environment } from '../../config';
import type { Cell, NestedCell, OutputColumn } from '../../model';
import { TypedFormatsService } from './typed-formats.service';

type Row = readonly (Cell | NestedCell)[];

let dataDir: string;
let service: TypedFormatsService;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parquet-'));
  service = new TypedFormatsService(Object.assign(new Environment(), { dataDir }));
});
afterEach(async () => {
  await service.onApplicationShutdown();
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
  rmSync(dataDir, { recursive: true });
});

async function* batchesOf(...batches: readonly (readonly Row[])[]): AsyncGenerator<readonly Row[]> {
  for (const batch of batches) {
    await sleep(0);
    yield batch;
  }
}

type Format = 'parquet' | 'arrow';

async function write(
  format: Format,
  columns: readonly OutputColumn[],
  ...batches: readonly (readonly Row[])[]
): Promise<TypedTableContent> {
  const pieces: Buffer[] = [];
  for await (const piece of service[format]({ columns, batches: batchesOf(...batches) })) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return format === 'parquet' ? readParquet(bytes) : readArrow(bytes);
}

/** The types of Arrow for those of Parquet. */
const ARROW_TYPES: Readonly<Record<string, string>> = {
  VARCHAR: 'Utf8',
  BOOLEAN: 'Bool',
  BIGINT: 'Int64',
  DOUBLE: 'Float64',
  'DECIMAL(38,3)': 'Decimal[38e+3]',
  DATE: 'Date32<DAY>',
  TIME: 'Time64<MICROSECOND>',
  TIMESTAMP: 'Timestamp<MICROSECOND>',
};
const NESTED: NestedCell = { print: (printCell) => `[${printCell('Oslo')}]` };

describe.each<Format>(['parquet', 'arrow'])('%s', (format) => {
  it.each<[OutputColumn['type'], string, readonly (Cell | NestedCell)[], readonly unknown[]]>([
    ['string', 'VARCHAR', ['', "it's \u0000 😀", null, NESTED], ['', "it's \u0000 😀", null, '["Oslo"]']],
    ['unknown', 'VARCHAR', [1, true, null], ['1', 'true', null]],
    ['boolean', 'BOOLEAN', [true, false, null, 1, 0], [true, false, null, true, false]],
    ['integer', 'BIGINT', [0, -5, null, '9223372036854775807'], ['0', '-5', null, '9223372036854775807']],
    ['smallint', 'BIGINT', [32_767], ['32767']],
    ['bigint', 'BIGINT', ['-9223372036854775808'], ['-9223372036854775808']],
    ['double', 'DOUBLE', [0.1, -1e300, null, 'NaN', '-Infinity', 7], [0.1, -1e300, null, 'NaN', '-Infinity', 7]],
    ['decimal', 'DECIMAL(38,3)', ['1.50', '-0.125', null, '12345678901234567890123456789012345', 2], ['1.500', '-0.125', null, '12345678901234567890123456789012345.000', '2.000']], // prettier-ignore
    ['date', 'DATE', ['2024-02-29', '0001-01-01', '1969-12-31', null, '9999-12-31'], ['2024-02-29', '0001-01-01', '1969-12-31', null, '9999-12-31']], // prettier-ignore
    ['time', 'TIME', ['00:00:00', '23:59:59.999999', null, '12:00:00.5'], ['00:00:00', '23:59:59.999999', null, '12:00:00.5']], // prettier-ignore
    ['timestamp', 'TIMESTAMP', ['2024-02-29 12:30:00.25', '1066-10-14 09:00:00', null], ['2024-02-29 12:30:00.25', '1066-10-14 09:00:00', null]], // prettier-ignore
  ])('keeps the values of the type %s as %s', async (type, written, cells, expected) => {
    const table = await write(format, [{ name: 'c', type }], cells.map((cell) => [cell])); // prettier-ignore
    expect(table).toEqual({
      columns: [`c ${format === 'parquet' ? written : ARROW_TYPES[written]}`],
      rows: expected.map((value) => [value]),
    });
  });

  it.each<[OutputColumn['type'], Cell]>([
    ['boolean', 2],
    ['integer', '9223372036854775808'],
    ['integer', 1.5],
    ['double', 'many'],
    ['decimal', 'NaN'],
    ['decimal', '0.123456789012345678901234567890123456789'],
    ['date', '0000-00-00'],
    ['date', '2023-02-29'],
    ['time', '24:00:01'],
    ['time', '-01:00:00'],
    ['timestamp', '2024-02-29 12:30:00.1234567'],
    ['timestamp', 'infinity'],
  ])('refuses the value of a %s column that its type cannot have: %s', async (type, cell) => {
    await expect(write(format, [{ name: 'which', type }], [[null]], [[cell]])).rejects.toMatchObject({
      code: 'format_bad_value',
      message: expect.stringContaining('column "which"') as string,
    });
  });

  it('has the order of the rows, unique names of columns, and a header without rows', async () => {
    const columns = ['a', 'a', 'A'].map((name) => ({ name, type: 'integer' }) as const);
    const batches = Array.from({ length: 30 }, (_, batch) =>
      Array.from({ length: 1_000 }, (_each, row) => [batch * 1_000 + row, 1, 2]),
    );
    const { columns: names, rows } = await write(format, columns, ...batches);
    expect(names).toEqual(
      format === 'parquet' ? ['a BIGINT', 'a_2 BIGINT', 'A_1 BIGINT'] : ['a Int64', 'a_2 Int64', 'A Int64'],
    );
    expect(rows.map(([value]) => Number(value))).toEqual(batches.flat().map(([value]) => value));
    expect(await write(format, columns)).toEqual({ columns: names, rows: [] });
    const nothing = `nothing ${format === 'parquet' ? 'VARCHAR' : 'Utf8'}`;
    expect(await write(format, [])).toEqual({ columns: [nothing], rows: [] });
  });

  it('passes on the error of the rows, and removes its files when nobody reads on', async () => {
    const failing = (async function* () {
      yield [[1]];
      await sleep(0);
      throw new Error('the data source is gone');
    })();
    const columns = [{ name: 'c', type: 'integer' }] as const;
    await expect(service[format]({ columns, batches: failing }).next()).rejects.toThrow('the data source is gone');
    const long = Array.from({ length: 20_000 }, (_, index) => [index]);
    for await (const piece of service[format]({ columns, batches: batchesOf(long) })) {
      expect(piece.subarray(0, 4)).toEqual(Buffer.from(format === 'parquet' ? 'PAR1' : [255, 255, 255, 255]));
      break;
    }
  });

  it('is written by several callers at once', async () => {
    const columns = [{ name: 'c', type: 'integer' }] as const;
    const tables = await Promise.all([1, 2, 3].map((value) => write(format, columns, [[value]], [[value]])));
    expect(tables.map(({ rows }) => rows)).toEqual([1, 2, 3].map((value) => [[String(value)], [String(value)]]));
  });
});

it('Parquet refuses rows that do not fit into its memory', async () => {
  const batches = (async function* () {
    for (let batch = 0; batch < 21; batch++) {
      await sleep(0);
      yield Array.from({ length: 100 }, (_, row) => [`${batch} ${row} ${Math.random()} `.repeat(8_000)]);
    }
  })();
  const file = service.parquet({ columns: [{ name: 'c', type: 'string' }], batches });
  await expect(file.next()).rejects.toMatchObject({ code: 'format_bad_value' });
});
