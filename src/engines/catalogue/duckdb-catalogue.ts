import { nameKey, type ScalarType, type ScalarTypeName } from '../../model';
import { type CatalogueDialect } from './catalogue-dialect';

const TYPES: ReadonlyMap<string, ScalarTypeName> = new Map([
  ['BOOLEAN', 'boolean'],
  ['TINYINT', 'smallint'],
  ['UTINYINT', 'smallint'],
  ['SMALLINT', 'smallint'],
  ['USMALLINT', 'integer'],
  ['INTEGER', 'integer'],
  ['UINTEGER', 'bigint'],
  ['BIGINT', 'bigint'],
  ['FLOAT', 'float'],
  ['DOUBLE', 'double'],
  ['VARCHAR', 'string'],
  ['JSON', 'string'],
  ['UUID', 'string'],
  ['DATE', 'date'],
  ['TIME', 'time'],
  ['TIMESTAMP', 'timestamp'],
  ['TIMESTAMP_S', 'timestamp'],
  ['TIMESTAMP_MS', 'timestamp'],
  ['TIMESTAMP_NS', 'timestamp'],
  ['TIMESTAMP WITH TIME ZONE', 'timestamp'],
]);

/** Integers beyond 64 bits with a sign, with the number of their digits. */
const LONG_INTEGERS: ReadonlyMap<string, number> = new Map([
  ['UBIGINT', 20],
  ['HUGEINT', 38],
  ['UHUGEINT', 38],
]);

const HERE = 'database_name = current_database() AND schema_name = current_schema()';

/** Finds collations, which DuckDB reports only in the SQL of a table; views inherit them. */
const COLLATED = `SELECT 1 FROM duckdb_tables() WHERE ${HERE} AND contains(lower(sql), 'collate')
      UNION ALL SELECT 1 FROM duckdb_views() WHERE ${HERE} AND NOT internal AND contains(lower(sql), 'collate')`;

/** The catalogue of DuckDB: the tables of a file, and the views over the files of a data source of type `files`. */
export const DUCKDB_CATALOGUE: CatalogueDialect = {
  tables: `SELECT table_name, 'NO' FROM duckdb_tables() WHERE ${HERE} AND NOT internal
    UNION ALL SELECT view_name, 'YES' FROM duckdb_views() WHERE ${HERE} AND NOT internal`,
  columns: `SELECT table_name, column_name, data_type, CASE WHEN is_nullable THEN 'YES' ELSE 'NO' END,
      CASE WHEN data_type = 'VARCHAR' AND EXISTS (${COLLATED}) THEN 'unknown' END
    FROM duckdb_columns() WHERE ${HERE} AND NOT internal ORDER BY table_name, column_index`,
  keys: `SELECT table_name, constraint_index, constraint_type, unnest(constraint_column_names),
      referenced_table, unnest(referenced_column_names)
    FROM (FROM duckdb_constraints()
      WHERE ${HERE} AND constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY') ORDER BY table_name, constraint_index)`,
  comments: `SELECT table_name, NULL, comment FROM duckdb_tables() WHERE ${HERE} AND NOT internal AND comment IS NOT NULL
    UNION ALL SELECT table_name, column_name, comment FROM duckdb_columns()
      WHERE ${HERE} AND NOT internal AND comment IS NOT NULL`,
  rowCounts: (tables) => `SELECT table_name, CAST(estimated_size AS VARCHAR) FROM duckdb_tables()
    WHERE ${HERE} AND NOT internal
      AND lower(table_name) IN (${Array.from({ length: tables }, (_, index) => `lower($${index + 1})`).join(', ')})`,
  keyOfTable: nameKey,
  typeOf: typeOfDuckDb,
};

function typeOfDuckDb(nativeType: string): ScalarType | undefined {
  const name = TYPES.get(nativeType) ?? (/^ENUM\(.*\)$/s.test(nativeType) ? 'string' : undefined);
  if (name !== undefined) return { name };
  const [, precision = LONG_INTEGERS.get(nativeType), scale = 0] = /^DECIMAL\((\d+),(\d+)\)$/.exec(nativeType) ?? [];
  return precision === undefined ? undefined : { name: 'decimal', precision: Number(precision), scale: Number(scale) };
}
