import { DuckDBBigIntVector, DuckDBDateVector, DuckDBEnum8Vector, DuckDBIntegerVector, DuckDBVarCharVector } from '@duckdb/node-api'; // prettier-ignore
import fc from 'fast-check';
import { rowPrinting } from '../../src/http';
import { type CompiledQuery, type OutputColumn } from '../../src/model';
import { openDuckDbTestEngine, type TestEngine } from '../support/engines';
import { countLines, firstDifference, PRINTED, printBothWays, WANTED } from '../support/print-both-ways';
import { trials } from '../support/trials';

const quote = (text: string): string =>
  text
    .split('\0')
    .map((part) => `'${part.replaceAll("'", "''")}'`)
    .join(' || chr(0) || ');
const text = (most: number): fc.Arbitrary<string> => fc.string({ unit: 'binary', maxLength: most }).map(quote);
const integer = (bits: number, signed: boolean): fc.Arbitrary<string> => {
  const most = 2n ** BigInt(signed ? bits - 1 : bits) - 1n;
  const least = signed ? -most : 0n;
  return fc.oneof(fc.bigInt({ min: least, max: most }), fc.constantFrom(least, most)).map(String);
};
/** Returns digits of every length up to the full width. */
const decimal = (width: number, scale: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: 0, max: width })
    .chain((digits) => fc.bigInt({ min: -(10n ** BigInt(digits)) + 1n, max: 10n ** BigInt(digits) - 1n }))
    .map((value) => {
      const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
      const place = digits.length - scale;
      return `${value < 0n ? '-' : ''}${digits.slice(0, place)}${scale > 0 ? `.${digits.slice(place)}` : ''}`;
    });
const two = (most: number): fc.Arbitrary<string> => fc.nat(most).map((number) => String(number).padStart(2, '0'));
const DAYS = fc.oneof(
  fc.integer({ min: -719_162, max: 2_932_896 }),
  fc.integer({ min: -800_000, max: 3_000_000 }),
  fc.constantFrom(-719_163, -719_162, -1, 0, 1, 58, 59, 60, 11_016, 2_932_896, 2_932_897),
);
const day = DAYS.map((days) => `DATE '1970-01-01' + ${days}`);
const clock = fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(':'));
const fraction = fc.constantFrom('', '.5', '.000001', '.120000', '.999999', '.123');
const time = fc.tuple(clock, fraction).map((parts) => parts.join(''));
const moment = (type: string, days = DAYS): fc.Arbitrary<string> =>
  fc.tuple(days, time).map(([day, of]) => `CAST((DATE '1970-01-01' + ${day}) + TIME '${of}' AS ${type})`);
/** Nanoseconds cover the years 1677 to 2262 only. */
const NEAR_DAYS = fc.integer({ min: -100_000, max: 100_000 });
const LONG_ENUM = Array.from({ length: 300 }, (_, index) => `'value "${index}"'`);

