import type { CastType } from '../../../../model';
import type { TokenCursor } from '../tokens/token-cursor';

type CastName = CastType['name'];

/** The types of CAST in MySQL, and MariaDB's synonyms of them. */
const CAST_NAMES: Readonly<Record<string, CastName>> = {
  SIGNED: 'signed',
  UNSIGNED: 'unsigned',
  INTEGER: 'signed',
  INT: 'signed',
  DATE: 'date',
  YEAR: 'year',
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

/** Parses the type in CAST(x AS type) or CONVERT(x, type). */
export function parseCastType(cursor: TokenCursor): CastType {
  const name = CAST_NAMES[cursor.peek().key];
  if (name === undefined) cursor.refuseFound('a type', Object.keys(CAST_NAMES));
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
      return { name, length: parseSizes(cursor, 1)[0] };
    case 'signed':
    case 'unsigned':
      if (!cursor.take('INTEGER')) cursor.take('INT');
      return { name };
    default:
      return { name };
  }
}

function parseSizes(cursor: TokenCursor, most: number): number[] {
  const { at } = cursor.peek();
  const sizes = cursor.at('(') ? cursor.enclosed(() => cursor.integer()) : [];
  if (sizes.length > most) cursor.refuse({ message: `at most ${most} sizes are possible here` }, at);
  return sizes;
}
