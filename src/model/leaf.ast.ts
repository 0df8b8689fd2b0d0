import type { ScalarTypeName } from './scalar-type';

/**
 * The tree of a SELECT, shared by what was written and by what was resolved. A phase says what stands at the two kinds
 * of leaf: `Written` (names as written) or the compiler's `Resolved`. Nodes are plain readonly data; `at` is the offset
 * in UTF-16 units in the text the node was parsed from and takes no part in comparing trees.
 */
export interface Phase {
  readonly reference: object;
  readonly table: object;
}

export interface Identifier {
  readonly name: string;
  readonly at?: number;
}

/**
 * One to three dotted parts. `double` marks a single double-quoted token: a name where it names something in scope, else a
 * string; mappings hold none, as there it is a name.
 */
export interface WrittenName {
  readonly parts: readonly Identifier[];
  readonly quote?: 'double';
  readonly at?: number;
}

export interface WrittenTable {
  readonly parts: readonly Identifier[];
  readonly at?: number;
}

export interface Written extends Phase {
  readonly reference: WrittenName;
  readonly table: WrittenTable;
}

export type LiteralType =
  'null' | 'boolean' | 'integer' | 'decimal' | 'double' | 'string' | 'date' | 'time' | 'timestamp' | 'hex' | 'bit';

/** `text` is the value itself, unescaped (`true`/`false` for booleans, hexadecimal or binary digits for hex and bit, '' for null). */
export interface Literal {
  readonly kind: 'literal';
  readonly type: LiteralType;
  readonly text: string;
  readonly at?: number;
  /** Set by the compiler on constants of the ontology and its own: printed in place, where a caller's values are bound. */
  readonly inline?: true;
  /** Set by the compiler on a number that is the place of an output column, in GROUP BY and ORDER BY of a mapping. */
  readonly isPlace?: true;
  /** A key of the service: bound, and shown to nobody. */
  readonly secret?: true;
  /** Of a NULL that stands for a property of this type: some engines need to be told. */
  readonly of?: ScalarTypeName;
}

/** `*` or `t.*`: a select item, or the argument of COUNT. */
export interface Star {
  readonly kind: 'star';
  readonly qualifier: readonly Identifier[];
  readonly at?: number;
}

export type UnaryOperator = '-' | '+' | '~' | 'not';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | 'div' | '%' | '&' | '|' | '^' | '<<' | '>>';
export type ComparisonOperator = '=' | '<=>' | '<>' | '<' | '<=' | '>' | '>=';
export type LogicOperator = 'and' | 'or' | 'xor';
/** `->` and `->>` of JSON columns. */
export type JsonOperator = '->' | '->>';
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | LogicOperator | JsonOperator;
