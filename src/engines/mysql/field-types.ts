import mysql, { type FieldPacket } from 'mysql2';

/** The types of columns in the protocol. The driver's own property loads its module anew at each look. */
export const TYPES = mysql.Types;

/** What is read of the definition of a result's column. */
export type ResultField = Pick<FieldPacket, 'columnType' | 'characterSet' | 'encoding' | 'flags' | 'decimals'>;
