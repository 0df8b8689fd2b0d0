import type { Expression, Select, Written } from '../../../../model';
import { refusePosition } from './parse-literal';
import type { TokenCursor } from '../tokens/token-cursor';

/** Parses GROUP BY with the forms of ROLLUP. Rejects other grouping sets, each with a form that has the same rows. */
export function parseGroupBy(cursor: TokenCursor): Pick<Select<Written>, 'groupBy' | 'rollup'> {
  if (!cursor.take('GROUP')) return { groupBy: [], rollup: false };
  cursor.expect('BY');
  if (cursor.at('ROLLUP', '(')) return { groupBy: parseRollup(cursor), rollup: true };
  const groupBy = cursor.list(() => parseKey(cursor));
  if (cursor.at('WITH', 'CUBE')) refuseSets(cursor, 'WITH CUBE');
  return { groupBy, rollup: cursor.take('WITH', 'ROLLUP') };
}

function parseKey(cursor: TokenCursor): Expression<Written> {
  if (cursor.at('GROUPING', 'SETS')) refuseSets(cursor, 'GROUPING SETS');
  if (cursor.at('CUBE', '(')) refuseSets(cursor, 'CUBE (..)');
  if (cursor.at('ROLLUP', '(')) refusePart(cursor);
  return refusePosition(cursor, cursor.expression());
}

function refuseSets(cursor: TokenCursor, name: string): never {
  const hint =
    'write one SELECT with GROUP BY for each grouping and join them by UNION ALL, or GROUP BY a, b WITH ROLLUP';
  return cursor.refuse({ message: `${name} is not part of the language`, hint, code: 'statement_not_allowed' });
}

/** Parses `ROLLUP (a, b)`, which is `a, b WITH ROLLUP`. */
function parseRollup(cursor: TokenCursor): Expression<Written>[] {
  cursor.expect('ROLLUP');
  const keys = cursor.enclosed(() => refusePosition(cursor, cursor.expression()));
  if (cursor.at(',')) refusePart(cursor);
  return keys;
}

function refusePart(cursor: TokenCursor): never {
  return cursor.refuse({ message: 'ROLLUP must contain all columns of GROUP BY' });
}