/** A column of each type, with possible values, including `infinity` and years of more than four digits. */
const COLUMNS: readonly (readonly [type: string, values: fc.Arbitrary<string>])[] = [
  ['BOOLEAN', fc.constantFrom('TRUE', 'FALSE')],
  ['TINYINT', integer(8, true)],
  ['UTINYINT', integer(8, false)],
  ['SMALLINT', integer(16, true)],
  ['USMALLINT', integer(16, false)],
  ['INTEGER', integer(32, true)],
  ['UINTEGER', integer(32, false)],
  ['BIGINT', fc.oneof(integer(64, true), integer(54, true), integer(34, true))],
  ['UBIGINT', fc.oneof(integer(64, false), integer(53, false))],
  ['HUGEINT', fc.oneof(integer(127, true), integer(65, true), integer(64, true), integer(54, true))],
  ['UHUGEINT', fc.oneof(integer(128, false), integer(53, false))],
  ['BIGNUM', fc.oneof(integer(200, true), integer(20, true)).map((digits) => `'${digits}'`)],
  ['DECIMAL(4, 1)', decimal(4, 1)],
  ['DECIMAL(9, 3)', decimal(9, 3)],
  ['DECIMAL(18, 6)', decimal(18, 6)],
  ['DECIMAL(18, 18)', decimal(18, 18)],
  ['DECIMAL(38, 10)', decimal(38, 10)],
  ['DECIMAL(38, 30)', decimal(38, 30)],
  ['DECIMAL(5, 0)', decimal(5, 0)],
  ['DECIMAL(18, 0)', decimal(18, 0)],
  ['DECIMAL(38, 0)', decimal(38, 0)],
  ['FLOAT', fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }).map((value) => `${value}::FLOAT`)],
  ['DOUBLE', fc.double().map((value) => `'${value}'::DOUBLE`)],
  ['DATE', fc.oneof({ weight: 8, arbitrary: day }, fc.constantFrom("DATE 'infinity'", "DATE '-infinity'"))],
  ['TIME', fc.oneof(time.map((of) => `TIME '${of}'`), fc.constant("TIME '24:00:00'"))],
  ['TIMETZ', time.map((of) => `CAST('${of}+02' AS TIMETZ)`)],
  ['TIMESTAMP', fc.oneof({ weight: 8, arbitrary: moment('TIMESTAMP') }, fc.constantFrom("TIMESTAMP 'infinity'", "TIMESTAMP '-infinity'"))],
  ['TIMESTAMP_S', moment('TIMESTAMP_S')],
  ['TIMESTAMP_MS', moment('TIMESTAMP_MS')],
  ['TIMESTAMP_NS', moment('TIMESTAMP_NS', NEAR_DAYS)],
  ['TIMESTAMPTZ', fc.oneof({ weight: 8, arbitrary: moment('TIMESTAMPTZ') }, fc.constant("TIMESTAMPTZ 'infinity'"))],
  ['INTERVAL', fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -99, max: 99 })).map(([months, seconds]) => `INTERVAL (${months}) MONTH + INTERVAL (${seconds}) SECOND`)],
  ['VARCHAR', fc.oneof(text(12), text(40), fc.constantFrom("'a\"b'", "'back\\slash'", "'\u2028\ufeff\u007f'", "'\u00e9\u4e16\u{1f600}'", "'twelve bytes'", "'a, b'", "'=1+1'", "'-5'", "' a'", "'a\u3000'", "'thirteen bytes'"))],
  ['VARCHAR', fc.oneof({ weight: 5, arbitrary: text(300) }, fc.integer({ min: 1, max: 6_000 }).map((length) => `repeat('x\u00e9', ${length})`))],
  ['JSON', fc.json().map(quote)],
  ['BLOB', fc.uint8Array({ maxLength: 20 }).map((bytes) => `from_hex('${Buffer.from(bytes).toString('hex')}')`)],
  ['BIT', fc.integer({ min: 1, max: 255 }).map((bits) => `'${bits.toString(2)}'::BIT`)],
  ['UUID', fc.uuid().map((id) => `'${id}'`)],
  ["ENUM ('red', 'gr\u00fcn', 'b\"lue', '')", fc.constantFrom("'red'", "'gr\u00fcn'", "'b\"lue'", "''")],
  [`ENUM (${LONG_ENUM.join(', ')})`, fc.constantFrom(...LONG_ENUM)],
  ['INTEGER[]', fc.array(fc.integer({ min: -9, max: 9 })).map((items) => `[${items.join(', ')}]::INTEGER[]`)],
  ['STRUCT(a INTEGER, b VARCHAR)', fc.tuple(fc.nat(9), text(5)).map(([a, b]) => `{'a': ${a}, 'b': ${b}}`)],
  ['MAP(VARCHAR, INTEGER)', fc.nat(9).map((value) => `MAP {'k"': ${value}}`)],
  ['INTEGER[2]', fc.nat(9).map((value) => `[${value}, NULL]::INTEGER[2]`)],
  ['UNION(a INTEGER, b VARCHAR)', fc.oneof(fc.nat(9).map((value) => `union_value(a := ${value})`), text(5).map((value) => `union_value(b := ${value})`))],
]; // prettier-ignore

const SAMPLES = 230;
/** More rows than a chunk holds. */
const ROWS = 9 * SAMPLES;

