import {
  BIGINT,
  BLOB,
  blobValue,
  BOOLEAN,
  DOUBLE,
  type DuckDBType,
  type DuckDBValue,
  HUGEINT,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api';
import { type BoundValue } from '../../model';

const LONG = 2n ** 63n;
const HUGE = 2n ** 127n;

/** A parameter as DuckDB takes it. Decimals and times travel as text: the statement casts them. The text of binary is hexadecimal. */
export function bindDuckDbValue({ type, text }: BoundValue): readonly [DuckDBValue, DuckDBType] {
  switch (type) {
    case 'null':
      return [null, SQLNULL];
    case 'boolean':
      return [text === 'true' || text === '1', BOOLEAN];
    case 'integer':
      return bindInteger(text);
    case 'double':
      return [Number(text), DOUBLE];
    case 'binary':
      return [blobValue(Buffer.from(text, 'hex')), BLOB];
    default:
      return [text, VARCHAR];
  }
}

function bindInteger(text: string): readonly [DuckDBValue, DuckDBType] {
  const value = BigInt(text);
  if (value >= -LONG && value < LONG) return [value, BIGINT];
  return value > -HUGE && value < HUGE ? [value, HUGEINT] : [text, VARCHAR];
}
