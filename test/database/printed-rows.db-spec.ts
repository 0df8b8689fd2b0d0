import fc from 'fast-check';
import { CellRows } from '../../src/engines/mysql/cell-rows';
import { rowPrinting } from '../../src/http';
import { type CompiledQuery, type OutputColumn } from '../../src/model';
import { openMariaDbTestEngine, type TestEngine } from '../support/engines';
import { countPieces, firstDifference, printBothWays, WANTED } from '../support/print-both-ways';
import { describeWithMariaDb } from '../support/services';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`; // prettier-ignore
const text = (most: number): fc.Arbitrary<string> => fc.string({ unit: 'binary', maxLength: most }).map(quote); // prettier-ignore
const integer = (bits: number, signed: boolean): fc.Arbitrary<string> =>
  fc
    .bigInt({ min: signed ? -(2n ** BigInt(bits - 1)) : 0n, max: 2n ** BigInt(signed ? bits - 1 : bits) - 1n })
    .map(String);
const decimal = (whole: number, fraction: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.bigInt({ min: -(10n ** BigInt(whole)) + 1n, max: 10n ** BigInt(whole) - 1n }), fc.nat(10 ** fraction - 1))
    .map(([left, right]) => (fraction === 0 ? String(left) : `${left}.${String(right).padStart(fraction, '0')}`));
const two = (most: number): fc.Arbitrary<string> => fc.nat(most).map((number) => String(number).padStart(2, '0'));
const day = fc
  .tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(
    ([year, month, date]) =>
      `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`,
  );
const time = fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(':'));
const fraction = fc.constantFrom('', '.5', '.000001', '.120000', '.999999');
const moment = fc.tuple(day, time, fraction).map(([date, hour, rest]) => `'${date} ${hour}${rest}'`);

/** A column of each type, with possible values. */
const COLUMNS: readonly (readonly [type: string, values: fc.Arbitrary<string>])[] = [
  ['TINYINT', integer(8, true)],
  ['TINYINT UNSIGNED', integer(8, false)],
  ['SMALLINT', integer(16, true)],
  ['SMALLINT UNSIGNED', integer(16, false)],
  ['MEDIUMINT', integer(24, true)],
  ['MEDIUMINT UNSIGNED ZEROFILL', integer(24, false)],
  ['INT', integer(32, true)],
  ['INT UNSIGNED', integer(32, false)],
  ['BIGINT', fc.oneof(integer(64, true), integer(54, true), integer(34, true))],
  ['BIGINT UNSIGNED', fc.oneof(integer(64, false), integer(53, false))],
  ['YEAR', fc.integer({ min: 1901, max: 2155 }).map(String)],
  ['DECIMAL(15, 0)', decimal(15, 0)],
  ['DECIMAL(30, 0)', fc.oneof(decimal(30, 0), decimal(3, 0))],
  ['DECIMAL(8, 0) ZEROFILL', fc.nat(10_000).map(String)],
  ['DECIMAL(20, 4)', decimal(16, 4)],
  ['FLOAT', fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }).map(String)],
  ['DOUBLE', fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)],
  ['DATE', fc.oneof(day.map((date) => `'${date}'`), fc.constant("'0000-00-00'"), fc.constant("'2024-00-00'"))],
  ['DATETIME', fc.oneof(moment, fc.constant("'0000-00-00 00:00:00'"))],
  ['DATETIME(3)', moment],
  ['DATETIME(6)', moment],
  ['TIMESTAMP NULL', time.map((hour) => `'2024-05-06 ${hour}'`)],
  ['TIME(6)', fc.tuple(fc.integer({ min: -838, max: 838 }), two(59), two(58), fraction).map(([h, m, s, rest]) => `'${h}:${m}:${s}${rest}'`)],
  ['VARCHAR(60) CHARACTER SET utf8mb4', text(40)],
  ['VARCHAR(60) CHARACTER SET latin1', fc.constantFrom("'plain'", "'h\u00e9 \u20ac'", "'\u00ff\u0001'", "''")],
  ['VARCHAR(20) CHARACTER SET ucs2', fc.constantFrom("'\u00e9'", "'\u4e16\u754c'")],
  ['TEXT CHARACTER SET utf8mb4', fc.oneof(text(300), fc.constantFrom("'a\"b'", "'back\\\\slash'", "'\u2028\ufeff\u007f'"))],
  ["ENUM('red', 'gr\u00fcn', 'b\"lue')", fc.constantFrom("'red'", "'gr\u00fcn'", "'b\"lue'")],
  ["SET('a', 'b', 'c')", fc.constantFrom("''", "'a'", "'a,c'")],
  ['JSON', fc.json().map(quote)],
]; // prettier-ignore

/** Columns whose packets are not printed. */
const CELLS_ONLY: readonly (readonly [type: string, value: string])[] = [
  ['VARBINARY(10)', "X'00ff10'"],
  ['BLOB', "X'c3'"],
  ['BIT(7)', "b'101'"],
  ['POINT', 'POINT(1, 2)'],
];

describeWithMariaDb('rows printed from the packets of MariaDB', () => {
  let test: TestEngine;
  let rows: number;

  beforeAll(async () => {
    const names = COLUMNS.map((_, index) => `c${index}`);
    const row = fc.tuple(...COLUMNS.map(([, values]) => fc.oneof({ weight: 6, arbitrary: values }, fc.constant('NULL')))); // prettier-ignore
    const values = fc.sample(row, { seed: 20_261_121, numRuns: 400 });
    rows = values.length;
    test = await openMariaDbTestEngine('printed', [
      `CREATE TABLE all_types (id INTEGER PRIMARY KEY, ${COLUMNS.map(([type], index) => `${names[index]} ${type}`).join(', ')})`,
      "SET SESSION sql_mode = ''",
      ...values.map((row, id) => `INSERT INTO all_types VALUES (${[id, ...row].join(', ')})`),
      `CREATE TABLE cells_only (${CELLS_ONLY.map(([type], index) => `c${index} ${type}`).join(', ')})`,
      `INSERT INTO cells_only VALUES (${CELLS_ONLY.map(([, value]) => value).join(', ')}), (NULL, NULL, NULL, NULL)`,
    ]);
  }, 60_000);
  afterAll(() => test.drop());

  it.each(WANTED.flatMap((wanted) => [true, false].map((typed) => [wanted, typed] as const)))(
    'equal the rows of its cells, byte for byte, wanted as %s, typed: %s',
    async (wanted, typed) => {
      const columns = COLUMNS.map((_, index): OutputColumn => ({ name: `c${index}`, type: wanted }));
      const names = columns.map(({ name }) => name).join(', ');
      const statement = { sql: `SELECT ${names} FROM all_types ORDER BY id`, columns, typed };
      const { printed, expected } = await printBothWays(test.engine, statement);
      expect(firstDifference(printed, expected)).toBeUndefined();
      expect(expected.split('\n')).toHaveLength(rows + 1);
    },
    30_000,
  );

  it('create no values for columns that can be printed', async () => {
    const columns = COLUMNS.map((_, index): OutputColumn => ({ name: `c${index}`, type: 'unknown' }));
    const sql = `SELECT ${columns.map(({ name }) => name).join(', ')} FROM all_types`;
    const made = jest.spyOn(CellRows.prototype, 'add');
    const query: CompiledQuery = { dialect: 'mysql', sql, parameters: [], columns };
    const { printed } = await test.engine.print!(query, rowPrinting(columns, 'json', true)!, { timeoutMs: 20_000 });
    for await (const piece of printed) expect(piece.length).toBeGreaterThan(0);
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  it.each(CELLS_ONLY.map(([type], index) => [type, index] as const))(
    'are printed from cells for %s',
    async (_, index) => {
      const columns: OutputColumn[] = [{ name: 'c', type: 'unknown' }];
      const statement = { sql: `SELECT c${index} AS c FROM cells_only`, columns, typed: true };
      const { printed, expected } = await printBothWays(test.engine, statement);
      expect(printed).toBe(expected);
      expect(expected.split('\n')).toHaveLength(3);
    },
  );

  it('have separators within pieces, and pieces consist of whole rows', async () => {
    const sql = "SELECT x.id AS a, REPEAT('ö', 200) AS b FROM all_types x JOIN all_types y ON y.id < 20";
    const counted = await countPieces(test.engine, sql);
    expect(counted.rows).toBe(20 * rows);
    expect(counted.pieces).toBeGreaterThan(10);
  });

  it('contain a string of a megabyte, whatever its length in JSON', async () => {
    const columns: OutputColumn[] = [{ name: 'a', type: 'string' }];
    for (const unit of ["'\\n'", "'ü'", "'😀\\\"'"]) {
      const statement = { sql: `SELECT REPEAT(${unit}, 300000) AS a`, columns, typed: true };
      const { printed, expected } = await printBothWays(test.engine, statement);
      expect(printed.length).toBeGreaterThan(300_000);
      expect(firstDifference(printed, expected)).toBeUndefined();
    }
  });
});
