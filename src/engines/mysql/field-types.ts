import mysql, { type FieldPacket } from 'mysql2';

/** The column types of the protocol. Read once, because the driver loads its module again at each access of the property. */
export const TYPES = mysql.Types;

/** The part of a column definition that this service reads. */
export type ResultField = Pick<FieldPacket, 'columnType' | 'characterSet' | 'encoding' | 'flags' | 'decimals'>;

/** Returns a key for everything that readers, printers and packers of values read of fields. It is cached, because a repeated statement has the same fields. */
export function typesOf(fields: readonly ResultField[]): string {
  const known = types.get(fields) ?? fields.map(typeOf).join();
  types.set(fields, known);
  return known;
}

const types = new WeakMap<readonly ResultField[], string>();

function typeOf({ columnType, characterSet, encoding, flags, decimals }: ResultField): string {
  return `${columnType} ${characterSet} ${encoding} ${String(flags)} ${decimals}`;
}
