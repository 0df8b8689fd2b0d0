import type { DialectName } from '../../src/model';

/** A type of column, the type of a property over it, and values that the data source distinguishes. */
export interface StoredType {
  readonly native: string;
  readonly type: string;
  /** The values as SQL of the data source. */
  readonly values: readonly string[];
  /** The type cannot be a primary key there. */
  readonly loose?: true;
}

const MYSQL: readonly StoredType[] = [
  { native: 'TINYINT', type: 'smallint', values: ['-128', '0', '127'] },
  { native: 'TINYINT UNSIGNED', type: 'smallint', values: ['0', '255'] },
  { native: 'SMALLINT UNSIGNED', type: 'integer', values: ['0', '65535'] },
  { native: 'MEDIUMINT', type: 'integer', values: ['-8388608', '8388607'] },
  { native: 'INT', type: 'integer', values: ['-2147483648', '5', '2147483647'] },
  { native: 'INT UNSIGNED', type: 'bigint', values: ['0', '4294967295'] },
  { native: 'INT(6) ZEROFILL', type: 'bigint', values: ['5', '123456'] },
  { native: 'BIGINT', type: 'bigint', values: ['-9223372036854775808', '9007199254740993', '9007199254740992', '9223372036854775807'] }, // prettier-ignore
  { native: 'BIGINT UNSIGNED', type: 'decimal(20,0)', values: ['0', '18446744073709551614', '18446744073709551615'] },
  { native: 'DECIMAL(10,2)', type: 'decimal(10,2)', values: ['-0.50', '0', '12345678.90'] },
  { native: 'DECIMAL(65,30)', type: 'decimal(65,30)', values: ['1.000000000000000000000000000001', '1.000000000000000000000000000002'] }, // prettier-ignore
  { native: 'FLOAT', type: 'float', values: ['0.1', '16777216', '1e30', '-3.4028e38', '1.17549e-38'], loose: true },
  {
    native: 'DOUBLE',
    type: 'double',
    values: ['0.1', '0.30000000000000004', '1e300', '-2.5e-300', '9007199254740991'],
  },
  { native: 'BIT(1)', type: 'boolean', values: ["b'0'", "b'1'"] },
  { native: 'BIT(8)', type: 'bigint', values: ["b'0'", "b'101'", "b'11111111'"] },
  { native: 'BIT(64)', type: 'bigint', values: ['1', '9007199254740993'] },
  { native: 'BOOLEAN', type: 'boolean', values: ['0', '1'] },
  { native: 'YEAR', type: 'smallint', values: ['1901', '2155', '0'] },
  { native: 'DATE', type: 'date', values: ["'1000-01-01'", "'2024-02-29'", "'9999-12-31'"] },
  { native: 'TIME', type: 'time', values: ["'-838:59:59'", "'00:00:00'", "'100:00:01'"] },
  { native: 'TIME(6)', type: 'time', values: ["'-00:00:00.000001'", "'08:30:00.5'", "'23:59:59.999999'"] },
  { native: 'DATETIME', type: 'timestamp', values: ["'1000-01-01 00:00:00'", "'9999-12-31 23:59:59'"] },
  { native: 'DATETIME(3)', type: 'timestamp', values: ["'2024-02-29 12:00:00.123'", "'2024-02-29 12:00:00.124'"] },
  { native: 'DATETIME(6)', type: 'timestamp', values: ["'2024-02-29 12:00:00.000001'", "'2024-02-29 12:00:00'"] },
  { native: 'TIMESTAMP(6) NULL', type: 'timestamp', values: ["'2024-02-29 12:00:00.5'", "'2038-01-19 03:14:07'"] },
  { native: 'CHAR(10)', type: 'string', values: ["''", "'a'", "'b  '", "' c'"] },
  { native: 'VARCHAR(40)', type: 'string', values: ["''", "'a'", "'b  '", "' c'", "'O''Brien \\\\\\\\ \"q\"'", "'北京 😀'", "'x|y'", "'1,2'", "'100%_[a]'", "'2024-02-29'", "'05'", "'5'"] }, // prettier-ignore
  { native: 'VARCHAR(40) COLLATE utf8mb4_bin', type: 'string', values: ["'a'", "'A'", "'ä'", "'e\\\\u0301'"] },
  { native: 'VARCHAR(40) CHARACTER SET latin1', type: 'string', values: ["'a'", "'ö'", "'ß'"] },
  { native: 'TEXT', type: 'string', values: ["''", "'line\\nbreak'", "'tab\\t'", "REPEAT('long ', 100)"], loose: true },
  { native: 'LONGTEXT', type: 'string', values: ["'a'", '\'{"a": 1}\''], loose: true },
  { native: "ENUM('b', 'a', 'c d')", type: 'string', values: ["'b'", "'a'", "'c d'"] },
  { native: "SET('x', 'y', 'z')", type: 'string', values: ["''", "'x'", "'x,z'"] },
  { native: 'JSON', type: 'string', values: ['\'{"a": [1, "x"]}\'', "'[]'", "'1.50'"], loose: true },
  { native: 'UUID', type: 'string', values: ["'123e4567-e89b-12d3-a456-426614174000'", "'00000000-0000-0000-0000-000000000000'"] }, // prettier-ignore
  { native: 'INET6', type: 'string', values: ["'::1'", "'2001:db8::ff00:42:8329'"] },
  { native: 'BINARY(16)', type: 'string', values: ["x'00112233445566778899AABBCCDDEEFF'", "x'41000000000000000000000000000000'", "x'FF'"] }, // prettier-ignore
  {
    native: 'VARBINARY(100)',
    type: 'string',
    values: ["''", "x'00'", "x'0000'", "'abc'", "x'5C7C'", "REPEAT(x'FE', 100)"],
  },
  { native: 'BLOB', type: 'string', values: ["x'FF'", "'text'"], loose: true },
];

