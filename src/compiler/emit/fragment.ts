import { ServiceError } from '../../errors';
import type { BoundValue } from '../../model';

/** A piece of SQL: strings, values for placeholders, and nested pieces, so that pieces are combined without copies. */
export type Fragment = readonly Piece[];
type Piece = string | BoundValue | Fragment;

/** Combines strings and fragments: sql`${left} AND ${right}`. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Fragment | string)[]): Fragment {
  const pieces: Piece[] = [];
  texts.forEach((text, index) => {
    if (text !== '') pieces.push(text);
    const part = parts[index];
    if (part !== undefined) pieces.push(part);
  });
  return pieces;
}

export function join(fragments: readonly Fragment[], separator: string): Fragment {
  const pieces: Piece[] = [];
  for (const fragment of fragments) {
    if (pieces.length > 0) pieces.push(separator);
    pieces.push(fragment);
  }
  return pieces;
}

/** The numbering of placeholders: `?` in order, or `$n` where equal values share a number. */
export type PlaceholderStyle = 'positional' | 'numbered';

/**
 * The longest SQL of a statement, in characters. Parts that an engine needs several times can be nested, so the SQL may
 * be far longer than the query.
 */
const LONGEST_STATEMENT = 16 * 2 ** 20;

/** Returns the pieces in order, with adjacent strings joined, so that the statement can be built again with other values. */
export function flatten(fragment: Fragment): readonly (string | BoundValue)[] {
  const flat: (string | BoundValue)[] = [];
  let text = '';
  let length = 0;
  const pending: Piece[] = [fragment];
  for (let piece = pending.pop(); piece !== undefined; piece = pending.pop()) {
    if (typeof piece === 'string') {
      text += piece;
      length += piece.length;
      if (length > LONGEST_STATEMENT) refuseLength();
    } else if (isFragment(piece))
      for (let index = piece.length - 1; index >= 0; index--) pending.push(piece[index] ?? '');
    else {
      flat.push(text, piece);
      text = '';
    }
  }
  return text === '' ? flat : [...flat, text];
}

function refuseLength(): never {
  throw new ServiceError('statement_too_large', 'the statement for the data source would be too long', {
    hint: 'replace nested calls by nested derived tables',
  });
}

/** Returns the SQL and the values in the order of their placeholders. */
export function finish(
  pieces: Pieces,
  style: PlaceholderStyle,
  valueOf: (value: BoundValue) => BoundValue,
): { readonly sql: string; readonly parameters: readonly BoundValue[] } {
  return style === 'positional' ? finishPositional(pieces, valueOf) : finishNumbered(pieces, valueOf);
}

type Pieces = readonly (string | BoundValue)[];

/** The SQL of reused pieces, which is built only once because it does not depend on the values. */
const positionalTexts = new WeakMap<Pieces, string>();

function finishPositional(pieces: Pieces, valueOf: (value: BoundValue) => BoundValue) {
  const parameters: BoundValue[] = [];
  for (const piece of pieces) if (typeof piece !== 'string') parameters.push(valueOf(piece));
  return { sql: positionalTexts.get(pieces) ?? joinPositional(pieces), parameters };
}

function joinPositional(pieces: Pieces): string {
  const sql = pieces.map((piece) => (typeof piece === 'string' ? piece : '?')).join('');
  positionalTexts.set(pieces, sql);
  return sql;
}

/** The last SQL of reused pieces, and the numbers of its placeholders, on which it depends. */
const numberedTexts = new WeakMap<Pieces, { readonly numbers: string; readonly sql: string }>();

/** Equal values have one number, so that the data source recognizes equal expressions. */
function finishNumbered(pieces: Pieces, valueOf: (value: BoundValue) => BoundValue) {
  const parameters: BoundValue[] = [];
  const known = new Map<string, number>();
  const numbers: number[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    const value = valueOf(piece);
    const key = `${value.type} ${value.text}`;
    const number = known.get(key) ?? parameters.push(value);
    known.set(key, number);
    numbers.push(number);
  }
  const last = numberedTexts.get(pieces);
  return { sql: last?.numbers === numbers.join() ? last.sql : joinNumbered(pieces, numbers), parameters };
}

function joinNumbered(pieces: Pieces, numbers: readonly number[]): string {
  let place = 0;
  const sql = pieces.map((piece) => (typeof piece === 'string' ? piece : `$${numbers[place++]}`)).join('');
  numberedTexts.set(pieces, { numbers: numbers.join(), sql });
  return sql;
}

function isFragment(piece: BoundValue | Fragment): piece is Fragment {
  return Array.isArray(piece);
}
