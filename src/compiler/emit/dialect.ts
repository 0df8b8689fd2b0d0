import type {
  Binary,
  Call,
  Cast,
  Collate,
  Expression,
  Extract,
  Interval,
  Like,
  Literal,
  OrderItem,
  Query,
  Regexp,
  Transcode,
} from '../../model';
import type { Resolved, ValueType } from '../values';
import type { Fragment, PlaceholderStyle } from './fragment';

/** Emits a child as a value (in parentheses unless it is one word or call), or as a condition if only its truth matters. */
export interface EmitChild {
  value(expression: Expression<Resolved>): Fragment;
  /** Emits without parentheses, for a child between commas or keywords. */
  bare(expression: Expression<Resolved>): Fragment;
  /** Emits an operand of arithmetic with all its digits. */
  number(expression: Expression<Resolved>): Fragment;
  condition(expression: Expression<Resolved>): Fragment;
}

/** The part of the SQL that differs between engines; the rest is the same for all. */
export interface Dialect {
  readonly name: string;
  readonly placeholders: PlaceholderStyle;
  quoteName(name: string): string;
  /** Returns the query in a form in which the engine resolves its names and columns correctly. */
  prepare(query: Query<Resolved>): Query<Resolved>;
  /** Writes a constant of the ontology or the compiler as a literal. */
  constant(literal: Literal): string;
  /** Writes a value of the caller as a bound parameter. */
  bound(literal: Literal): Fragment;
  /** Converts a condition to 1 or 0 where a value is required. */
  truthValue(condition: Fragment): Fragment;
  /** Writes a value of which only the truth matters. */
  condition(value: Fragment, node: Expression<Resolved>): Fragment;
  binary(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment;
  cast(node: Cast<Resolved>, emit: EmitChild): Fragment;
  /** Converts a value to the type that it shares with alternatives, for example the branches of a CASE. */
  alike(value: Fragment, type: ValueType, others: readonly ValueType[]): Fragment;
  /** Writes `x COLLATE name`. */
  collate(node: Collate<Resolved>, emit: EmitChild): Fragment;
  /** Writes `CONVERT(x USING charset)`. */
  transcode(node: Transcode<Resolved>, emit: EmitChild): Fragment;
  interval(interval: Interval<Resolved>, emit: EmitChild): Fragment;
  /** Writes `date + INTERVAL ...` or `date - INTERVAL ...`. */
  addInterval(date: Expression<Resolved>, operator: '+' | '-', interval: Interval<Resolved>, emit: EmitChild): Fragment;
  extract(node: Extract<Resolved>, emit: EmitChild): Fragment;
  like(node: Like<Resolved>, emit: EmitChild): Fragment;
  regexp(node: Regexp<Resolved>, emit: EmitChild): Fragment;
  /** Translates a call. Returns undefined if the plain form is correct. */
  call(node: Call<Resolved>, emit: EmitChild): Fragment | undefined;
  /** Restores the digits that the type of a number has, where the number is not used in arithmetic. */
  exact(value: Fragment, node: Expression<Resolved>): Fragment;
  /** Writes an operand of a string function. */
  text(value: Fragment, node: Expression<Resolved>): Fragment;
  /** Writes the bytes of a string as an inexact number, 0 for NULL. */
  byteLength(value: Fragment, node: Expression<Resolved>): Fragment;
  /**
   * Writes a condition that fails if a string of this many bytes is too long; `sharers` functions of the statement
   * build long strings. If `row` is set, it differs between rows, and each row has its own string, even where all have
   * the same length.
   */
  hasRoom(bytes: Fragment, sharers: number, row: Fragment | undefined): Fragment;
  /** Writes an operand of arithmetic. */
  number(value: Fragment, node: Expression<Resolved>): Fragment;
  orderItem(item: OrderItem<Resolved>, value: Fragment): Fragment;
  /** Writes GROUP BY with the totals of each level. */
  rollup(keys: Fragment): Fragment;
  slice(limit: number | undefined, offset: number | undefined): string;
}