const DUCKDB: readonly StoredType[] = [
  { native: 'BOOLEAN', type: 'boolean', values: ['false', 'true'] },
  { native: 'TINYINT', type: 'smallint', values: ['-128', '127'] },
  { native: 'UTINYINT', type: 'smallint', values: ['0', '255'] },
  { native: 'SMALLINT', type: 'smallint', values: ['-32768', '32767'] },
  { native: 'USMALLINT', type: 'integer', values: ['0', '65535'] },
  { native: 'INTEGER', type: 'integer', values: ['-2147483648', '5', '2147483647'] },
  { native: 'UINTEGER', type: 'bigint', values: ['0', '4294967295'] },
  { native: 'BIGINT', type: 'bigint', values: ['-9223372036854775808', '9007199254740993', '9007199254740992', '9223372036854775807'] }, // prettier-ignore
  { native: 'UBIGINT', type: 'decimal(20,0)', values: ['0', '18446744073709551614', '18446744073709551615'] },
  { native: 'HUGEINT', type: 'decimal(38,0)', values: ['-99999999999999999999999999999999999999', '0', '12345678901234567890123'] }, // prettier-ignore
  { native: 'UHUGEINT', type: 'decimal(38,0)', values: ['0', '99999999999999999999999999999999999999'] },
  { native: 'DECIMAL(10,2)', type: 'decimal(10,2)', values: ['-0.50', '0', '12345678.90'] },
  { native: 'DECIMAL(38,10)', type: 'decimal(38,10)', values: ['1.0000000001', '1.0000000002', '1234567890123456789012345678.5'] }, // prettier-ignore
  { native: 'FLOAT', type: 'float', values: ['0.1', '16777216', '1e30', '-3.4028e38', '1.17549e-38'] },
  { native: 'DOUBLE', type: 'double', values: ['0.1', '0.30000000000000004', '1e300', '-2.5e-300', '9007199254740991'] },
  { native: 'DATE', type: 'date', values: ["'1000-01-01'", "'2024-02-29'", "'9999-12-31'"] },
  { native: 'TIME', type: 'time', values: ["'00:00:00'", "'08:30:00.5'", "'23:59:59.999999'"] },
  { native: 'TIMESTAMP', type: 'timestamp', values: ["'2024-02-29 12:00:00.000001'", "'2024-02-29 12:00:00'"] },
  { native: 'TIMESTAMP_S', type: 'timestamp', values: ["'2024-02-29 12:00:00'", "'1970-01-01 00:00:00'"] },
  { native: 'TIMESTAMP_MS', type: 'timestamp', values: ["'2024-02-29 12:00:00.123'", "'2024-02-29 12:00:00.124'"] },
  { native: 'TIMESTAMP_NS', type: 'timestamp', values: ["'2024-02-29 12:00:00.000001'", "'2024-02-29 12:00:00.5'"] },
  { native: 'TIMESTAMPTZ', type: 'timestamp', values: ["'2024-02-29 12:00:00+02'", "'2024-07-29 12:00:00.5+00'"] },
  { native: 'VARCHAR', type: 'string', values: ["''", "'a'", "'A'", "'b'", "'b  '", "' c'", "'O''Brien \\ \"q\"'", "'北京 😀'", "'x|y'", "'1,2'", "'100%_[a]'", "'2024-02-29'", "'05'", "'5'"] }, // prettier-ignore
  { native: "ENUM('b', 'a', 'c d')", type: 'string', values: ["'b'", "'a'", "'c d'"] },
  { native: 'JSON', type: 'string', values: ['\'{"a": [1, "x"]}\'', "'[]'", "'1.50'"] },
  { native: 'UUID', type: 'string', values: ["'123e4567-e89b-12d3-a456-426614174000'", "'00000000-0000-0000-0000-000000000000'"] }, // prettier-ignore
  { native: 'BLOB', type: 'string', values: ["''", "'\\x00'", "'\\x00\\x00'", "'abc'", "'\\x5C\\x7C'", "'\\xFF\\xFE'"] },
  { native: 'BIT', type: 'string', values: ["'101'", "'0101'", "'11111111'"] },
  { native: 'INTERVAL', type: 'string', values: ["INTERVAL 1 DAY", "INTERVAL '2 months 3 seconds'"], loose: true },
  { native: 'TIMETZ', type: 'string', values: ["'08:30:00+02'", "'08:30:00+00'"] },
  { native: 'INTEGER[]', type: 'string', values: ['[1, 2]', '[]'], loose: true },
  { native: 'STRUCT(a INTEGER, b VARCHAR)', type: 'string', values: ["{'a': 1, 'b': 'x'}", "{'a': 2, 'b': 'y'}"], loose: true },
  { native: 'MAP(VARCHAR, INTEGER)', type: 'string', values: ["MAP {'a': 1}", "MAP {'b': 2}"], loose: true },
]; // prettier-ignore