describe('rows printed from the memory of DuckDB', () => {
  let test: TestEngine;
  const columnsAs = (type: OutputColumn['type']): OutputColumn[] => COLUMNS.map((_, index) => ({ name: `c${index}`, type })); // prettier-ignore
  const NAMES = COLUMNS.map((_, index) => `c${index}`).join(', ');

  beforeAll(async () => {
    const row = fc.tuple(...COLUMNS.map(([, values]) => fc.oneof({ weight: 6, arbitrary: values }, fc.constant('NULL')))); // prettier-ignore
    const values = fc.sample(row, { seed: 20_261_121, numRuns: SAMPLES });
    test = await openDuckDbTestEngine('printed', [
      `CREATE TABLE all_types (id INTEGER PRIMARY KEY, ${COLUMNS.map(([type], index) => `c${index} ${type}`).join(', ')})`,
      ...values.map((row, id) => `INSERT INTO all_types VALUES (${[id, ...row].join(', ')})`),
      `INSERT INTO all_types SELECT id + n * ${SAMPLES}, COLUMNS('^c') FROM all_types, (SELECT unnest(range(1, 9)) AS n)`,
      "CREATE TABLE words AS SELECT n, CASE WHEN n % 7 > 0 THEN 'a word that many rows share, ' || n % 50 END AS word FROM (SELECT unnest(range(9000)) AS n)",
      'CHECKPOINT',
    ]);
  }, 120_000);
  afterAll(() => test.drop());

  it.each(WANTED.flatMap((wanted) => PRINTED.map(([format, typed]) => [wanted, format, typed] as const)))(
    'equal the rows of its cells, byte for byte, wanted as %s, in %s, typed: %s',
    async (wanted, format, typed) => {
      const rows = wanted === 'unknown' ? ROWS : Math.min(ROWS, trials(ROWS, { few: SAMPLES }));
      const statement = {
        sql: `SELECT ${NAMES} FROM all_types WHERE id < ${rows} ORDER BY id`,
        columns: columnsAs(wanted),
        typed,
        format,
      };
      const { printed, expected } = await printBothWays(test.engine, statement);
      expect(firstDifference(printed, expected)).toBeUndefined();
      expect(countLines(expected, format)).toBe(rows);
    },
    60_000,
  );

  it('create no values for columns of common types', async () => {
    const isCommon = /^(INTEGER|BIGINT|DATE|VARCHAR|ENUM \('red.*)$/;
    const columns = COLUMNS.flatMap(([type], index): OutputColumn[] => (isCommon.test(type) ? [{ name: `c${index}`, type: 'unknown' }] : [])); // prettier-ignore
    const plain = columns.map(({ name }) => `CASE WHEN regexp_full_match(${name}::VARCHAR, '[0-9-]{1,10}|[a-z]{1,7}') THEN ${name} END AS ${name}`); // prettier-ignore
    const made = [DuckDBIntegerVector, DuckDBBigIntVector, DuckDBDateVector, DuckDBVarCharVector, DuckDBEnum8Vector].map(
      (vector) => jest.spyOn(vector.prototype, 'getItem'),
    ); // prettier-ignore
    const pieces = await piecesOf(`SELECT ${plain.join(', ')} FROM all_types`, columns);
    expect(pieces.flat()).toHaveLength(ROWS);
    expect(columns).toHaveLength(6);
    for (const spy of made) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it('have separators within pieces, and pieces consist of whole rows', async () => {
    const columns: OutputColumn[] = [{ name: 'a', type: 'unknown' }, { name: 'b', type: 'string' }]; // prettier-ignore
    const pieces = await piecesOf("SELECT n AS a, repeat('\u00f6', 200) AS b FROM words", columns);
    expect(pieces.flat()).toHaveLength(9_000);
    expect(pieces.length).toBeGreaterThan(10);
  });

  it.each([
    'SELECT word AS a FROM words ORDER BY n',
    'SELECT word AS a FROM words ORDER BY hash(n)',
    "SELECT 'a constant of more than twelve bytes' AS a FROM words",
    "SELECT repeat(chr(10), 300000) AS a UNION ALL SELECT repeat('\u00fc', 300000) UNION ALL SELECT repeat('\u{1f600}\"', 300000)",
    "SELECT 'none' AS a WHERE 1 = 2",
    'SELECT NULL AS a FROM words',
  ])('contain strings wherever they are stored: %s', async (sql) => {
    const statement = { sql, columns: [{ name: 'a', type: 'string' as const }], typed: true };
    const { printed, expected } = await printBothWays(test.engine, statement);
    expect(firstDifference(printed, expected)).toBeUndefined();
  });

  /** Returns the rows of each piece of a JSON answer. */
  async function piecesOf(sql: string, columns: readonly OutputColumn[]): Promise<unknown[][]> {
    const query: CompiledQuery = { dialect: 'duckdb', sql, parameters: [], columns };
    const { printed } = await test.engine.print!(query, rowPrinting(columns, 'json', true)!, { timeoutMs: 20_000 });
    const pieces: unknown[][] = [];
    for await (const piece of printed) pieces.push(JSON.parse(`[${piece.toString()}]`) as unknown[]);
    return pieces;
  }
});
