import type { StatementNeed } from '../../model';
import { childrenOf, queryIn, valuesOf } from '../tree';
import type { Expression, Query, Source } from './emit.ast';

/** The patterns that show which features the SQL of a mapping WITHOUT PARSING needs, with names and strings removed. */
const SIGNS: Readonly<Record<StatementNeed, RegExp>> = {
  'window functions': /\bOVER\b/i,
  WITH: /\bWITH\s+(?:RECURSIVE\s+)?``/i,
  'WITH RECURSIVE': /\bWITH\s+RECURSIVE\b/i,
  'LIKE with ESCAPE': /\bESCAPE\b/i,
};
const SIGNS_BY_NEED = Object.entries(SIGNS) as readonly (readonly [StatementNeed, RegExp])[];
const QUOTED = /'(?:[^'\\]|\\.|'')*'|`(?:[^`]|``)*`/gs;

/** Returns the features that a query needs and that not every server has, each once. */
export function needsOf(query: Query): readonly StatementNeed[] {
  const needs = new Set<StatementNeed>();
  noteQuery(query, needs);
  return [...needs];
}

function noteQuery(query: Query, needs: Set<StatementNeed>): void {
  if (query.with !== undefined) {
    needs.add('WITH');
    if (query.with.recursive) needs.add('WITH RECURSIVE');
    for (const table of query.with.tables) noteQuery(table.query, needs);
  }
  for (const value of valuesOf(query)) noteValue(value, needs);
  if (query.kind === 'set') {
    noteQuery(query.left, needs);
    noteQuery(query.right, needs);
    return;
  }
  if (query.windows.length > 0) needs.add('window functions');
  if (query.from !== undefined) noteSource(query.from, needs);
}

function noteSource(source: Source, needs: Set<StatementNeed>): void {
  if (source.kind === 'derived') noteQuery(source.query, needs);
  else if (source.kind === 'join') {
    noteSource(source.left, needs);
    noteSource(source.right, needs);
    if (source.on !== undefined) noteValue(source.on, needs);
  } else if (source.table.kind === 'opaque') noteText(source.table.text, needs);
}

function noteText(text: string, needs: Set<StatementNeed>): void {
  const words = text.replaceAll(QUOTED, (quoted) => quoted.charAt(0).repeat(2));
  for (const [need, sign] of SIGNS_BY_NEED) if (sign.test(words)) needs.add(need);
}

function noteValue(value: Expression, needs: Set<StatementNeed>): void {
  if (value.kind === 'call' && value.over !== undefined) needs.add('window functions');
  const query = queryIn(value);
  if (query !== undefined) noteQuery(query, needs);
  for (const child of childrenOf(value)) noteValue(child, needs);
}