const POSTGRESQL: readonly StoredType[] = [
  { native: 'boolean', type: 'boolean', values: ['false', 'true'] },
  { native: 'smallint', type: 'smallint', values: ['-32768', '32767'] },
  { native: 'integer', type: 'integer', values: ['-2147483648', '5', '2147483647'] },
  { native: 'bigint', type: 'bigint', values: ['-9223372036854775808', '9007199254740993', '9007199254740992', '9223372036854775807'] },
  { native: 'oid', type: 'bigint', values: ['0', '4294967295'] },
  { native: 'numeric(10,2)', type: 'decimal(10,2)', values: ['-0.50', '0', '12345678.90'] },
  { native: 'numeric(38,10)', type: 'decimal(38,10)', values: ['1.0000000001', '1.0000000002', '1234567890123456789012345678.5'] },
  { native: 'real', type: 'float', values: ['0.1', '16777216', '1e30', '-3.4028e38', '1.17549e-38'], loose: true },
  { native: 'double precision', type: 'double', values: ['0.1', '0.30000000000000004', '1e300', '-2.5e-300', '9007199254740991'] },
  { native: 'date', type: 'date', values: ["'1000-01-01'", "'2024-02-29'", "'9999-12-31'"] },
  { native: 'time', type: 'time', values: ["'00:00:00'", "'08:30:00.5'", "'23:59:59.999999'"] },
  { native: 'timestamp', type: 'timestamp', values: ["'2024-02-29 12:00:00.000001'", "'2024-02-29 12:00:00'"] },
  { native: 'timestamp(3)', type: 'timestamp', values: ["'2024-02-29 12:00:00.123'", "'2024-02-29 12:00:00.124'"] },
  { native: 'timestamptz', type: 'timestamp', values: ["'2024-02-29 12:00:00+02'", "'2024-07-29 12:00:00.5+00'"] },
  { native: 'text', type: 'string', values: ["''", "'a'", "'A'", "'b'", "'b  '", "' c'", "'O''Brien \\ \"q\"'", "'北京 😀'", "'x|y'", "'1,2'", "'100%_[a]'", "'2024-02-29'", "'05'", "'5'"] },
  { native: 'varchar(40)', type: 'string', values: ["'a'", "'A'", "'ä'"] },
  { native: 'char(10)', type: 'string', values: ["'a'", "'b  '", "' c'"] },
  { native: "ENUM ('b', 'a', 'c d')", type: 'string', values: ["'b'", "'a'", "'c d'"] },
  { native: 'json', type: 'string', values: ['\'{"a": [1, "x"]}\'', "'[]'", "'1.50'"], loose: true },
  { native: 'jsonb', type: 'string', values: ['\'{"a": [1, "x"]}\'', "'[]'", "'1.50'"] },
  { native: 'uuid', type: 'string', values: ["'123e4567-e89b-12d3-a456-426614174000'", "'00000000-0000-0000-0000-000000000000'"] },
  { native: 'inet', type: 'string', values: ["'10.0.0.1'", "'2001:db8::ff00:42:8329'"] },
  { native: 'bytea', type: 'string', values: ["''", "'\\x00'", "'\\x0000'", "'abc'", "'\\x5C7C'", "'\\xFFFE'"] },
  { native: 'bit(8)', type: 'string', values: ["B'00000101'", "B'11111111'"] },
  { native: 'interval', type: 'string', values: ["'1 day'", "'2 months 3 seconds'"], loose: true },
  { native: 'timetz', type: 'string', values: ["'08:30:00+02'", "'08:30:00+00'"] },
  { native: 'integer[]', type: 'string', values: ["'{1,2}'", "'{}'"], loose: true },
  { native: 'varbit(8)', type: 'string', values: ["B'101'", "B'0101'"] },
  { native: 'macaddr', type: 'string', values: ["'08:00:2b:01:02:03'", "'ff:ff:ff:ff:ff:ff'"] },
  { native: 'cidr', type: 'string', values: ["'10.0.0.0/8'", "'192.168.100.128/25'"] },
  { native: 'money', type: 'string', values: ["'12.34'", "'-5'"] },
  { native: 'name', type: 'string', values: ["'a'", "'A b'"] },
  { native: 'int4range', type: 'string', values: ["'[1,3)'", "'empty'"], loose: true },
  { native: 'tsrange', type: 'string', values: ["'[2024-02-29 12:00,2024-03-01)'", "'(,2024-01-01]'"], loose: true },
  { native: 'datemultirange', type: 'string', values: ["'{[2024-02-29,2024-03-02)}'", "'{}'"], loose: true },
]; // prettier-ignore

