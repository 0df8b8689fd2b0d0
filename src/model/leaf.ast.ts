import type { ScalarTypeName } from './scalar-type';

/**
 * The leaf types of a phase of compilation. Parsed and resolved trees of a SELECT share all other node types; their
 * leaves are those of `Written` (names as written) or of the compiler's `Resolved`. Nodes are plain readonly data. `at`
 * is the offset, in UTF-16 code units, in the parsed text, and is ignored when trees are compared.
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
 * A name of one to three dotted parts. `double` marks a single double-quoted token: it is a name if it names something
 * in scope, otherwise a string. Mappings contain no such marks, because there it is always a name.
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

/** A literal. `text` is the unescaped value (`true`/`false` for booleans, hexadecimal or binary digits for hex and bit, '' for null). */
export interface Literal {
  readonly kind: 'literal';
  readonly type: LiteralType;
  readonly text: string;
  readonly at?: number;
  /** Set on a placeholder that has no value yet: the name of its parameter, or its position among all placeholders, from 0. */
  readonly parameter?: string | number;
  /** Set by the compiler on constants of the ontology or its own: printed in the statement, whereas values of the caller are bound. */
  readonly inline?: true;
  /** Set by the compiler on a number that is the position of an output column, in GROUP BY and ORDER BY of a mapping. */
  readonly isPlace?: true;
  /** A secret key of the service: bound, and never returned. */
  readonly secret?: true;
  /** The type of the property that a NULL represents; some engines require it. */
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
