import type { CastType } from '../../../../model';
import type { TokenCursor } from '../tokens/token-cursor';

type CastName = CastType['name'];

/** The types of CAST in MySQL, MariaDB's synonyms of them, and the types of properties. */
const CAST_NAMES: Readonly<Record<string, CastName>> = {
  SIGNED: 'signed',
  UNSIGNED: 'unsigned',
  INTEGER: 'signed',
  INT: 'signed',
  BIGINT: 'signed',
  SMALLINT: 'signed',
  BOOLEAN: 'boolean',
  STRING: 'char',
  TEXT: 'char',
  TIMESTAMP: 'datetime',
  DATE: 'date',
  DOUBLE: 'double',
  REAL: 'double',
  FLOAT: 'float',
  JSON: 'json',
  CHAR: 'char',
  NCHAR: 'char',
  VARCHAR: 'char',
  BINARY: 'binary',
  TIME: 'time',
  DATETIME: 'datetime',
  DECIMAL: 'decimal',
  NUMERIC: 'decimal',
};

/** The digits of a fraction of a second that a type keeps without a number. */
const DIGITS: Readonly<Record<string, number>> = { TIMESTAMP: 6 };

/** Parses the type in CAST(x AS type) or CONVERT(x, type). */
export function parseCastType(cursor: TokenCursor): CastType {
  const { key } = cursor.peek();
  const name = CAST_NAMES[key];
  if (name === undefined) refuseType(cursor, key);
  cursor.next();
  switch (name) {
    case 'decimal': {
      const [precision, scale] = parseSizes(cursor, 2);
      return { name, precision, scale };
    }
    case 'char':
    case 'binary':
    case 'time':
    case 'datetime':
      return { name, length: parseSizes(cursor, 1)[0] ?? DIGITS[key] };
    case 'signed':
    case 'unsigned':
      if (!cursor.take('INTEGER')) cursor.take('INT');
      return { name };
    case 'double':
      cursor.take('PRECISION');
      return { name };
    default:
      return { name };
  }
}

function refuseType(cursor: TokenCursor, key: string): never {
  if (key !== 'YEAR') cursor.refuseFound('a type', Object.keys(CAST_NAMES));
  cursor.refuse({
    message: 'there is no type YEAR',
    hint: 'use YEAR(x) for the year of a date, and CAST(x AS SIGNED) for a number',
  });
}

function parseSizes(cursor: TokenCursor, most: number): number[] {
  const { at } = cursor.peek();
  const sizes = cursor.at('(') ? cursor.enclosed(() => cursor.integer()) : [];
  if (sizes.length > most) cursor.refuse({ message: `this type has at most ${most} sizes` }, at);
  return sizes;
}
