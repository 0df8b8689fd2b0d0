import type { Like, Literal } from '../../../model';
import { type LikePattern, printPlainLike, printRe2Pattern } from '../../like';
import { observe } from '../../trace';
import type { Resolved } from '../../values';
import { type EmitChild, type Fragment, rewritePattern, sql } from '../../emit';
import { textOf } from './values';

/**
 * Writes LIKE. DuckDB's ILIKE tries every place for each `%` that a character follows, in a loop that ignores interrupts:
 * four of them in a string of 3,000 characters take minutes. RE2 takes linear time, and as long as ILIKE for ordinary
 * strings, so ILIKE is used for patterns with one such `%` at most. Sets are compared by RE2's own folding of case, which
 * also folds the ends of ranges; everything else is compared in lower case, as ILIKE does.
 */
export function emitLike({ pattern, escape, ...node }: Like<Resolved>, emit: EmitChild): Fragment {
  const operand = textOf(node.operand, emit);
  const not = node.negated ? 'NOT ' : '';
  if (pattern.kind !== 'literal') return sql`${not}${matchComputed(operand, textOf(pattern, emit))}`;
  const plain = rewritePattern(pattern, escape, printIlike);
  if (plain !== undefined) return sql`${operand} ${not}ILIKE ${emit.value(plain)}${observe(plain, escapeOf)}`;
  const folded = rewritePattern(pattern, escape, (read) => (hasSet(read) ? undefined : printRe2Pattern(read)));
  if (folded !== undefined) return sql`${not}${matchFolded(operand, emit.value(folded))}`;
  const regexp = rewritePattern(pattern, escape, printRe2Pattern);
  return sql`${not}regexp_full_match(${operand}, ${emit.value(regexp ?? pattern)}, 'is')`;
}

function matchFolded(operand: Fragment, regexp: Fragment): Fragment {
  return sql`regexp_full_match(lower(${operand}), lower(${regexp}), 's')`;
}

/** Matches the values of a pattern that is an expression. They contain no sets. */
function matchComputed(operand: Fragment, pattern: Fragment): Fragment {
  const part = `CASE WHEN e = '%' THEN '.*' WHEN e = '_' THEN '.' WHEN e[1] = '\\' THEN regexp_escape(e[2:]) ELSE regexp_escape(e) END`;
  const parts = sql`list_transform(regexp_extract_all(p[2], '\\\\.|.', 0, 's'), lambda e: ${part})`;
  const folded = matchFolded(['p[1]'], sql`array_to_string(${parts}, '')`);
  const match = sql`CASE WHEN regexp_matches(p[2], '%.*%.', 's') THEN ${folded} ELSE p[1] ILIKE p[2] ESCAPE '\\' END`;
  return sql`list_transform([[${operand}, ${pattern}]], lambda p: ${match})[1]`;
}

/** Returns the pattern for ILIKE, which cannot contain a NUL character. */
function printIlike(pattern: LikePattern): string | undefined {
  const searches = pattern.filter(({ kind }, index) => kind === 'run' && index < pattern.length - 1);
  const printed = searches.length > 1 ? undefined : printPlainLike(pattern, '\\');
  return printed?.includes('\0') === true ? undefined : printed;
}

function hasSet(pattern: LikePattern): boolean {
  return pattern.some(({ kind }) => kind === 'set');
}

/** Returns the ESCAPE clause if the pattern contains an escape. Without the clause, DuckDB matches ASCII strings faster. */
function escapeOf({ text }: Literal): string {
  return text.includes('\\') ? " ESCAPE '\\'" : '';
}
