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
  if (type !== undefined && cursor.atString(1)) {
    cursor.next();
    return { kind: 'literal', type, text: cursor.string(), at };
  }
  if (!INTRODUCERS.has(key) || cursor.peek(1).kind !== 'string') return undefined;
  cursor.next();
  const literal: Literal = { kind: 'literal', type: 'string', text: cursor.string(), at };
  return key === '_BINARY' ? { kind: 'cast', operand: literal, type: { name: 'binary' } } : literal;
}
