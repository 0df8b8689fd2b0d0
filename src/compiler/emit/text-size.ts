import { MOST_GATHERED_BYTES, type Cast } from '../../model';
import { FUNCTIONS, typeOf, type Resolved, type TextGrowth } from '../values';
import { MOST_KEPT } from '../rights';
import { observe } from '../trace';
import { isExpression } from '../tree';
import type { Call, Expression } from './emit.ast';

/** The arithmetic of sizes: as numbers, from the statement alone, or as SQL, from the values of a row. */
export interface Sizes<T> {
  constant(bytes: number): T;
  /** Returns the bytes of a string, which may be NULL. */
  bytesOf(text: Expression): T;
  /** Returns the number in an argument, 0 if it is negative or NULL. */
  numberOf(value: Expression): T;
  sum(parts: readonly T[]): T;
  product(left: T, right: T): T;
  atMost(most: number, size: T): T;
  atLeast(least: number, size: T): T;
}

/** The size of a number, a date or a truth value as a string. */
const SHORT = 128;
/** The greatest number of bytes that one character of a format expands to. */
const FORMATTED = 16;
const LONGEST_CHARACTER = 4;
/** The memory for each byte that is split into JSON nodes or parts of a string. */
const SPLIT = 16;

type Rule = <T>(sizes: Sizes<T>, parts: readonly Expression[]) => T;

/** The greatest size of the string that a function builds. `chosen`, `kept` and `part` build no new string. */
const RESULTS: Readonly<Record<Exclude<TextGrowth, 'kept'>, Rule>> = {
  short: (sizes) => sizes.constant(SHORT),
  chosen: joined,
  part: first,
  counted,
  split: first,
  cased: (sizes, parts) => sizes.product(first(sizes, parts), sizes.constant(3)),
  joined,
  separated: (sizes, parts) =>
    sizes.sum([sizes.product(first(sizes, parts), sizes.constant(parts.length)), joined(sizes, parts.slice(1))]),
  repeated: (sizes, parts) => sizes.product(first(sizes, parts), numberAt(sizes, parts, 1)),
  spaces: (sizes, parts) => numberAt(sizes, parts, 0),
  padded: (sizes, parts) =>
    sizes.sum([
      first(sizes, parts),
      sizes.product(numberAt(sizes, parts, 1), sizes.atMost(LONGEST_CHARACTER, bytesAt(sizes, parts, 2))),
    ]),
  // each byte may be one of those that are replaced
  replaced: (sizes, parts) => sizes.product(first(sizes, parts), sizes.atLeast(1, bytesAt(sizes, parts, 2))),
  matched: (sizes, parts) => {
    const places = sizes.sum([sizes.constant(1), first(sizes, parts)]);
    const each = sizes.sum([sizes.constant(1), bytesAt(sizes, parts, 2)]);
    return sizes.product(sizes.product(places, each), sizes.constant(2));
  },
  doubled: (sizes, parts) => sizes.product(first(sizes, parts), sizes.constant(2)),
  formatted: (sizes, parts) => sizes.product(bytesAt(sizes, parts, 1), sizes.constant(FORMATTED)),
  gathered: (sizes) => sizes.constant(MOST_GATHERED_BYTES),
};

/** The kinds of functions whose result is longer than their arguments, or that need more memory than these. */
const GROWING: ReadonlySet<TextGrowth | undefined> = new Set<TextGrowth>([
  'split',
  'joined',
  'separated',
  'repeated',
  'spaces',
  'padded',
  'replaced',
  'matched',
  'doubled',
  'formatted',
]);

/**
 * Returns whether the result of a call may exceed its arguments. A string that is hashed with a secret key is exempt:
 * it stays as long as the value, which is masked.
 */
export function isGrowing(call: Call): boolean {
  const [start] = call.arguments;
  const isKeyed = start?.kind === 'literal' && start.secret === true;
  return !isKeyed && GROWING.has(FUNCTIONS.get(call.name)?.growth);
}

/** Returns whether a call may build a string that is longer than its arguments. A call that only splits a string does not. */
export function lengthensText(call: Call): boolean {
  return isGrowing(call) && FUNCTIONS.get(call.name)?.growth !== 'split';
}

