import mysql, { type FieldPacket } from 'mysql2';

/** The column types of the protocol. Read once, because the driver loads its module again at each access of the property. */
export const TYPES = mysql.Types;

/** The part of a column definition that this service reads. */
export type ResultField = Pick<FieldPacket, 'columnType' | 'characterSet' | 'encoding' | 'flags' | 'decimals'>;