/** Every type of column that the catalogue of the engine reports, with values at its limits. */
export const STORED_TYPES: Readonly<Record<DialectName, readonly StoredType[]>> = {
  mysql: MYSQL,
  duckdb: DUCKDB,
  postgresql: POSTGRESQL,
};

/** Returns one table for each type: its values in `k`, numbered in `n`. */
export function storedTables(dialect: DialectName): readonly string[] {
  return STORED_TYPES[dialect].flatMap(({ native, values, loose }, index) => [
    `CREATE TABLE t${index} (k ${native}${loose === true ? '' : ' PRIMARY KEY'}, n INTEGER NOT NULL)`.replace('NULL PRIMARY', 'NOT NULL PRIMARY'),
    ...values.map((value, n) => `INSERT INTO t${index} VALUES (${value}, ${n})`),
  ]); // prettier-ignore
}

/** Returns three concepts for each type: one keyed by its values, one that refers to it, and one with a composite key. */
export function storedConcepts(dialect: DialectName): string {
  return STORED_TYPES[dialect]
    .map(({ type }, index) => `
      CREATE CONCEPT c${index} (k${index} ${type}, n integer, PRIMARY KEY (k${index}));
      CREATE CONCEPT h${index} (n integer, k${index} ${type}, PRIMARY KEY (n),
        CONSTRAINT of${index} FOREIGN KEY (k${index}) REFERENCES c${index} (k${index}) INVERSEOF has${index});
      CREATE CONCEPT p${index} (n integer, k${index} ${type}, PRIMARY KEY (k${index}, n));
      CREATE MAPPING mc${index} INTO (c${index}) AS SELECT k AS k${index}, n FROM t${index};
      CREATE MAPPING mh${index} INTO (h${index}) AS SELECT n, k AS k${index} FROM t${index};
      CREATE MAPPING mp${index} INTO (p${index}) AS SELECT n, k AS k${index} FROM t${index};`)
    .join('\n'); // prettier-ignore
}
