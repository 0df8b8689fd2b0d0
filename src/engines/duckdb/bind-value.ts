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
import type { BoundValue } from '../../model';

const LONG = 2n ** 63n;
const HUGE = 2n ** 127n;

/**
 * Returns a parameter for DuckDB, with its type. Decimals, dates and times are passed as strings, which the statement casts. The string of
 * a binary value is hexadecimal.
 */
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
