import type { TokenCursor } from '../tokens/token-cursor';

/** Functions of Hive and Spark that return several rows for one. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'EXPLODE',
  'EXPLODE_OUTER',
  'POSEXPLODE',
  'POSEXPLODE_OUTER',
  'INLINE',
  'INLINE_OUTER',
  'STACK',
  'JSON_TUPLE',
]);

const HINT =
  'define a MULTIVALUE property, which returns one row for each value, or call the function in a mapping WITHOUT PARSING';

/** Rejects a call of a function that returns several rows for one, by its name. */
export function refuseTableFunction(cursor: TokenCursor, name: string, at: number): never {
  const message = `${name} returns several rows for one and is not part of the language`;
  return cursor.refuse({ message, hint: HINT, code: 'statement_not_allowed' }, at);
}

/** Rejects LATERAL VIEW, and LATERAL before such a function. */
export function refuseLateralView(cursor: TokenCursor): void {
  if (!cursor.at('LATERAL', 'VIEW') && !(cursor.at('LATERAL') && TABLE_FUNCTIONS.has(cursor.peek(1).key))) return;
  const [word, outer] = cursor.at('LATERAL', 'VIEW') ? ['LATERAL VIEW', 2] : ['LATERAL', 1];
  const called = cursor.peek(cursor.peek(outer).key === 'OUTER' ? outer + 1 : outer).value;
  const message = `${word} ${called} is not part of the language`;
  cursor.refuse({ message, hint: HINT, code: 'statement_not_allowed' });
}
