import mysql, { type ExecuteValues } from 'mysql2';
import { type BoundValue } from '../../model';

/** The driver's own property loads its module anew at each look. */
const { TypedParameter } = mysql;
const LONG = 2n ** 63n;

/** A parameter as the server takes it, of the type that it has, whatever the server would take it for. Decimals and times travel as text: the statement casts them. The text of binary is hexadecimal. */
export function bindMySqlValue({ type, text }: BoundValue): ExecuteValues {
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return TypedParameter.TINY(isTrue(text) ? 1 : 0);
    case 'integer':
      return bindInteger(text);
    case 'double':
      return TypedParameter.DOUBLE(Number(text));
    case 'binary':
      return Buffer.from(text, 'hex');
    default:
      return text;
  }
}

function bindInteger(text: string): ExecuteValues {
  switch (integerRoom(text)) {
    case 'signed':
      return TypedParameter.LONGLONG(BigInt(text));
    case 'unsigned':
      return TypedParameter.LONGLONG.unsigned(BigInt(text));
    case 'decimal':
      return TypedParameter.NEWDECIMAL(text);
  }
}

/** Where an integer has room: in 64 bits with a sign, in 64 bits without, or in a decimal alone. */
export function integerRoom(text: string): 'signed' | 'unsigned' | 'decimal' {
  if (Number.isSafeInteger(Number(text))) return 'signed';
  const value = BigInt(text);
  if (value >= -LONG && value < LONG) return 'signed';
  return value > 0n && value < 2n * LONG ? 'unsigned' : 'decimal';
}

export function isTrue(text: string): boolean {
  return text === 'true' || text === '1';
}
