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
  | 'placeholder'
  | 'variable'
  | 'symbol'
  | 'opaque'
  | 'end';

/** One token. `value` is unescaped. `key` is the upper-case word or the symbol that grammar rules match, and '' for all other tokens. */
export interface Token {
  readonly kind: TokenKind;
  readonly value: string;
  readonly key: string;
  readonly at: number;
  readonly end: number;
}