/** Returns the greatest memory, in bytes, that a growing call needs for one row. */
export function costOf<T>(sizes: Sizes<T>, call: Call): T {
  const size = sizeOfCall(sizes, call);
  return FUNCTIONS.get(call.name)?.growth === 'split' ? sizes.product(size, sizes.constant(SPLIT)) : size;
}

type Reckon = <T>(sizes: Sizes<T>, value: Expression) => T;
const asItIs: Reckon = (sizes, value) => (isText(value) ? sizes.bytesOf(value) : sizes.constant(SHORT));
const ofOperand: Reckon = (sizes, value) => ('operand' in value && value.operand ? sizeOf(sizes, value.operand) : sizes.constant(SHORT)); // prettier-ignore

const VALUES: Readonly<Partial<Record<Expression['kind'], Reckon>>> = {
  literal: (sizes, value) => sizes.bytesOf(value),
  reference: asItIs,
  'scalar-query': (sizes, value) => sizes.bytesOf(value),
  call: (sizes, value) => (value.kind === 'call' ? sizeOfCall(sizes, value) : sizes.constant(SHORT)),
  case: (sizes, value) => joined(sizes, value.kind === 'case' ? resultsOf(value) : []),
  cast: (sizes, value) => (value.kind === 'cast' ? sizeOfCast(sizes, value) : sizes.constant(SHORT)),
  trim: ofOperand,
  transcode: ofOperand,
  collate: ofOperand,
  binary: (sizes, value) =>
    value.kind === 'binary' && isText(value) ? sizeOf(sizes, value.left) : sizes.constant(SHORT),
};

/** Returns the greatest number of bytes of a value as a string. */
function sizeOf<T>(sizes: Sizes<T>, value: Expression): T {
  return VALUES[value.kind]?.(sizes, value) ?? sizes.constant(SHORT);
}

function resultsOf({ branches, otherwise }: Extract<Expression, { kind: 'case' }>): readonly Expression[] {
  return [...branches.map(({ then }) => then), ...(otherwise ? [otherwise] : [])];
}

function sizeOfCall<T>(sizes: Sizes<T>, call: Call): T {
  const growth = FUNCTIONS.get(call.name)?.growth ?? 'short';
  if (growth === 'kept' || call.over !== undefined) return isText(call) ? sizes.bytesOf(call) : sizes.constant(SHORT);
  return RESULTS[growth](sizes, call.arguments.filter(isExpression));
}

/** Returns the size of a cast. BINARY(n) pads a string to n bytes. */
function sizeOfCast<T>(sizes: Sizes<T>, { operand, type }: Cast<Resolved>): T {
  if (type.name !== 'char' && type.name !== 'binary' && type.name !== 'json') return sizes.constant(SHORT);
  return sizes.sum([sizes.constant(type.name === 'binary' ? (type.length ?? SHORT) : SHORT), sizeOf(sizes, operand)]);
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'binary', 'unknown']);

function isText(value: Expression): boolean {
  return TEXTS.has(typeOf(value));
}

function joined<T>(sizes: Sizes<T>, parts: readonly Expression[]): T {
  return sizes.sum(parts.map((part) => sizeOf(sizes, part)));
}

/**
 * Returns the size of LEFT and RIGHT. For a small character count, it depends only on that count: masks use these
 * functions, and the length of a masked value must not decide whether a statement is rejected.
 */
function counted<T>(sizes: Sizes<T>, parts: readonly Expression[]): T {
  const count = parts[1];
  const isShort = count?.kind === 'literal' && observe(count, ({ text }) => Number(text) <= MOST_KEPT);
  return isShort ? sizes.constant(MOST_KEPT * LONGEST_CHARACTER) : first(sizes, parts);
}

function first<T>(sizes: Sizes<T>, parts: readonly Expression[]): T {
  return bytesAt(sizes, parts, 0);
}

function bytesAt<T>(sizes: Sizes<T>, parts: readonly Expression[], index: number): T {
  const part = parts[index];
  return part === undefined ? sizes.constant(0) : sizeOf(sizes, part);
}

function numberAt<T>(sizes: Sizes<T>, parts: readonly Expression[], index: number): T {
  const part = parts[index];
  return part === undefined ? sizes.constant(0) : sizes.numberOf(part);
}
