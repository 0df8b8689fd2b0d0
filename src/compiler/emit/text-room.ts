import { observe } from '../trace';
import { childrenOf, queryIn, valuesOf } from '../tree';
import type { Dialect, EmitChild } from './dialect';
import type { Call, Expression, Query, Source } from './emit.ast';
import { join, sql, type Fragment } from './fragment';
import { costOf, isGrowing, lengthensText, type Sizes } from './text-size';

/** Strings whose total size is at most this are not checked. Columns are assumed to hold at most `STORED` bytes. */
const UNCHECKED = 64 * 2 ** 10;
const STORED = 4 * 2 ** 10;
const UNKNOWN_NUMBER = 1e9;
/** A number far above any limit, and far below the greatest double. */
const GREATEST = 1e12;

/** The greatest number of bytes that the functions of a query may build for one row, and the number of those functions. */
interface Making {
  readonly bytes: number;
  readonly calls: number;
}

const NOTHING: Making = { bytes: 0, calls: 0 };

/** Returns how many functions share the limit on string sizes, or undefined if their results are short anyway. */
export function sharersOf(query: Query): number | undefined {
  const { bytes, calls } = ofQuery(query);
  return bytes <= UNCHECKED ? undefined : calls;
}

/** Returns the sizes of common tables. A recursive table reads its own results again. */
function ofCommon({ recursive, tables }: NonNullable<Query['with']>): Making {
  const { bytes, calls } = together(tables.map((table) => ofQuery(table.query)));
  return { bytes: recursive && bytes > 0 ? GREATEST : bytes, calls };
}

function ofQuery(query: Query): Making {
  const common = query.with === undefined ? [] : [ofCommon(query.with)];
  const values = valuesOf(query).map(ofValue);
  if (query.kind === 'set')
    return together([...common, ...values, eitherOf(ofQuery(query.left), ofQuery(query.right))]);
  return together([...common, ...values, query.from === undefined ? NOTHING : ofSource(query.from)]);
}

function ofSource(source: Source): Making {
  if (source.kind === 'table') return NOTHING;
  if (source.kind === 'derived') return ofQuery(source.query);
  return together([ofSource(source.left), ofSource(source.right), ...(source.on ? [ofValue(source.on)] : [])]);
}

function ofValue(value: Expression): Making {
  const query = queryIn(value);
  const parts = childrenOf(value).map(ofValue);
  if (query !== undefined) parts.push(ofQuery(query));
  if (value.kind === 'call' && isGrowing(value))
    parts.push({ bytes: lengthensText(value) ? costOf(KNOWN, value) : 0, calls: 1 });
  return parts.length === 0 ? NOTHING : together(parts);
}

function together(parts: readonly Making[]): Making {
  return parts.reduce((left, right) => ({ bytes: left.bytes + right.bytes, calls: left.calls + right.calls }), NOTHING);
}

/** Combines the arms of a set operation, which are read one after another. */
function eitherOf(left: Making, right: Making): Making {
  return { bytes: left.bytes + right.bytes, calls: Math.max(left.calls, right.calls) };
}

/** Rounds up to a power of two, so that statements that differ only in their values share a plan. */
function roundedUp(size: number): number {
  return size < 1 ? 0 : 2 ** Math.ceil(Math.log2(size));
}

const BEYOND_ASCII = /[^\0-\x7f]/g;

/** Returns the number of bytes of a string in UTF-8, or more. */
function mostBytesOf(text: string): number {
  return text.length + 2 * (text.match(BEYOND_ASCII)?.length ?? 0);
}

const KNOWN: Sizes<number> = {
  constant: (bytes) => bytes,
  bytesOf: (text) => {
    if (text.kind === 'literal') return observe(text, (literal) => roundedUp(mostBytesOf(literal.text)));
    return text.kind === 'scalar-query' ? UNCHECKED : STORED;
  },
  numberOf: (value) =>
    value.kind === 'literal'
      ? observe(value, (literal) => roundedUp(Math.min(Number(literal.text) || 0, UNKNOWN_NUMBER)))
      : UNKNOWN_NUMBER,
  sum: (parts) => parts.reduce((sum, part) => sum + part, 0),
  product: (left, right) => Math.min(left * right, GREATEST),
  atMost: (most, size) => Math.min(most, size),
  atLeast: (least, size) => Math.max(least, size),
};

/** The context in which the first argument of a growing call is emitted. */
export interface Room {
  readonly call: Call;
  readonly sharers: number;
  readonly dialect: Dialect;
  readonly emit: EmitChild;
}

/**
 * Returns `value`, the first argument of a growing call, so that it fails if the result of the call would be too long.
 * Returns the plain value if the statement alone shows that the result is short.
 */
export function withRoom(value: Fragment, { call, sharers, dialect, emit }: Room): Fragment {
  const number = (size: number): Fragment => [`${size}e0`];
  const ofRow = new Set<Expression>();
  const read = (part: Expression): Expression => {
    if (part.kind !== 'literal') ofRow.add(part);
    return part;
  };
  const sizes: Sizes<Fragment> = {
    constant: number,
    bytesOf: (text) => dialect.byteLength(emit.value(read(text)), text),
    numberOf: (count) =>
      sql`GREATEST(LEAST(COALESCE(${dialect.number(emit.number(read(count)), count)}, 0), ${number(UNKNOWN_NUMBER)}), 0)`,
    sum: (parts) => (parts.length === 0 ? number(0) : sql`(${join(parts, ' + ')})`),
    product: (left, right) => sql`LEAST(${left} * ${right}, ${number(GREATEST)})`,
    atMost: (most, size) => sql`LEAST(${size}, ${number(most)})`,
    atLeast: (least, size) => sql`GREATEST(${size}, ${number(least)})`,
  };
  const bytes = costOf(sizes, call);
  if (ofRow.size === 0 && costOf(KNOWN, call) <= UNCHECKED) return value;
  const row = ofRow.size > 0 ? undefined : firstOfRow(call);
  return sql`CASE WHEN ${dialect.hasRoom(bytes, sharers, row && emit.value(row))} THEN ${value} END`;
}

/** Returns a part of a call that differs between rows, if there is one. */
function firstOfRow(value: Expression): Expression | undefined {
  for (const child of childrenOf(value)) {
    const isOfRow = child.kind === 'reference' || (child.kind === 'call' && child.over !== undefined) || queryIn(child);
    const found = isOfRow ? child : firstOfRow(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
