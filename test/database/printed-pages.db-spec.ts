import fc from 'fast-check';
import { rowPrinting } from '../../src/http';
import type { Cell, CompiledQuery, OutputColumn } from '../../src/model';
import { openMariaDbTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { askedPages, expectPrintedCells, pickColumns, PRINT_OPTIONS, printPage } from '../support/printed-pages';
import { runOnMariaDb } from '../support/mariadb';
import { describeWithMariaDb } from '../support/services';
import { trials } from '../support/trials';

const ROWS = 120;

/** Columns with their possible values; packets of the last one are not printed. */
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

const TYPES = COLUMNS.map(([, wanted]) => wanted);

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

  it('equal the rows of cells, and report each row up to the one after the page', async () => {
    await fc.assert(
      fc.asyncProperty(askedPages(COLUMNS.length, ROWS, []), async (asked) => {
        const picked = pickColumns(asked, TYPES);
        const query: CompiledQuery = { dialect: 'mysql', parameters: [], ...picked, isPlainSelect: true };
        expect(await expectPrintedCells(test, asked, query)).not.toContain('');
      }),
      { numRuns: trials(60) },
    );
  }, 60_000);

  it('report each row again when the statement is lost after some rows and runs once more', async () => {
    const columns: OutputColumn[] = [{ name: 'a', type: 'integer' }];
    const query: CompiledQuery = { dialect: 'mysql', sql: 'SELECT id AS a FROM things WHERE id = lost(id) ORDER BY id', parameters: [], columns }; // prettier-ignore
    const [[id] = []] = await rowsOf(test.engine, { ...query, sql: 'SELECT CONNECTION_ID() AS a' });
    const signal = "SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1243";
    await runOnMariaDb(test.connection.options.get('database'), [
      `CREATE FUNCTION lost(n INT) RETURNS INT BEGIN IF n = 10 AND CONNECTION_ID() = ${String(id)} THEN ${signal}; END IF; RETURN n; END`,
    ]);
    const runs: (readonly Cell[])[][] = [];
    const begin = () => {
      const rows: (readonly Cell[])[] = [];
      runs.push(rows);
      return (row: readonly Cell[]): number => rows.push([...row]);
    };
    const printing = rowPrinting(columns, 'ndjson', true)!;
    const { printed } = await test.engine.printPage!(query, { printing, page: { most: 20, observed: [0], begin } }, PRINT_OPTIONS); // prettier-ignore
    let text = '';
    for await (const piece of printed) text += piece.toString();
    const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
    expect(runs).toEqual([numbers(10).map((number) => [number]), numbers(21).map((number) => [number])]);
    expect(text).toBe(numbers(20).map((number) => `{"a":${number}}\n`).join('')); // prettier-ignore
  });

  it.each(['x.c0', 'x.c12'])(
    'stop an endless statement (%s)',
    async (column) => {
      const columns: OutputColumn[] = [{ name: 'a', type: 'unknown' }];
      const sql = `SELECT ${column} AS a FROM things x JOIN things y JOIN things z JOIN things w`;
      const query: CompiledQuery = { dialect: 'mysql', sql, parameters: [], columns };
      const begin = performance.now();
      const { rows, printed, text } = await printPage(test, query, { hidden: 0, observed: [0], most: 700, format: 'ndjson', typed: true }); // prettier-ignore
      expect(text.split('\n')).toHaveLength(701);
      expect([rows.length, printed.rowCount()]).toEqual([701, 700]);
      expect(performance.now() - begin).toBeLessThan(PRINT_OPTIONS.timeoutMs);
      expect(await rowsOf(test.engine, { ...query, sql: 'SELECT COUNT(*) FROM things' })).toEqual([[ROWS]]);
    },
    30_000,
  );
});
