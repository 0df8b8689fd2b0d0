import { type BoundValue, type Cell, type DialectName, type OutputColumn } from '../../src/model';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

interface Case {
  /** One value for all dialects, or one for each. */
  readonly sql: string | Readonly<Record<DialectName, string>>;
  readonly type?: OutputColumn['type'];
  readonly cell: Cell;
}

const all = (sql: string, cell: Cell, type?: OutputColumn['type']): Case => ({ sql, cell, type });
const each = (sql: Readonly<Record<DialectName, string>>, cell: Cell): Case => ({ sql, cell });

const LITERALS: readonly Case[] = [
  all('NULL', null),
  all('NULL', null, 'string'),
  all('1', 1),
  all('-7', -7, 'integer'),
  all('9007199254740991', 9007199254740991),
  all('9007199254740992', '9007199254740992'),
  all('9223372036854775807', '9223372036854775807', 'bigint'),
  all('-9223372036854775807', '-9223372036854775807'),
  each(
    {
      mysql: 'CAST(18446744073709551615 AS UNSIGNED)',
      duckdb: 'CAST(18446744073709551615 AS UBIGINT)',
      postgresql: 'CAST(18446744073709551615 AS NUMERIC(20, 0))',
    },
    '18446744073709551615',
  ),
  all('(SELECT SUM(n) FROM numbers)', 6),
  all('(SELECT SUM(n) FROM numbers)', 6, 'integer'),
  all('(SELECT SUM(big) FROM numbers)', '27670116110564327421'),
  all('(SELECT SUM(price) FROM numbers)', '3.75'),
  all('(SELECT SUM(price) FROM numbers)', 3.75, 'double'),
  all('(SELECT COUNT(*) FROM numbers)', 3),
  all('(SELECT AVG(n) FROM numbers)', 2, 'double'),
  all('1.50', '1.50'),
  all('CAST(12.5 AS DECIMAL(10, 2))', '12.50'),
  all('CAST(12.5 AS DECIMAL(10, 2))', '12.50', 'decimal'),
  all('CAST(12 AS DECIMAL(10, 2))', 12, 'integer'),
  all('CAST(12.5 AS DECIMAL(10, 2))', '12.50', 'integer'),
  all('CAST(12 AS DECIMAL(10, 0))', 12),
  all('CAST(12 AS DECIMAL(10, 0))', '12', 'decimal'),
  all('12345678901234567890.123456789', '12345678901234567890.123456789'),
  all('5', '5', 'decimal'),
  all('5', '5', 'string'),
  all('5', 5, 'double'),
  each({ mysql: '2.5e0', duckdb: '2.5e0', postgresql: '2.5::double precision' }, 2.5),
  all('1e300', 1e300, 'double'),
  all('single', 0.1),
  all('(SELECT single FROM numbers WHERE n = 2)', 16777216, 'float'),
  all('(SELECT single FROM numbers WHERE n = 3)', 3.1415927),
  all('1 = 1', 1),
  all('1 = 2', 0),
  all('1 = 1', true, 'boolean'),
  all('1 = 2', false, 'boolean'),
  all('0', false, 'boolean'),
  all('flag', true, 'boolean'),
  all('flag', 1),
  all('flag', '1', 'string'),
  all("'Grüße, 世界 🌍'", 'Grüße, 世界 🌍'),
  all("'\ufeffmarked'", '\ufeffmarked'),
  all("''", ''),
  all("DATE '2024-02-29'", '2024-02-29'),
  all("DATE '2024-02-29'", '2024-02-29', 'date'),
  all("DATE '2024-02-29'", '2024-02-29 00:00:00', 'timestamp'),
  all("DATE '0999-12-31'", '0999-12-31', 'string'),
  all("TIMESTAMP '2024-02-29 23:59:58'", '2024-02-29 23:59:58', 'timestamp'),
  all("TIMESTAMP '2024-02-29 23:59:58.000000'", '2024-02-29 23:59:58'),
  all("TIMESTAMP '2024-02-29 23:59:58.5'", '2024-02-29 23:59:58.500000'),
  all("TIMESTAMP '2024-02-29 23:59:58.123456'", '2024-02-29 23:59:58.123456', 'string'),
  all("TIMESTAMP '2024-02-29 23:59:58'", '2024-02-29', 'date'),
  all("TIME '07:08:09'", '07:08:09'),
  all("TIME '07:08:09.250000'", '07:08:09.250000', 'time'),
  all('moment', '2024-01-02 03:04:05.678000', 'timestamp'),
  all('bytes', 'AP8Q'),
  all('bytes', 'AP8Q', 'string'),
  all('bits', 5),
  all('choice', 'red', 'string'),
  all('document', '{"a": [1, 2]}'),
];

const bound = (type: BoundValue['type'], text: string): BoundValue => ({ type, text });

/** The types to which PostgreSQL casts placeholders, as its statements do. */
const CASTS: Readonly<Partial<Record<BoundValue['type'], string>>> = {
  integer: 'bigint',
  double: 'double precision',
  string: 'text',
  boolean: 'boolean',
  binary: 'bytea',
};

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
  postgresql: { moment: 'TIMESTAMP', bytes: 'BYTEA', bits: 'BIT(3)', someBytes: `'\\x00FF10'`, someBits: "B'101'" }, // prettier-ignore
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
      const placeholder = dialect === 'postgresql' ? `$1::${CASTS[parameter.type] ?? 'text'}` : '?';
      expect(await cellOf(sql.replace('?', placeholder), [parameter], type)).toBe(cell);
    });
  }
});
