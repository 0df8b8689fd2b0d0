import { ServiceError } from '../../errors';
import type { BoundValue } from '../../model';

/** A piece of SQL: text, values where placeholders will stand, and pieces within it, so that putting pieces together copies none. */
export type Fragment = readonly Piece[];
type Piece = string | BoundValue | Fragment;

/** Joins text and fragments: sql`${left} AND ${right}`. */
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

/** How the values of a statement are numbered: `?` one by one, or `$n` with equal values sharing a number. */
export type PlaceholderStyle = 'positional' | 'numbered';

/** Parts that an engine wants several times can hold such parts: what is written out may be far longer than what was asked. */
const LONGEST_STATEMENT = 16 * 2 ** 20;

/** The pieces in order, texts put together, so that a statement can be put together again with other values. */
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
    hint: 'put calls that stand in each other into derived tables, one around the other',
  });
}

/** The text and the values in the order of their placeholders. */
export function finish(
  pieces: Pieces,
  style: PlaceholderStyle,
  valueOf: (value: BoundValue) => BoundValue,
): { readonly sql: string; readonly parameters: readonly BoundValue[] } {
  return style === 'positional' ? finishPositional(pieces, valueOf) : finishNumbered(pieces, valueOf);
}

type Pieces = readonly (string | BoundValue)[];

/** The text is the same whatever the values are: it is put together once for pieces that are used again. */
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

function finishNumbered(pieces: Pieces, valueOf: (value: BoundValue) => BoundValue) {
  const parameters: BoundValue[] = [];
  const numbers = new Map<string, number>();
  const place = (value: BoundValue): string => {
    const key = `${value.type} ${value.text}`;
    const number = numbers.get(key) ?? parameters.push(value);
    numbers.set(key, number);
    return `$${number}`;
  };
  const sql = pieces.map((piece) => (typeof piece === 'string' ? piece : place(valueOf(piece)))).join('');
  return { sql, parameters };
}

function isFragment(piece: BoundValue | Fragment): piece is Fragment {
  return Array.isArray(piece);
}
