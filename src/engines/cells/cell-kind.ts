/**
 * The content of a column, whatever the driver calls its type. A driver returns values as `RawValue`: integers as number, bigint or string;
 * decimals and times as string; floats and doubles as number; binary as bytes.
 */
export type CellKind =
  'integer' | 'decimal' | 'float' | 'double' | 'boolean' | 'text' | 'date' | 'timestamp' | 'time' | 'binary';

export type RawValue = string | number | bigint | boolean | Uint8Array;
