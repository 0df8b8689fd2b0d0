import { type FieldDef } from 'pg';
import { type CellKind } from '../cells/cell-kind';

/** The part of a column description that this service reads. */
export type ResultField = Pick<FieldDef, 'dataTypeID' | 'dataTypeModifier'>;

/** The object identifiers of built-in types (`pg_type.dat` of PostgreSQL); they are the same on every server. */
export const OIDS = {
  bool: 16,
  bytea: 17,
  name: 19,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  oid: 26,
  float4: 700,
  float8: 701,
  bpchar: 1042,
  varchar: 1043,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  bit: 1560,
  varbit: 1562,
  numeric: 1700,
} as const;

const KINDS: ReadonlyMap<number, CellKind> = new Map<number, CellKind>([
  [OIDS.bool, 'boolean'],
  [OIDS.bytea, 'binary'],
  [OIDS.int2, 'integer'],
  [OIDS.int4, 'integer'],
  [OIDS.int8, 'integer'],
  [OIDS.oid, 'integer'],
  [OIDS.bit, 'integer'],
  [OIDS.varbit, 'integer'],
  [OIDS.float4, 'float'],
  [OIDS.float8, 'double'],
  [OIDS.date, 'date'],
  [OIDS.time, 'time'],
  [OIDS.timestamp, 'timestamp'],
  [OIDS.timestamptz, 'timestamp'],
]);

/** Types of strings that are sorted as the strings that are returned. */
export const TEXTS: ReadonlySet<number> = new Set([OIDS.text, OIDS.varchar, OIDS.bpchar, OIDS.name]);

const SCALE_MASK = 0x7ff;
/** The bytes of a length header, which the modifier of a numeric type includes. */
const HEADER = 4;

/** Returns the kind of a column. A type that is not known, such as an enumeration, is text. */
export function kindOf({ dataTypeID, dataTypeModifier }: ResultField): CellKind {
  if (dataTypeID !== OIDS.numeric) return KINDS.get(dataTypeID) ?? 'text';
  const isWhole = dataTypeModifier >= HEADER && ((dataTypeModifier - HEADER) & SCALE_MASK) === 0;
  return isWhole ? 'integer' : 'decimal';
}
