import fc from 'fast-check';
import { rowPrinting } from '../../src/http';
import { type Cell, type CompiledQuery, type OutputColumn } from '../../src/model';
import { openMariaDbTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { describeWithMariaDb } from '../support/services';

const OPTIONS = { timeoutMs: 20_000 };
const ROWS = 120;

/** Columns with the values that they may hold; of the last one no packet is printed. */
const COLUMNS: readonly (readonly [type: string, wanted: OutputColumn['type'], values: readonly string[]])[] = [
  ['INT', 'integer', ['0', '-7', '2147483647']],
  ['BIGINT UNSIGNED', 'bigint', ['5', '18446744073709551615', '9007199254740993']],
  ['DECIMAL(20, 4)', 'decimal', ['1.5', '-0.0001', '1234567890123456.7891']],
  ['DECIMAL(20, 0)', 'integer', ['12', '-99999999999999999999']],
  ['VARCHAR(40) CHARACTER SET utf8mb4', 'string', ["''", "'a\"b'", "'grün 😀'", "'\\\\'", "'a\nb'"]],
  ['VARCHAR(40) CHARACTER SET latin1', 'string', ["'é'", "'x'"]],
  ['DATE', 'date', ["'2024-02-29'", "'0000-00-00'"]],
  ['DATETIME(6)', 'timestamp', ["'2024-02-29 01:02:03'", "'2024-02-29 01:02:03.5'"]],
  ['TIME', 'time', ["'-838:59:59'", "'10:00:00'"]],
  ['DOUBLE', 'double', ['0.1', '1e300']],
  ['TINYINT', 'boolean', ['0', '1']],
  ['JSON', 'string', ['\'{"a": [1]}\'']],
  ['VARBINARY(9)', 'unknown', ["X'00ff'"]],
];

/** Positions of the columns that are asked for, and what becomes of them. */
interface Asked {
  readonly picked: readonly number[];
  readonly hidden: number;
  readonly told: readonly number[];
  readonly most: number;
  readonly format: 'json' | 'ndjson';
  readonly typed: boolean;
}

const page: fc.Arbitrary<Asked> = fc
  .record({
    picked: fc.uniqueArray(fc.nat(COLUMNS.length - 1), { minLength: 1, maxLength: 7 }),
    hidden: fc.nat(3),
    told: fc.uniqueArray(fc.nat(6), { maxLength: 4 }),
    most: fc.oneof(fc.nat(ROWS + 3), fc.constantFrom(0, ROWS - 1, ROWS)),
    format: fc.constantFrom('json' as const, 'ndjson' as const),
    typed: fc.boolean(),
  })
  .map(({ hidden, told, picked, ...others }) => ({
    ...others,
    picked,
    hidden: Math.min(hidden, picked.length - 1),
    told: told.filter((index) => index < picked.length),
  }));

describeWithMariaDb('pages printed from the packets of MariaDB', () => {
  let test: TestEngine;

  beforeAll(async () => {
    const row = fc.tuple(...COLUMNS.map(([, , values]) => fc.constantFrom('NULL', ...values)));
    const rows = fc.sample(row, { seed: 20_261_121, numRuns: ROWS });
    test = await openMariaDbTestEngine('printed_pages', [
      `CREATE TABLE things (id INTEGER PRIMARY KEY, ${COLUMNS.map(([type], index) => `c${index} ${type}`).join(', ')})`,
      "SET SESSION sql_mode = ''",
      ...rows.map((values, id) => `INSERT INTO things VALUES (${[id, ...values].join(', ')})`),
    ]);
  }, 60_000);
  afterAll(() => test.drop());

  /** What is printed of a page, and the rows that were told of. */
  async function print(query: CompiledQuery, { hidden, told, most, format, typed }: Asked) {
    const rows: (readonly Cell[])[] = [];
    const onRow = (row: readonly Cell[]): number => rows.push([...row]);
    const printing = rowPrinting(query.columns, format, typed, hidden)!;
    const printed = await test.engine.printPage!(query, { printing, page: { most, told, onRow } }, OPTIONS);
    const pieces: string[] = [];
    for await (const piece of printed.printed) pieces.push(piece.toString());
    return { text: pieces.join(printing.separator), rows, printed, printing };
  }

  it('are those of the cells, which are told of each row, up to the one behind them', async () => {
    await fc.assert(
      fc.asyncProperty(page, async (asked) => {
        const { picked, told, most } = asked;
        const columns = picked.map((index): OutputColumn => ({ name: `c${index}`, type: COLUMNS[index]![1] }));
        const sql = `SELECT ${columns.map(({ name }) => name).join(', ')} FROM things ORDER BY id`;
        const query: CompiledQuery = { dialect: 'mysql', sql, parameters: [], columns, isPlainSelect: true };
        const { batches, comparable } = await test.engine.run(query, OPTIONS);
        const cells: (readonly Cell[])[] = [];
        for await (const batch of batches) cells.push(...batch);
        const { text, rows, printed, printing } = await print(query, asked);
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

  it.each(['x.c0', 'x.c12'])(
    'end a statement that goes on (%s)',
    async (column) => {
      const columns: OutputColumn[] = [{ name: 'a', type: 'unknown' }];
      const sql = `SELECT ${column} AS a FROM things x JOIN things y JOIN things z JOIN things w`;
      const query: CompiledQuery = { dialect: 'mysql', sql, parameters: [], columns };
      const begin = performance.now();
      const { rows, printed, text } = await print(query, { picked: [], hidden: 0, told: [0], most: 700, format: 'ndjson', typed: true }); // prettier-ignore
      expect(text.split('\n')).toHaveLength(701);
      expect([rows.length, printed.rowCount()]).toEqual([701, 700]);
      expect(performance.now() - begin).toBeLessThan(OPTIONS.timeoutMs);
      expect(await rowsOf(test.engine, { ...query, sql: 'SELECT COUNT(*) FROM things' })).toEqual([[ROWS]]);
    },
    30_000,
  );
});
