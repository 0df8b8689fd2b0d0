import type { Phase, Identifier, Literal, Star, UnaryOperator, ComparisonOperator, BinaryOperator } from './leaf.ast';
import type { SourceFacts } from './source-facts';

export interface Reference<P extends Phase> {
  readonly kind: 'reference';
  readonly reference: P['reference'];
}

export interface Unary<P extends Phase> {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: Expression<P>;
}
export interface Binary<P extends Phase> {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression<P>;
  readonly right: Expression<P>;
}
export interface Is<P extends Phase> {
  readonly kind: 'is';
  readonly operand: Expression<P>;
  readonly test: 'null' | 'true' | 'false' | 'unknown';
  readonly negated: boolean;
}
export interface Between<P extends Phase> {
  readonly kind: 'between';
  readonly operand: Expression<P>;
  readonly low: Expression<P>;
  readonly high: Expression<P>;
  readonly negated: boolean;
}
export interface InList<P extends Phase> {
  readonly kind: 'in-list';
  readonly operand: Expression<P>;
  readonly items: readonly Expression<P>[];
  readonly negated: boolean;
}
export interface InQuery<P extends Phase> {
  readonly kind: 'in-query';
  readonly operand: Expression<P>;
  readonly query: Query<P>;
  readonly negated: boolean;
}
/** The LIKE of the language (docs/filters.md). `escape` is the character of an ESCAPE clause, `\` by default. */
export interface Like<P extends Phase> {
  readonly kind: 'like';
  readonly operand: Expression<P>;
  readonly pattern: Expression<P>;
  readonly escape?: string;
  readonly negated: boolean;
}
export interface Regexp<P extends Phase> {
  readonly kind: 'regexp';
  readonly operand: Expression<P>;
  readonly pattern: Expression<P>;
  readonly negated: boolean;
}
export interface Exists<P extends Phase> {
  readonly kind: 'exists';
  readonly query: Query<P>;
}
/** `a > ALL (SELECT ...)`. SOME is represented as `any`. */
export interface Quantified<P extends Phase> {
  readonly kind: 'quantified';
  readonly operand: Expression<P>;
  readonly operator: ComparisonOperator;
  readonly quantifier: 'all' | 'any';
  readonly query: Query<P>;
}
export interface ScalarQuery<P extends Phase> {
  readonly kind: 'scalar-query';
  readonly query: Query<P>;
}
export interface Row<P extends Phase> {
  readonly kind: 'row';
  readonly items: readonly Expression<P>[];
}
export interface CaseBranch<P extends Phase> {
  readonly when: Expression<P>;
  readonly then: Expression<P>;
}
export interface Case<P extends Phase> {
  readonly kind: 'case';
  readonly operand?: Expression<P>;
  readonly branches: readonly CaseBranch<P>[];
  readonly otherwise?: Expression<P>;
}
export type CastType =
  /** `boolean`: whether a number is not 0, and of a string (only before planning) the truth value that it represents. */
  | { readonly name: 'signed' | 'unsigned' | 'date' | 'double' | 'float' | 'json' | 'boolean' }
  /**
   * Used only by the planner. `number`: the number that a whole string represents, otherwise NULL; `base64`: bytes as base64; `bytes`: base64 as bytes; `bits`: bits as a number; `nested`: a list or
   * structure as JSON.
   */
  | { readonly name: 'number' | 'base64' | 'bytes' | 'bits' | 'nested' }
  | { readonly name: 'char' | 'binary' | 'time' | 'datetime'; readonly length?: number }
  | { readonly name: 'decimal'; readonly precision?: number; readonly scale?: number };
/** CAST(x AS t), CONVERT(x, t) and BINARY x. */
export interface Cast<P extends Phase> {
  readonly kind: 'cast';
  readonly operand: Expression<P>;
  readonly type: CastType;
}
/** CONVERT(x USING charset). */
export interface Transcode<P extends Phase> {
  readonly kind: 'transcode';
  readonly operand: Expression<P>;
  readonly charset: string;
}
export interface Collate<P extends Phase> {
  readonly kind: 'collate';
  readonly operand: Expression<P>;
  readonly collation: string;
}
/** A unit of MySQL in upper case: DAY, MONTH, DAY_HOUR, ... */
export type IntervalUnit = string;
/** INTERVAL x unit, only as an operand of + and - and as an argument of the DATE_ADD family. */
export interface Interval<P extends Phase> {
  readonly kind: 'interval';
  readonly value: Expression<P>;
  readonly unit: IntervalUnit;
}
export interface Extract<P extends Phase> {
  readonly kind: 'extract';
  readonly unit: IntervalUnit;
  readonly operand: Expression<P>;
}
export interface Trim<P extends Phase> {
  readonly kind: 'trim';
  readonly side: 'both' | 'leading' | 'trailing';
  readonly remove?: Expression<P>;
  readonly operand: Expression<P>;
}
/** A bare unit as the first argument of TIMESTAMPADD and TIMESTAMPDIFF. */
export interface UnitArgument {
  readonly kind: 'unit';
  readonly unit: IntervalUnit;
}
export interface Call<P extends Phase> {
  readonly kind: 'call';
  /** In upper case. SUBSTRING(x FROM a FOR b) and POSITION(a IN b) are represented as SUBSTRING(x, a, b) and LOCATE(a, b). */
  readonly name: string;
  readonly arguments: readonly (Expression<P> | Star | UnitArgument)[];
  readonly distinct: boolean;
  /** ORDER BY of GROUP_CONCAT and JSON_ARRAYAGG, and GROUP_CONCAT's SEPARATOR. */
  readonly orderBy?: readonly OrderItem<P>[];
  readonly separator?: string;
  /** FILTER of JSON_ARRAYAGG and JSON_OBJECTAGG: the last argument is 1 for the rows that they contain. */
  readonly filtered?: true;
  readonly over?: Window<P> | Identifier;
  readonly at?: number;
}
export type FrameBound<P extends Phase> =
  | { readonly kind: 'unbounded-preceding' | 'current-row' | 'unbounded-following' }
  | { readonly kind: 'preceding' | 'following'; readonly offset: Expression<P> };
