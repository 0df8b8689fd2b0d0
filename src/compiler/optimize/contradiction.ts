import type { Binary, Expression, Literal } from '../../model';
import type { Resolved } from '../plan';
import { treeKey } from '../tree';
import { columnKey, rejectedNulls } from './rejects-null';

type Value = Expression<Resolved>;

/** A condition over constants that is false or NULL whatever the data are. */
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

/** A constant of the compiler's own: what a caller's literal says is not looked at. */
function isFalse(literal: Literal): boolean {
  return literal.inline === true && literal.type === 'boolean' && literal.text === 'false';
}

/** Whether no row meets both conditions: other constants for one column, a value for a column that is NULL, a condition and its NOT. */
export function areNeverBoth(left: Value, right: Value): boolean {
  const [one, other] = [equalTo(left), equalTo(right)];
  if (one !== undefined && other?.column === one.column) {
    return one.values.every((value) => other.values.every((another) => isNeverEqual('=', value, another)));
  }
  return (
    rejects(left, nullColumn(right)) || rejects(right, nullColumn(left)) || isNotOf(left, right) || isNotOf(right, left)
  );
}

/** The constants that a condition lets a column have. */
function equalTo(condition: Value): { readonly column: string; readonly values: readonly Value[] } | undefined {
  if (condition.kind === 'in-list' && !condition.negated && condition.operand.kind === 'reference') {
    return { column: columnKey(condition.operand.reference), values: condition.items };
  }
  if (condition.kind !== 'binary' || condition.operator !== '=') return undefined;
  const [column, value] =
    condition.left.kind === 'reference' ? [condition.left, condition.right] : [condition.right, condition.left];
  return column.kind === 'reference' ? { column: columnKey(column.reference), values: [value] } : undefined;
}

/** The column that `x IS NULL` tests. */
function nullColumn(condition: Value): string | undefined {
  const isTest = condition.kind === 'is' && condition.test === 'null' && !condition.negated;
  return isTest && condition.operand.kind === 'reference' ? columnKey(condition.operand.reference) : undefined;
}

function rejects(condition: Value, column: string | undefined): boolean {
  return column !== undefined && rejectedNulls(condition).has(column);
}

function isNotOf(left: Value, right: Value): boolean {
  return left.kind === 'unary' && left.operator === 'not' && treeKey(left.operand) === treeKey(right);
}

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

function isNeverEqual(operator: string, left: Value, right: Value): boolean {
  if (!COMPARISONS.has(operator)) return false;
  if (isNullLiteral(left) || isNullLiteral(right)) return true;
  if (operator !== '=') return false;
  if (isInteger(left) && isInteger(right)) return BigInt(left.text) !== BigInt(right.text);
  return isPlainText(left) && isPlainText(right) && folded(left) !== folded(right);
}

export function isNullLiteral(value: Value): boolean {
  return value.kind === 'literal' && value.type === 'null';
}

function isInteger(value: Value): value is Literal {
  return value.kind === 'literal' && value.type === 'integer' && /^\d+$/.test(value.text);
}

/** Text of which every collation that we know of tells the letters apart: beyond ASCII some are equal to others, or to two. */
function isPlainText(value: Value): value is Literal {
  return value.kind === 'literal' && value.type === 'string' && /^[\x20-\x7e]*$/.test(value.text);
}

/** What collations do not tell apart is left to the data source: letter case, signs, trailing blanks, the Swedish v and w. */
function folded(literal: Literal): string {
  return literal.text
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replaceAll('w', 'v')
    .trimEnd();
}
