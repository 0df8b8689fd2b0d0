import { type ScalarType, type ScalarTypeName } from '../../model';
import { type CatalogueDialect } from './catalogue-dialect';

const TYPES: ReadonlyMap<string, ScalarTypeName> = new Map([
  ['boolean', 'boolean'],
  ['smallint', 'smallint'],
  ['integer', 'integer'],
  ['bigint', 'bigint'],
  ['oid', 'bigint'],
  ['real', 'float'],
  ['double precision', 'double'],
  ['date', 'date'],
  ['time without time zone', 'time'],
  ['timestamp without time zone', 'timestamp'],
  ['timestamp with time zone', 'timestamp'],
  ...['text', 'character varying', 'character', 'name', 'uuid', 'json', 'jsonb', 'citext', 'inet', 'cidr', 'macaddr', 'xml', 'interval', 'time with time zone', 'bit', 'bit varying', 'money']
    .map((text) => [text, 'string'] as const), // prettier-ignore
]);

/** The schema of a data source is the second in the path of its sessions, after that of the server's own functions. */
const HERE = `(SELECT oid FROM pg_namespace WHERE nspname = (current_schemas(false))[2])`;
/** Tables, partitioned tables, views, materialized views and foreign tables; partitions are read through their parent. */
const RELATIONS = `pg_class AS r WHERE r.relnamespace = ${HERE} AND r.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT r.relispartition`;
/** The type of a column beneath its domains, of which one may be defined over another, with its modifier. */
const BENEATH = `LATERAL (WITH RECURSIVE chain (type, modifier, depth) AS (
        SELECT a.atttypid, a.atttypmod, 0
        UNION ALL SELECT d.typbasetype, CASE WHEN d.typtypmod >= 0 THEN d.typtypmod ELSE chain.modifier END, chain.depth + 1
        FROM chain JOIN pg_type AS d ON d.oid = chain.type AND d.typtype = 'd')
      SELECT type, modifier FROM chain ORDER BY depth DESC LIMIT 1) AS beneath`;

/**
 * The catalogue of the PostgreSQL family: one schema. Only keys that the server enforces for every row are returned: no foreign key that is
 * `NOT VALID`, no key that is checked at the end of a transaction, and none to another schema.
 */
export const POSTGRESQL_CATALOGUE: CatalogueDialect = {
  tables: `SELECT r.relname, CASE WHEN r.relkind IN ('v', 'm') THEN 'YES' ELSE 'NO' END FROM ${RELATIONS}`,
  columns: `SELECT r.relname, a.attname, CASE WHEN t.typtype = 'e' THEN 'enum' ELSE pg_catalog.format_type(beneath.type, beneath.modifier) END,
      CASE WHEN a.attnotnull THEN 'NO' ELSE 'YES' END,
      CASE WHEN NOT c.collisdeterministic OR t.typname = 'citext' THEN 'unknown' END
    FROM pg_class AS r JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
      CROSS JOIN ${BENEATH} JOIN pg_type AS t ON t.oid = beneath.type LEFT JOIN pg_collation AS c ON c.oid = a.attcollation
    WHERE r.oid IN (SELECT r.oid FROM ${RELATIONS}) ORDER BY r.relname, a.attnum`,
  keys: `SELECT r.relname, k.conname,
      CASE k.contype WHEN 'p' THEN 'PRIMARY KEY' WHEN 'u' THEN 'UNIQUE' ELSE 'FOREIGN KEY' END,
      a.attname, f.relname, b.attname
    FROM pg_constraint AS k JOIN pg_class AS r ON r.oid = k.conrelid
      CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS n (own, other, place)
      JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = n.own
      LEFT JOIN pg_class AS f ON f.oid = k.confrelid LEFT JOIN pg_attribute AS b ON b.attrelid = k.confrelid AND b.attnum = n.other
    WHERE r.oid IN (SELECT r.oid FROM ${RELATIONS}) AND k.contype IN ('p', 'u', 'f') AND k.convalidated AND NOT k.condeferrable
      AND (k.contype <> 'f' OR f.relnamespace = r.relnamespace)
    ORDER BY r.relname, k.contype, k.conname, n.place`,
  comments: `SELECT r.relname, a.attname, d.description
    FROM pg_description AS d JOIN pg_class AS r ON r.oid = d.objoid AND d.classoid = 'pg_class'::regclass
      LEFT JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum = d.objsubid AND d.objsubid > 0
    WHERE r.oid IN (SELECT r.oid FROM ${RELATIONS})`,
  rowCounts: (tables) => `SELECT r.relname,
      CASE WHEN r.relkind IN ('r', 'm', 'f') AND r.reltuples >= 0 THEN r.reltuples::bigint::text END FROM ${RELATIONS}
      AND r.relname IN (${Array.from({ length: tables }, (_, index) => `$${index + 1}`).join(', ')})`,
  keyOfTable: (name) => name,
  typeOf: typeOfPostgreSql,
};

function typeOfPostgreSql(nativeType: string): ScalarType | undefined {
  if (nativeType === 'enum') return { name: 'string' };
  const [, base = '', precision, scale = '0', rest = ''] =
    /^([a-z ]+?)(?:\((\d+)(?:,(-?\d+))?\))?( with(?:out)? time zone)?$/.exec(nativeType) ?? [];
  if (base === 'numeric') return numericType(precision, scale);
  const name = TYPES.get(base + rest);
  return name && { name };
}

/** Returns the type of a numeric column. One that has no precision, or a scale outside of it, may hold any number of digits. */
function numericType(precision: string | undefined, scale: string): ScalarType {
  const isUsual = precision !== undefined && Number(scale) >= 0 && Number(scale) <= Number(precision);
  return isUsual ? { name: 'decimal', precision: Number(precision), scale: Number(scale) } : { name: 'decimal' };
}