export interface Window<P extends Phase> {
  readonly base?: Identifier;
  readonly partitionBy: readonly Expression<P>[];
  readonly orderBy: readonly OrderItem<P>[];
  readonly frame?: { readonly unit: 'rows' | 'range'; readonly start: FrameBound<P>; readonly end?: FrameBound<P> };
}

export type Expression<P extends Phase> =
  | Literal
  | Reference<P>
  | Unary<P>
  | Binary<P>
  | Is<P>
  | Between<P>
  | InList<P>
  | InQuery<P>
  | Like<P>
  | Regexp<P>
  | Exists<P>
  | Quantified<P>
  | ScalarQuery<P>
  | Row<P>
  | Case<P>
  | Cast<P>
  | Transcode<P>
  | Collate<P>
  | Interval<P>
  | Extract<P>
  | Trim<P>
  | Call<P>;

export interface OrderItem<P extends Phase> {
  readonly expression: Expression<P>;
  readonly descending: boolean;
  /**
   * Set only by the compiler (`_order_` sorts nulls last; a dialect marks values that are never NULL with `none`); the
   * language has no NULLS clause.
   */
  readonly nulls?: 'last' | 'none';
}

/**
 * A select item. `text` is the item as written: the output name of an expression without an alias. It is ignored when
 * trees are compared.
 */
export interface SelectItem<P extends Phase> {
  readonly expression: Expression<P> | Star;
  readonly alias?: Identifier;
  readonly text?: string;
}

export type JoinKind = 'inner' | 'left' | 'right' | 'cross';
export interface TableSource<P extends Phase> {
  readonly kind: 'table';
  readonly table: P['table'];
  readonly alias?: Identifier;
  /** Set only by the compiler. */
  readonly facts?: SourceFacts;
}
export interface DerivedSource<P extends Phase> {
  readonly kind: 'derived';
  readonly query: Query<P>;
  readonly alias: Identifier;
  readonly columns?: readonly Identifier[];
  readonly lateral: boolean;
  /** Facts about the rows of `query`, by its output names. Set only by the compiler. */
  readonly facts?: SourceFacts;
}
export interface JoinSource<P extends Phase> {
  readonly kind: 'join';
  readonly join: JoinKind;
  readonly natural: boolean;
  readonly left: Source<P>;
  readonly right: Source<P>;
  readonly on?: Expression<P>;
  readonly using?: readonly Identifier[];
}
export type Source<P extends Phase> = TableSource<P> | DerivedSource<P> | JoinSource<P>;

export interface CommonTable<P extends Phase> {
  readonly name: Identifier;
  readonly columns?: readonly Identifier[];
  readonly query: Query<P>;
}
export interface With<P extends Phase> {
  readonly recursive: boolean;
  readonly tables: readonly CommonTable<P>[];
}
export interface NamedWindow<P extends Phase> {
  readonly name: Identifier;
  readonly window: Window<P>;
}

interface Tail<P extends Phase> {
  readonly orderBy: readonly OrderItem<P>[];
  readonly limit?: number;
  readonly offset?: number;
}
export interface Select<P extends Phase> extends Tail<P> {
  readonly kind: 'select';
  readonly with?: With<P>;
  readonly distinct: boolean;
  readonly items: readonly SelectItem<P>[];
  /** Comma joins are represented as `cross`. */
  readonly from?: Source<P>;
  readonly where?: Expression<P>;
  readonly groupBy: readonly Expression<P>[];
  readonly rollup: boolean;
  readonly having?: Expression<P>;
  /** A condition on the rows after window functions. Only before planning. */
  readonly qualify?: Expression<P>;
  readonly windows: readonly NamedWindow<P>[];
}
export interface SetOperation<P extends Phase> extends Tail<P> {
  readonly kind: 'set';
  readonly with?: With<P>;
  readonly operator: 'union' | 'intersect' | 'except';
  readonly all: boolean;
  readonly left: Query<P>;
  readonly right: Query<P>;
  readonly at?: number;
}
export type Query<P extends Phase> = Select<P> | SetOperation<P>;
