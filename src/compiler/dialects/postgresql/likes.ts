import type { Like, Regexp } from '../../../model';
import { printPlainLike, printRe2Pattern } from '../../like';
import type { Resolved } from '../../values';
import { type EmitChild, type Fragment, rewritePattern, sql } from '../../emit';
import { patternOf } from './regexps';
import { textOf } from './values';

/**
 * Writes LIKE, which ignores letter case. A pattern with sets becomes a regular expression. PostgreSQL's take time in
 * proportion to the string, and its ILIKE can be cancelled.
 */
export function emitLike({ pattern, escape, ...node }: Like<Resolved>, emit: EmitChild): Fragment {
  const operand = textOf(node.operand, emit);
  const not = node.negated ? 'NOT ' : '';
  if (pattern.kind !== 'literal') return sql`${operand} ${not}ILIKE ${textOf(pattern, emit)}`;
  const plain = rewritePattern(pattern, escape, (read) => printPlainLike(read, '\\'));
  if (plain !== undefined) return sql`${operand} ${not}ILIKE ${emit.value(plain)}`;
  const regexp = rewritePattern(pattern, escape, (read) => `^${printRe2Pattern(read)}$`);
  return sql`${operand} ${node.negated ? '!~*' : '~*'} ${emit.value(regexp ?? pattern)}`;
}

/** Writes REGEXP, which ignores letter case. */
export function emitRegexp(node: Regexp<Resolved>, emit: EmitChild): Fragment {
  return sql`${textOf(node.operand, emit)} ${node.negated ? '!~*' : '~*'} ${patternOf(node.pattern, emit)}`;
}
