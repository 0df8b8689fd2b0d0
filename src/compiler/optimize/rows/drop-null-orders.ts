import type { Expression, OrderItem, Query, Select } from '../../../model';
import type { Resolved } from '../../values';
import { columnKey, rejectedNulls } from '../facts/rejects-null';
import { relationOf } from '../facts/relation';
import { rewriteBlocks } from '../rewrite/rewrite-query';

type Value = Expression<Resolved>;

/**
 * Drops the handling of NULL for columns that are never NULL, so that an index can serve the order of pages: NULLS
 * LAST, and `x IS NULL` as one of several alternatives.
 */
export function dropNullOrders(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select' || !providesForNull(block)) return block;
    const { where, ...rest } = block;
    const stored = relationOf(block.from).notNull;
    const known = new Set([...stored, ...rejectedNulls(where)]);
    const kept = where && withoutNull(where, stored);
    const orderBy = block.orderBy.map((item) => dropNulls(item, known));
    const isSame = kept === where && orderBy.every((item, index) => item === block.orderBy[index]);
    return isSame ? block : { ...rest, orderBy, ...(kept && { where: kept }) };
  });
}

function providesForNull({ orderBy, rollup }: Select<Resolved>): boolean {
  return !rollup && orderBy.some((item) => item.nulls !== undefined);
}

function dropNulls(item: OrderItem<Resolved>, known: ReadonlySet<string>): OrderItem<Resolved> {
  const { expression, descending } = item;
  return expression.kind === 'reference' && known.has(columnKey(expression.reference))
    ? { expression, descending }
    : item;
}

function withoutNull(condition: Value, known: ReadonlySet<string>): Value {
  if (condition.kind !== 'binary' || (condition.operator !== 'and' && condition.operator !== 'or')) return condition;
  const [left, right] = [withoutNull(condition.left, known), withoutNull(condition.right, known)];
  if (condition.operator === 'or' && isNever(right, known)) return left;
  if (condition.operator === 'or' && isNever(left, known)) return right;
  return left === condition.left && right === condition.right ? condition : { ...condition, left, right };
}

/** Returns whether a condition is `x IS NULL` for a column that is never NULL. */
function isNever(condition: Value, known: ReadonlySet<string>): boolean {
  if (condition.kind !== 'is' || condition.test !== 'null' || condition.negated) return false;
  return condition.operand.kind === 'reference' && known.has(columnKey(condition.operand.reference));
}
