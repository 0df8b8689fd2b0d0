import mysql, { type ExecuteValues } from 'mysql2';
import { type BoundValue } from '../../model';

/** Read once, because the driver loads its module again at each access of the property. */
const { TypedParameter } = mysql;
const LONG = 2n ** 63n;

/**
 * Returns a parameter for the driver, with an explicit type, so that the server does not infer one. Decimals, dates and times are sent as
 * strings, which the statement casts. The string of a binary value is hexadecimal.
 */
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

/** Returns the smallest type that holds an integer: 64 bits with a sign, 64 bits without a sign, or a decimal. */
export function integerRoom(text: string): 'signed' | 'unsigned' | 'decimal' {
  if (Number.isSafeInteger(Number(text))) return 'signed';
  const value = BigInt(text);
  if (value >= -LONG && value < LONG) return 'signed';
  return value > 0n && value < 2n * LONG ? 'unsigned' : 'decimal';
}

export function isTrue(text: string): boolean {
  return text === 'true' || text === '1';
}
