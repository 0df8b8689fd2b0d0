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

/** Emits a child as a value (in parentheses where it is not one word or call), or as a condition where only its truth counts. */
export interface EmitChild {
  value(expression: Expression<Resolved>): Fragment;
  /** Without parentheses: where commas or words stand around it. */
  bare(expression: Expression<Resolved>): Fragment;
  /** As an operand of arithmetic, with all the digits that there are. */
  number(expression: Expression<Resolved>): Fragment;
  condition(expression: Expression<Resolved>): Fragment;
}

/** What differs between engines; everything else is the same text for all. */
export interface Dialect {
  readonly name: string;
  readonly placeholders: PlaceholderStyle;
  quoteName(name: string): string;
  /** The query with what the engine needs to take its names and columns for what they are. */
  prepare(query: Query<Resolved>): Query<Resolved>;
  /** A constant of the ontology or the compiler, in place. */
  constant(literal: Literal): string;
  /** A caller's value: bound. */
  bound(literal: Literal): Fragment;
  /** The 1 or 0 of a condition in a place that wants a value. */
  truthValue(condition: Fragment): Fragment;
  binary(node: Binary<Resolved>, left: Fragment, right: Fragment): Fragment;
  cast(node: Cast<Resolved>, emit: EmitChild): Fragment;
  /** A value among others whose place it shares (the branches of a CASE), so that all have one type. */
  alike(value: Fragment, type: ValueType, others: readonly ValueType[]): Fragment;
  /** `x COLLATE name`. */
  collate(node: Collate<Resolved>, emit: EmitChild): Fragment;
  /** `CONVERT(x USING charset)`. */
  transcode(node: Transcode<Resolved>, emit: EmitChild): Fragment;
  interval(interval: Interval<Resolved>, emit: EmitChild): Fragment;
  /** `date + INTERVAL ...` (or `-`), where it needs more than the operator. */
  addInterval(date: Expression<Resolved>, operator: '+' | '-', interval: Interval<Resolved>, emit: EmitChild): Fragment;
  extract(node: Extract<Resolved>, emit: EmitChild): Fragment;
  like(node: Like<Resolved>, emit: EmitChild): Fragment;
  regexp(node: Regexp<Resolved>, emit: EmitChild): Fragment;
  /** A call in the dialect's own words; undefined where the plain form is right. */
  call(node: Call<Resolved>, emit: EmitChild): Fragment | undefined;
  /** A number where it leaves arithmetic, in the digits that its type has. */
  exact(value: Fragment, node: Expression<Resolved>): Fragment;
  /** An operand of a function of texts. */
  text(value: Fragment, node: Expression<Resolved>): Fragment;
  /** The bytes of a text, 0 of NULL, as an inexact number. */
  byteLength(value: Fragment, node: Expression<Resolved>): Fragment;
  /**
   * A condition that fails where a text of so many bytes is too long; `sharers` functions of the statement make such texts.
   * One of each row is made where `row` differs from row to row, also where all have the same length.
   */
  hasRoom(bytes: Fragment, sharers: number, row: Fragment | undefined): Fragment;
  /** An operand of arithmetic. */
  number(value: Fragment, node: Expression<Resolved>): Fragment;
  orderItem(item: OrderItem<Resolved>, value: Fragment): Fragment;
  /** GROUP BY these with the totals of each level. */
  rollup(keys: Fragment): Fragment;
  slice(limit: number | undefined, offset: number | undefined): string;
}
