import { type BoundValue, type Cell, type DialectName, type OutputColumn } from '../../src/model';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

interface Case {
  /** One value for both dialects, or one for each. */
  readonly sql: string | { readonly mysql: string; readonly duckdb: string };
  readonly type?: OutputColumn['type'];
  readonly cell: Cell;
}

const both = (sql: string, cell: Cell, type?: OutputColumn['type']): Case => ({ sql, cell, type });
const each = (mysql: string, duckdb: string, cell: Cell, type?: OutputColumn['type']): Case => ({
  sql: { mysql, duckdb },
  cell,
  type,
});

const LITERALS: readonly Case[] = [
  both('NULL', null),
  both('NULL', null, 'string'),
  both('1', 1),
  both('-7', -7, 'integer'),
  both('9007199254740991', 9007199254740991),
  both('9007199254740992', '9007199254740992'),
  both('9223372036854775807', '9223372036854775807', 'bigint'),
  both('-9223372036854775807', '-9223372036854775807'),
  each('CAST(18446744073709551615 AS UNSIGNED)', 'CAST(18446744073709551615 AS UBIGINT)', '18446744073709551615'),
  both('(SELECT SUM(n) FROM numbers)', 6),
  both('(SELECT SUM(n) FROM numbers)', 6, 'integer'),
  both('(SELECT SUM(big) FROM numbers)', '27670116110564327421'),
  both('(SELECT SUM(price) FROM numbers)', '3.75'),
  both('(SELECT SUM(price) FROM numbers)', 3.75, 'double'),
  both('(SELECT COUNT(*) FROM numbers)', 3),
  both('(SELECT AVG(n) FROM numbers)', 2, 'double'),
  both('1.50', '1.50'),
  both('CAST(12.5 AS DECIMAL(10, 2))', '12.50'),
  both('CAST(12.5 AS DECIMAL(10, 2))', '12.50', 'decimal'),
  both('CAST(12 AS DECIMAL(10, 2))', 12, 'integer'),
  both('CAST(12.5 AS DECIMAL(10, 2))', '12.50', 'integer'),
  both('CAST(12 AS DECIMAL(10, 0))', 12),
  both('CAST(12 AS DECIMAL(10, 0))', '12', 'decimal'),
  both('12345678901234567890.123456789', '12345678901234567890.123456789'),
  both('5', '5', 'decimal'),
  both('5', '5', 'string'),
  both('5', 5, 'double'),
  both('2.5e0', 2.5),
  both('1e300', 1e300, 'double'),
  both('single', 0.1),
  both('(SELECT single FROM numbers WHERE n = 2)', 16777216, 'float'),
  both('(SELECT single FROM numbers WHERE n = 3)', 3.1415927),
  both('1 = 1', 1),
  both('1 = 2', 0),
  both('1 = 1', true, 'boolean'),
  both('1 = 2', false, 'boolean'),
  both('0', false, 'boolean'),
  both('flag', true, 'boolean'),
  both('flag', 1),
  both('flag', '1', 'string'),
  both("'Grüße, 世界 🌍'", 'Grüße, 世界 🌍'),
  both("'\ufeffmarked'", '\ufeffmarked'),
  both("''", ''),
  both("DATE '2024-02-29'", '2024-02-29'),
  both("DATE '2024-02-29'", '2024-02-29', 'date'),
  both("DATE '2024-02-29'", '2024-02-29 00:00:00', 'timestamp'),
  both("DATE '0999-12-31'", '0999-12-31', 'string'),
  both("TIMESTAMP '2024-02-29 23:59:58'", '2024-02-29 23:59:58', 'timestamp'),
  both("TIMESTAMP '2024-02-29 23:59:58.000000'", '2024-02-29 23:59:58'),
  both("TIMESTAMP '2024-02-29 23:59:58.5'", '2024-02-29 23:59:58.500000'),
  both("TIMESTAMP '2024-02-29 23:59:58.123456'", '2024-02-29 23:59:58.123456', 'string'),
  both("TIMESTAMP '2024-02-29 23:59:58'", '2024-02-29', 'date'),
  both("TIME '07:08:09'", '07:08:09'),
  both("TIME '07:08:09.250000'", '07:08:09.250000', 'time'),
  both('moment', '2024-01-02 03:04:05.678000', 'timestamp'),
  both('bytes', 'AP8Q'),
  both('bytes', 'AP8Q', 'string'),
  both('bits', 5),
  both('choice', 'red', 'string'),
  both('document', '{"a": [1, 2]}'),
];

