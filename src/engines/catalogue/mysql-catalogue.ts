import { type ScalarType, type ScalarTypeName } from '../../model';
import { type CatalogueDialect } from './catalogue-dialect';

const TYPES: ReadonlyMap<string, ScalarTypeName> = new Map([
  ['tinyint', 'smallint'],
  ['smallint', 'smallint'],
  ['mediumint', 'integer'],
  ['int', 'integer'],
  ['bigint', 'bigint'],
  ['bit', 'bigint'],
  ['year', 'smallint'],
  ['float', 'float'],
  ['double', 'double'],
  ['date', 'date'],
  ['time', 'time'],
  ['datetime', 'timestamp'],
  ['timestamp', 'timestamp'],
  ...[
    'char',
    'varchar',
    'tinytext',
    'text',
    'mediumtext',
    'longtext',
    'enum',
    'set',
    'json',
    'uuid',
    'inet4',
    'inet6',
  ].map((text) => [text, 'string'] as const),
]);

/** Types whose unsigned values need a wider type. */
const UNSIGNED: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ['smallint', { name: 'integer' }],
  ['int', { name: 'bigint' }],
  ['bigint', { name: 'decimal', precision: 20, scale: 0 }],
]);

/** The native types for booleans in the MySQL family. */
const BOOLEANS: ReadonlySet<string> = new Set(['tinyint(1)', 'bit(1)']);

/** The catalogue of the MySQL family: `information_schema` of the connection's database. Foreign keys to other databases are omitted. */
export const MYSQL_CATALOGUE: CatalogueDialect = {
  tables: `SELECT TABLE_NAME, IF(TABLE_TYPE = 'VIEW', 'YES', 'NO')
    FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE <> 'SEQUENCE'`,
  columns: `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLLATION_NAME
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  keys: `SELECT TABLE_NAME, CONSTRAINT_NAME,
      CASE WHEN REFERENCED_TABLE_NAME IS NOT NULL THEN 'FOREIGN KEY'
        WHEN CONSTRAINT_NAME = 'PRIMARY' THEN 'PRIMARY KEY' ELSE 'UNIQUE' END AS kind,
      COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
    FROM information_schema.KEY_COLUMN_USAGE
    WHERE TABLE_SCHEMA = DATABASE() AND (REFERENCED_TABLE_SCHEMA IS NULL OR REFERENCED_TABLE_SCHEMA = DATABASE())
    ORDER BY TABLE_NAME, kind, CONSTRAINT_NAME, ORDINAL_POSITION`,
  comments: `SELECT TABLE_NAME, NULL, TABLE_COMMENT FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE <> 'VIEW' AND TABLE_COMMENT <> ''
    UNION ALL SELECT TABLE_NAME, COLUMN_NAME, COLUMN_COMMENT FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() AND COLUMN_COMMENT <> ''`,
  rowCounts: (tables) => `SELECT TABLE_NAME, CAST(TABLE_ROWS AS CHAR) FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME IN (${Array.from({ length: tables }, () => '?').join(', ')})`,
  ignoresTableCase: `SELECT IF(@@lower_case_table_names = 0, 'NO', 'YES')`,
  keyOfTable: (name) => name,
  typeOf: typeOfMySql,
};

function typeOfMySql(nativeType: string): ScalarType | undefined {
  if (BOOLEANS.has(nativeType)) return { name: 'boolean' };
  const [, base = '', precision, scale = '0', rest = ''] =
    /^(\w+)(?:\((\d+)(?:,(\d+))?\))?(.*)/s.exec(nativeType) ?? [];
  if (base === 'decimal') return { name: 'decimal', precision: Number(precision ?? 10), scale: Number(scale) };
  const wider = /\bunsigned\b/.test(rest) ? UNSIGNED.get(base) : undefined;
  if (wider !== undefined) return wider;
  const name = TYPES.get(base);
  return name && { name };
}
