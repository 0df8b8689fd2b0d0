import type { Literal } from '../../../model';
import { derive } from '../../trace';
import { type EmitChild, type Expression, type Fragment, sql } from '../../emit';
import { textOf } from './values';

/** The flag with which `.` does not match a line break. */
const LINES = '(?p)';

/** The escapes of the embedded engine's patterns that PostgreSQL writes with another letter. */
const ESCAPES: Readonly<Partial<Record<string, string>>> = { b: 'y', B: 'Y', z: 'Z' };

/** Writes a pattern of REGEXP. A constant pattern is translated; other patterns are written in PostgreSQL's own form. */
export function patternOf(pattern: Expression, emit: EmitChild): Fragment {
  if (pattern.kind !== 'literal' || pattern.type === 'null') return sql`('${LINES}' || ${textOf(pattern, emit)})`;
  return emit.value(derive(pattern, translated) ?? pattern);
}

function translated(pattern: Literal): Literal {
  const text = pattern.text.replace(/^\(\?i\)/, '').replace(/\[\^?\]?(?:\\.|[^\]])*\]|\\(.)/gsu, escapeOf);
  return { ...pattern, type: 'string', text: `${LINES}${text}` };
}

function escapeOf(written: string, letter: string | undefined): string {
  const own = letter === undefined ? undefined : ESCAPES[letter];
  return own === undefined ? written : `\\${own}`;
}
