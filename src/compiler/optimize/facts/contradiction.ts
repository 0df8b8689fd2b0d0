import type { Binary, Expression, Literal } from '../../../model';
import type { Resolved } from '../../values';
import { isSameTree } from '../../tree';
import { columnKey, rejectedNulls } from './rejects-null';

type Value = Expression<Resolved>;

/** Returns whether a condition over constants is false or NULL for any data. */
export function isNeverTrue(condition: Value): boolean {
  switch (condition.kind) {
    case 'literal':
      return isFalse(condition);
    case 'binary':
      return isNeverTrueOf(condition);
    case 'in-list':
      return !condition.negated && condition.items.every((item) => isNeverEqual('=', condition.operand, item));
    case 'is':
      return condition.test === 'null' && condition.negated && isNullLiteral(condition.operand);
    case 'like':
    case 'between':
      return isNullLiteral(condition.operand);
    default:
      return false;
  }
}

function isNeverTrueOf({ operator, left, right }: Binary<Resolved>): boolean {
  return operator === 'or' ? isNeverTrue(left) && isNeverTrue(right) : isNeverEqual(operator, left, right);
}

/** Returns whether a literal is the compiler's own FALSE. Literals of callers are not inspected. */
function isFalse(literal: Literal): boolean {
  return literal.inline === true && literal.type === 'boolean' && literal.text === 'false';
}

/** The facts about a column that a condition implies. */
interface Said {
  readonly equal: Equal | undefined;
  /** The column that is NULL if the condition holds. */
  readonly isNull: string | undefined;
  readonly notNull: ReadonlySet<string>;
}

interface Equal {
  readonly column: string;
  readonly values: readonly Value[];
}

const SAID = new WeakMap<Value, Said>();

function saidBy(condition: Value): Said {
  const known = SAID.get(condition);
  if (known !== undefined) return known;
  const said = { equal: equalTo(condition), isNull: nullColumn(condition), notNull: rejectedNulls(condition) };
  SAID.set(condition, said);
  return said;
}

/**
 * Returns whether no row meets both conditions: different constants for one column, a value for a column that is NULL,
 * or a condition and its NOT.
 */
export function areNeverBoth(left: Value, right: Value): boolean {
  const [one, other] = [saidBy(left), saidBy(right)];
  if (one.equal !== undefined && other.equal?.column === one.equal.column) {
    const { values } = other.equal;
    return one.equal.values.every((value) => values.every((another) => isNeverEqual('=', value, another)));
  }
  return (
    (other.isNull !== undefined && one.notNull.has(other.isNull)) ||
    (one.isNull !== undefined && other.notNull.has(one.isNull)) ||
    isNotOf(left, right) ||
    isNotOf(right, left)
  );
}

/**
 * Returns the constants of one type that a condition allows for a column, as strings, with the type added to the name
 * of the column. Two conditions with different strings for the same column never hold together.
 */
export function choiceOf(
  condition: Value,
): { readonly column: string; readonly constants: readonly string[] } | undefined {
  const { equal } = saidBy(condition);
  if (equal === undefined) return undefined;
  const { column, values } = equal;
  if (values.every(isInteger)) return { column: `${column} integer`, constants: values.map(integerOf) };
  if (values.every(isPlainText)) return { column: `${column} text`, constants: values.map(folded) };
  return undefined;
}

/** Returns whether the values are constants that all differ under any collation. */
export function areNeverEqual(values: readonly Value[]): boolean {
  if (values.every(isPlainText)) return new Set(values.map(folded)).size === values.length;
  return values.every(isInteger) && new Set(values.map(integerOf)).size === values.length;
}

/** Returns the constants that a condition allows for a column. */
function equalTo(condition: Value): Equal | undefined {
  if (condition.kind === 'in-list' && !condition.negated && condition.operand.kind === 'reference') {
    return { column: columnKey(condition.operand.reference), values: condition.items };
  }
  if (condition.kind !== 'binary' || condition.operator !== '=') return undefined;
  const [column, value] =
    condition.left.kind === 'reference' ? [condition.left, condition.right] : [condition.right, condition.left];
  return column.kind === 'reference' ? { column: columnKey(column.reference), values: [value] } : undefined;
}

/** Returns the column that `x IS NULL` tests. */
function nullColumn(condition: Value): string | undefined {
  const isTest = condition.kind === 'is' && condition.test === 'null' && !condition.negated;
  return isTest && condition.operand.kind === 'reference' ? columnKey(condition.operand.reference) : undefined;
}

function isNotOf(left: Value, right: Value): boolean {
  return left.kind === 'unary' && left.operator === 'not' && isSameTree(left.operand, right);
}

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

function isNeverEqual(operator: string, left: Value, right: Value): boolean {
  if (!COMPARISONS.has(operator)) return false;
  if (isNullLiteral(left) || isNullLiteral(right)) return true;
  if (operator !== '=') return false;
  if (isInteger(left) && isInteger(right)) return integerOf(left) !== integerOf(right);
  return isPlainText(left) && isPlainText(right) && folded(left) !== folded(right);
}

export function isNullLiteral(value: Value): boolean {
  return value.kind === 'literal' && value.type === 'null';
}

function isInteger(value: Value): value is Literal {
  return value.kind === 'literal' && value.type === 'integer' && /^\d+$/.test(value.text);
}

/** Returns the same string for equal numbers, without leading zeros. */
function integerOf(literal: Literal): string {
  return String(BigInt(literal.text));
}

/**
 * Returns whether a literal is an ASCII string, whose letters every known collation distinguishes. Beyond ASCII, some
 * characters equal one or two others.
 */
function isPlainText(value: Value): value is Literal {
  return value.kind === 'literal' && value.type === 'string' && /^[\x20-\x7e]*$/.test(value.text);
}

/**
 * Removes differences that some collations ignore: letter case, punctuation, trailing spaces, the Swedish v and w. The
 * data source then decides.
 */
function folded(literal: Literal): string {
  return literal.text
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replaceAll('w', 'v')
    .trimEnd();
}
