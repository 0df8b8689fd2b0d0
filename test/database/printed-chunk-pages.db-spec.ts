import { DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { rowPrinting } from '../../src/http';
import { type Cell, type CompiledQuery, type OutputColumn } from '../../src/model';
import { openDuckDbTestEngine, rowsOf, type TestEngine } from '../support/engines';

const OPTIONS = { timeoutMs: 20_000 };
/** More than a chunk holds. */
const ROWS = 4_500;

/** Columns of common and of rare types, each with NULLs. */
const COLUMNS: readonly (readonly [wanted: OutputColumn['type'], expression: string])[] = [
  ['integer', 'n::INTEGER'],
  ['boolean', 'n % 2 = 0'],
  ['string', "'a text of ' || n % 300"],
  ['string', "chr((n % 200)::INTEGER)"],
  ['date', "DATE '1999-12-31' + (n % 900)::INTEGER"],
  ['timestamp', "TIMESTAMPTZ '2024-02-29 01:02:03+00' + to_microseconds(n)"],
  ['decimal', '(n / 100)::DECIMAL(12, 4)'],
  ['bigint', 'n::HUGEINT * 10000000000000000000'],
  ['unknown', "encode('bytes ' || n)"],
  ['unknown', "CASE n % 2 WHEN 0 THEN 'sad' ELSE 'glad' END::ENUM('sad', 'glad')"],
  ['unknown', '[n, NULL]'],
]; // prettier-ignore

/** What is asked for: positions of columns, and what becomes of them. */
interface Asked {
  readonly picked: readonly number[];
  readonly hidden: number;
  readonly told: readonly number[];
  readonly most: number;
  readonly format: 'json' | 'ndjson';
  readonly typed: boolean;
  readonly limit: CompiledQuery['limit'];
}

const page: fc.Arbitrary<Asked> = fc
  .record({
    picked: fc.uniqueArray(fc.nat(COLUMNS.length - 1), { minLength: 1, maxLength: 7 }),
    hidden: fc.nat(3),
    told: fc.uniqueArray(fc.nat(6), { maxLength: 4 }),
    most: fc.oneof(fc.nat(ROWS + 3), fc.constantFrom(0, 1, 20, 2_047, 2_048, 2_049, ROWS - 1, ROWS)),
    format: fc.constantFrom('json' as const, 'ndjson' as const),
    typed: fc.boolean(),
    limit: fc.constantFrom('none' as const, undefined, 0),
  })
  .map(({ hidden, told, picked, most, limit, ...others }) => ({
    ...others,
    picked,
    most,
    limit: limit === 0 ? most + 1 : limit,
    hidden: Math.min(hidden, picked.length - 1),
    told: told.filter((index) => index < picked.length),
  }));

describe('pages printed from the memory of DuckDB', () => {
  let test: TestEngine;
  const end = jest.spyOn(DuckDBConnection.prototype, 'disconnectSync');

  beforeAll(async () => {
    const values = COLUMNS.map(
      ([, value], index) => `CASE WHEN (n + ${index}) % 11 > 0 THEN ${value} END AS c${index}`,
    );
    test = await openDuckDbTestEngine('pages', [
      `CREATE TABLE things AS SELECT n AS id, ${values.join(', ')} FROM (SELECT unnest(range(${ROWS})) AS n)`,
    ]);
  }, 60_000);
  afterAll(async () => {
    await test.drop();
    jest.restoreAllMocks();
  });

  /** What is printed of a page, and the rows that were told of. */
  async function print(query: CompiledQuery, { hidden, told, most, format, typed }: Asked) {
    const rows: (readonly Cell[])[] = [];
    const onRow = (row: readonly Cell[]): number => rows.push([...row]);
    const printing = rowPrinting(query.columns, format, typed, hidden)!;
    const printed = await test.engine.printPage!(query, { printing, page: { most, told, onRow } }, OPTIONS);
    const pieces: string[] = [];
    for await (const piece of printed.printed) if (piece.length > 0) pieces.push(piece.toString());
    return { text: pieces.join(printing.separator), rows, printed, printing };
  }

  it('are those of the cells, which are told of each row, up to the one behind them', async () => {
    await fc.assert(
      fc.asyncProperty(page, async (asked) => {
        const { picked, told, most, limit } = asked;
        const columns = picked.map((index): OutputColumn => ({ name: `c${index}`, type: COLUMNS[index]![0] }));
        const sql = `SELECT ${columns.map(({ name }) => name).join(', ')} FROM things ORDER BY id`;
        const query: CompiledQuery = { dialect: 'duckdb', sql, parameters: [], columns, readsBaseTables: true };
        const { batches, comparable } = await test.engine.run(query, OPTIONS);
        const cells: (readonly Cell[])[] = [];
        for await (const batch of batches) cells.push(...batch);
        const limited = typeof limit === 'number' ? { ...query, sql: `${sql} LIMIT ${limit}`, limit } : query;
        const { text, rows, printed, printing } = await print(
          { ...limited, ...(limit === 'none' && { limit }) },
          asked,
        );
        const shown = cells.slice(0, most);
        expect(text).toBe(shown.length === 0 ? '' : printing.print(shown));
        expect(printed.rowCount()).toBe(shown.length);
        const tellOf = (row: readonly Cell[]): readonly Cell[] => told.map((index) => row[index] ?? null);
        expect(rows.map(tellOf)).toEqual(cells.slice(0, most + 1).map(tellOf));
        if (told.length > 0) expect(printed.comparable).toEqual(comparable);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('end a statement that goes on, and no connection behind a LIMIT', async () => {
    const columns: OutputColumn[] = [{ name: 'a', type: 'unknown' }];
    const endless: CompiledQuery = { dialect: 'duckdb', sql: 'SELECT x.id AS a FROM things x, things y, things z', parameters: [], columns }; // prettier-ignore
    const asked: Asked = { picked: [], hidden: 0, told: [0], most: 3_000, format: 'ndjson', typed: true, limit: undefined }; // prettier-ignore
    end.mockClear();
    for (const [query, ended] of [
      [{ ...endless, sql: `${endless.sql} LIMIT 3001`, limit: 3_001 }, 0],
      [endless, 1],
    ] as const) {
      // prettier-ignore
      const { rows, printed, text } = await print(query, asked);
      expect(text.split('\n')).toHaveLength(3_001);
      expect([rows.length, printed.rowCount()]).toEqual([3_001, 3_000]);
      expect(await rowsOf(test.engine, { ...endless, sql: 'SELECT COUNT(*) AS a FROM things' })).toEqual([[ROWS]]);
      expect(end).toHaveBeenCalledTimes(ended);
    }
  }, 30_000);
});
