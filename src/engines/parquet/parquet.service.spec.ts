import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readParquet } from '../../../test/support/read-parquet';
import { Environment } from '../../config';
import type { Cell, NestedCell, OutputColumn } from '../../model';
import { ParquetService } from './parquet.service';

type Row = readonly (Cell | NestedCell)[];

let dataDir: string;
let service: ParquetService;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parquet-'));
  service = new ParquetService(Object.assign(new Environment(), { dataDir }));
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

async function write(columns: readonly OutputColumn[], ...batches: readonly (readonly Row[])[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of service.encode({ columns, batches: batchesOf(...batches) })) pieces.push(piece);
  return Buffer.concat(pieces);
}

const NESTED: NestedCell = { print: (printCell) => `[${printCell('Oslo')}]` };

describe('Parquet', () => {
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
    const table = await readParquet(await write([{ name: 'c', type }], cells.map((cell) => [cell]))); // prettier-ignore
    expect(table).toEqual({ columns: [`c ${written}`], rows: expected.map((value) => [value]) });
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
    await expect(write([{ name: 'which', type }], [[null]], [[cell]])).rejects.toMatchObject({
      code: 'format_bad_value',
      message: expect.stringContaining('column "which"') as string,
    });
  });

  it('has the order of the rows, unique names of columns, and a header without rows', async () => {
    const columns = ['a', 'a', 'A'].map((name) => ({ name, type: 'integer' }) as const);
    const batches = Array.from({ length: 30 }, (_, batch) =>
      Array.from({ length: 1_000 }, (_each, row) => [batch * 1_000 + row, 1, 2]),
    );
    const { columns: names, rows } = await readParquet(await write(columns, ...batches));
    expect(names).toEqual(['a BIGINT', 'a_2 BIGINT', 'A_1 BIGINT']);
    expect(rows.map(([value]) => Number(value))).toEqual(batches.flat().map(([value]) => value));
    expect((await readParquet(await write(columns))).rows).toEqual([]);
    expect(await readParquet(await write([]))).toEqual({ columns: ['nothing VARCHAR'], rows: [] });
  });

  it('passes on the error of the rows, and removes its files when nobody reads on', async () => {
    const failing = (async function* () {
      yield [[1]];
      await sleep(0);
      throw new Error('the data source is gone');
    })();
    const columns = [{ name: 'c', type: 'integer' }] as const;
    await expect(service.encode({ columns, batches: failing }).next()).rejects.toThrow('the data source is gone');
    const long = Array.from({ length: 20_000 }, (_, index) => [index]);
    for await (const piece of service.encode({ columns, batches: batchesOf(long) })) {
      expect(piece.subarray(0, 4).toString()).toBe('PAR1');
      break;
    }
  });

  it('refuses rows that do not fit into its memory', async () => {
    const batches = (async function* () {
      for (let batch = 0; batch < 21; batch++) {
        await sleep(0);
        yield Array.from({ length: 100 }, (_, row) => [`${batch} ${row} ${Math.random()} `.repeat(8_000)]);
      }
    })();
    const file = service.encode({ columns: [{ name: 'c', type: 'string' }], batches });
    await expect(file.next()).rejects.toMatchObject({ code: 'format_bad_value' });
  });

  it('is written by several callers at once', async () => {
    const columns = [{ name: 'c', type: 'integer' }] as const;
    const files = await Promise.all([1, 2, 3].map((value) => write(columns, [[value]], [[value]])));
    const tables = await Promise.all(files.map(readParquet));
    expect(tables.map(({ rows }) => rows)).toEqual([1, 2, 3].map((value) => [[String(value)], [String(value)]]));
  });
});
