import type { Expression, Literal, LiteralType, Written } from '../../../../model';
import type { Token, TokenKind } from '../tokens/token';
import type { TokenCursor } from '../tokens/token-cursor';

const NUMBERS: Partial<Record<TokenKind, LiteralType>> = {
  integer: 'integer',
  decimal: 'decimal',
  float: 'double',
  hex: 'hex',
  bit: 'bit',
};

const WORDS: Partial<Record<string, Pick<Literal, 'type' | 'text'>>> = {
  NULL: { type: 'null', text: '' },
  TRUE: { type: 'boolean', text: 'true' },
  FALSE: { type: 'boolean', text: 'false' },
};

const TEMPORAL: Partial<Record<string, LiteralType>> = { DATE: 'date', TIME: 'time', TIMESTAMP: 'timestamp' };

/** Character set introducers that do not change the characters of the string. */
const INTRODUCERS: ReadonlySet<string> = new Set(['_UTF8', '_UTF8MB3', '_UTF8MB4', '_ASCII', '_BINARY']);

/**
 * Parses a literal in any of MySQL's forms. Returns undefined when none starts here; a double-quoted token alone may be
 * a name, so it is not parsed.
 */
export function parseLiteral(cursor: TokenCursor): Expression<Written> | undefined {
  const token = cursor.peek();
  if (token.kind === 'word') return parseWordLiteral(cursor, token);
  if (token.kind === 'string') return { kind: 'literal', type: 'string', text: cursor.string(), at: token.at };
  if (token.kind === 'placeholder') return parsePlaceholder(cursor);
  const type = NUMBERS[token.kind];
  if (type === undefined) return undefined;
  cursor.next();
  return { kind: 'literal', type, text: token.value, at: token.at };
}

function parseWordLiteral(cursor: TokenCursor, { key, at }: Token): Expression<Written> | undefined {
  const constant = WORDS[key];
  if (constant !== undefined) {
    cursor.next();
    return { kind: 'literal', ...constant, at };
  }
  const type = TEMPORAL[key];
  if (type !== undefined && cursor.peek(1).kind === 'placeholder') refuseTyped(cursor, key);
  if (type !== undefined && cursor.atString(1)) {
    cursor.next();
    return { kind: 'literal', type, text: cursor.string(), at };
  }
  if (!INTRODUCERS.has(key) || cursor.peek(1).kind !== 'string') return undefined;
  cursor.next();
  const literal: Literal = { kind: 'literal', type: 'string', text: cursor.string(), at };
  return key === '_BINARY' ? { kind: 'cast', operand: literal, type: { name: 'binary' } } : literal;
}

function refuseTyped(cursor: TokenCursor, word: string): never {
  const hint = `write the parameter alone: its string is converted where it is compared; or CAST(? AS ${word})`;
  return cursor.refuse({ message: `${word} needs a string in quotes after it`, hint }, cursor.peek(1).at);
}

/** Parses `?` or `:name`. Rejects one that follows placeholders of the other form. */
function parsePlaceholder(cursor: TokenCursor): Literal {
  const { value, at } = cursor.next();
  const { placeholders } = cursor;
  const parameter = value === '?' ? placeholders.length : value;
  const [first] = placeholders;
  if (first !== undefined && typeof first.parameter !== typeof parameter)
    cursor.refuse({ message: 'a request cannot have both ? and named parameters', hint: 'name all of them' }, at);
  const placeholder: Literal = { kind: 'literal', type: 'null', text: '', at, parameter };
  placeholders.push(placeholder);
  return placeholder;
}

/** Rejects a parameter alone where a number would be the position of a column. */
export function refusePosition(cursor: TokenCursor, expression: Expression<Written>): Expression<Written> {
  if (expression.kind !== 'literal' || expression.parameter === undefined) return expression;
  const hint = 'write the name or the position of the column in the statement';
  return cursor.refuse({ message: 'a parameter cannot select a column for GROUP BY or ORDER BY', hint }, expression.at);
}
