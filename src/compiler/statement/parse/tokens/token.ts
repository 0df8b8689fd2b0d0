export type TokenKind =
  | 'word'
  | 'backtick'
  | 'double'
  | 'string'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'hex'
  | 'bit'
  | 'symbol'
  | 'opaque'
  | 'end';

/** One token of a text: `value` is unescaped, `key` is the upper-case word or the symbol by which grammar rules find it ('' for the rest). */
export interface Token {
  readonly kind: TokenKind;
  readonly value: string;
  readonly key: string;
  readonly at: number;
  readonly end: number;
}
