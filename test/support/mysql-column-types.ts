import fc from 'fast-check';

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

/** A column of each type whose packets are printed, with possible values: `c0`, `c1`, ... of the table `all_types`. */
export const ALL_TYPES: readonly (readonly [type: string, values: fc.Arbitrary<string>])[] = [
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
  ['TEXT CHARACTER SET utf8mb4', fc.oneof(text(300), fc.constantFrom("'a, b'", "'=1+1'", "'-5'", "' a'", "'a\u3000'", "'a\"b'", "'back\\\\slash'", "'\u2028\ufeff\u007f'"))],
  ["ENUM('red', 'gr\u00fcn', 'b\"lue')", fc.constantFrom("'red'", "'gr\u00fcn'", "'b\"lue'")],
  ["SET('a', 'b', 'c')", fc.constantFrom("''", "'a'", "'a,c'")],
  ['JSON', fc.json().map(quote)],
]; // prettier-ignore

/** Types whose values only the driver can read, with a value of each. */
export const DRIVER_TYPES: readonly (readonly [type: string, value: string])[] = [
  ['VARBINARY(10)', "X'00ff10'"],
  ['BLOB', "X'c3'"],
  ['BIT(7)', "b'101'"],
  ['POINT', 'POINT(1, 2)'],
];

/** Statements that create `driver_types` with columns `c0`, `c1`, ... of these types: a row of their values, and one of NULL. */
export const FILL_DRIVER_TYPES: readonly string[] = [
  `CREATE TABLE driver_types (${DRIVER_TYPES.map(([type], index) => `c${index} ${type}`).join(', ')})`,
  `INSERT INTO driver_types VALUES (${DRIVER_TYPES.map(([, value]) => value).join(', ')}), (${DRIVER_TYPES.map(() => 'NULL').join(', ')})`,
];

/** Returns statements that create `all_types` with random rows of these columns, each NULL at times, and the number of its rows. */
export function fillAllTypes(count: number): { readonly statements: readonly string[]; readonly rows: number } {
  const row = fc.tuple(...ALL_TYPES.map(([, values]) => fc.oneof({ weight: 6, arbitrary: values }, fc.constant('NULL')))); // prettier-ignore
  const values = fc.sample(row, { seed: 20_261_121, numRuns: count });
  const columns = ALL_TYPES.map(([type], index) => `c${index} ${type}`);
  return {
    statements: [
      `CREATE TABLE all_types (id INTEGER PRIMARY KEY, ${columns.join(', ')})`,
      "SET SESSION sql_mode = ''",
      ...values.map((row, id) => `INSERT INTO all_types VALUES (${[id, ...row].join(', ')})`),
    ],
    rows: values.length,
  };
}