const bound = (type: BoundValue['type'], text: string): BoundValue => ({ type, text });

const PARAMETERS: readonly (readonly [string, BoundValue, Cell, OutputColumn['type']?])[] = [
  ['?', bound('null', ''), null],
  ['?', bound('integer', '42'), 42],
  ['?', bound('integer', '9223372036854775807'), '9223372036854775807'],
  ['?', bound('integer', '-9223372036854775808'), '-9223372036854775808'],
  ['?', bound('double', '0.1'), 0.1],
  ['?', bound('string', `it's "so" \\ 100% 🌍`), `it's "so" \\ 100% 🌍`],
  ['?', bound('string', ''), ''],
  ['?', bound('boolean', 'true'), true, 'boolean'],
  ['?', bound('boolean', 'false'), false, 'boolean'],
  ['?', bound('binary', '00ff10'), 'AP8Q'],
  ['CAST(? AS DECIMAL(20, 4))', bound('decimal', '1234567890123456.7891'), '1234567890123456.7891'],
  ['CAST(? AS DATE)', bound('date', '2024-02-29'), '2024-02-29'],
  ['CAST(? AS TIME)', bound('time', '07:08:09'), '07:08:09'],
  ['(SELECT COUNT(*) FROM numbers WHERE big = ?)', bound('integer', '9223372036854775807'), 3],
];

/** Names of types and literals that differ between the engines. */
const WORDS = {
  duckdb: { moment: 'TIMESTAMP', bytes: 'BLOB', bits: 'BIT', someBytes: `'\\x00\\xFF\\x10'::BLOB`, someBits: `'101'::BIT` }, // prettier-ignore
  mysql: { moment: 'DATETIME(3)', bytes: 'VARBINARY(10)', bits: 'BIT(3)', someBytes: "X'00FF10'", someBits: "b'101'" }, // prettier-ignore
} as const;

function tables(dialect: DialectName): readonly string[] {
  const { moment, bytes, bits, someBytes, someBits } = WORDS[dialect];
  return [
    `CREATE TABLE numbers (n INTEGER, big BIGINT, price DECIMAL(10, 2), single FLOAT, flag BOOLEAN, moment ${moment}, bytes ${bytes}, bits ${bits}, choice ENUM ('red', 'blue'), document JSON)`,
    `INSERT INTO numbers VALUES
      (1, 9223372036854775807, 1.25, 0.1, TRUE, '2024-01-02 03:04:05.678', ${someBytes}, ${someBits}, 'red', '{"a": [1, 2]}'),
      (2, 9223372036854775807, 1.25, 16777216, FALSE, NULL, NULL, NULL, NULL, NULL),
      (3, 9223372036854775807, 1.25, 3.14159265, NULL, NULL, NULL, NULL, NULL, NULL)`,
  ];
}

onEachEngine('cells', tables, (dialect, test) => {
  const cellOf = async (sql: string, parameters: readonly BoundValue[], type: OutputColumn['type'] = 'unknown') => {
    const query = {
      dialect,
      sql: `SELECT ${sql} AS x FROM numbers WHERE n = 1`,
      parameters,
      columns: [{ name: 'x', type }],
    };
    const [row] = await rowsOf(test().engine, query);
    return row?.[0];
  };

  it.each(LITERALS)('returns $cell for $sql of type $type', async ({ sql, type, cell }) => {
    expect(await cellOf(typeof sql === 'string' ? sql : sql[dialect], [], type)).toBe(cell);
  });

  for (const [sql, parameter, cell, type] of PARAMETERS) {
    it(`binds ${parameter.type} ${parameter.text} in ${sql}`, async () => {
      expect(await cellOf(sql, [parameter], type)).toBe(cell);
    });
  }
});
