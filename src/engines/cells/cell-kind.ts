/**
 * What a driver says a column holds, whatever it calls it. A driver hands values over as `RawValue`: integers as number,
 * bigint or text; decimals and times as text; floats and doubles as number; binary as bytes.
 */
export type CellKind =
  'integer' | 'decimal' | 'float' | 'double' | 'boolean' | 'text' | 'date' | 'timestamp' | 'time' | 'binary';

export type RawValue = string | number | bigint | boolean | Uint8Array;
