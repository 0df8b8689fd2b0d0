import type { Expression, Literal } from '../../../model';
import type { Resolved } from '../../values';
import { derive, observe } from '../../trace';
import { isExpression } from '../../tree';

type Value = Expression<Resolved>;

/** One column of the key in a built id: its string form, and the column itself. */
export interface KeyPart {
  readonly text: Value;
  readonly value: Value & { readonly kind: 'reference' };
  /** Whether its `|` and `\` are escaped. */
  readonly isEscaped: boolean;
}

/** The key columns from which an `entity_id` is built (docs/language.md). */
export type IdTemplate = readonly [KeyPart, ...KeyPart[]];

/** Returns the template of a built id: the string form of a column, or several joined by `|`. A plain string column is not a built id. */
export function readTemplate(value: Value): IdTemplate | undefined {
  if (value.kind === 'cast') {
    const part = readPart(value);
    return part && [part];
  }
  if (value.kind !== 'call' || value.name !== 'CONCAT') return undefined;
  const parts = value.arguments.filter(isExpression);
  const isJoined = parts.length >= 3 && parts.length % 2 === 1;
  if (!isJoined || !parts.every((part, index) => index % 2 === 0 || isText(part, '|'))) return undefined;
  const [first, ...others] = parts.filter((_, index) => index % 2 === 0).map(readPart);
  const known = others.filter((part) => part !== undefined);
  return first === undefined || known.length < others.length ? undefined : [first, ...known];
}

function readPart(part: Value): KeyPart | undefined {
  const inner = unescaped(part);
  const text = inner ?? part;
  const value =
    text.kind === 'cast' && text.type.name === 'char' && text.type.length === undefined ? text.operand : text;
  if (value.kind !== 'reference' || (inner === undefined && value === text)) return undefined;
  return { text, value, isEscaped: inner !== undefined };
}

/** Returns the string before it was escaped, or undefined if it is not escaped. */
function unescaped(text: Value): Value | undefined {
  const doubled = replaced(text, '|', '\\|');
  return doubled && replaced(doubled, '\\', '\\\\');
}

function replaced(value: Value, from: string, to: string): Value | undefined {
  if (value.kind !== 'call' || value.name !== 'REPLACE') return undefined;
  const [text, sought, put] = value.arguments.filter(isExpression);
  return sought && put && isText(sought, from) && isText(put, to) ? text : undefined;
}

/** Returns whether a value is this string constant of the compiler. */
function isText(value: Value, text: string): boolean {
  return value.kind === 'literal' && value.type === 'string' && value.inline === true && value.text === text;
}

/**
 * Returns the string forms of the key columns in an id of `count` columns, or undefined if the id cannot belong to that
 * number of columns.
 */
export function splitId(id: Literal, count: number): readonly Literal[] | undefined {
  if (count === 1) return [id];
  if (observe(id, ({ text }) => partsOf(text)?.length) !== count) return undefined;
  return Array.from({ length: count }, (_, index) => {
    const part = (known: Literal): Literal => ({ ...known, text: partsOf(known.text)?.[index] ?? '' });
    return derive(id, part) ?? part(id);
  });
}

function partsOf(id: string): readonly string[] | undefined {
  if (!/^(?:[^\\]|\\[\\|])*$/su.test(id)) return undefined;
  return (id.match(/\\.|[^\\]/gsu) ?? []).reduce<readonly string[]>(
    (parts, token) => {
      if (token === '|') return [...parts, ''];
      return parts.with(-1, `${parts.at(-1) ?? ''}${token.startsWith('\\') ? token.slice(1) : token}`);
    },
    [''],
  );
}
