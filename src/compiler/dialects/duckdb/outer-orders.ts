import type { OrderItem } from '../../../model';
import type { Resolved } from '../../values';
import { isExpression, rewriteChildren, rewriteParts, type Rewrite } from '../../tree';
import type { Expression, Query, Select, Source } from '../../emit';

/**
 * Returns the query with the first rows of an outer join sorted by whether the value is NULL, and then by the value.
 * This is the same order. DuckDB (seen in 1.5.6) drops rows early that cannot be among the first ones if NULL sorts
 * first. It does so even below an outer join whose sides it has swapped: a row then loses its partner and appears
 * first, as a row without a match.
 */
export function orderOuterRows(query: Query): Query {
  const rewritten = rewriteParts(query, PARTS);
  return rewritten.kind === 'select' && isAtRisk(rewritten)
    ? { ...rewritten, orderBy: byNull(rewritten.orderBy) }
    : rewritten;
}

const PARTS: Rewrite<Resolved> = {
  expression: (node) => rewriteChildren(node, PARTS),
  query: orderOuterRows,
};

function isAtRisk({ limit, distinct, groupBy, orderBy: [first], items, from }: Select): boolean {
  const isCut = limit !== undefined && !distinct && groupBy.length === 0 && from !== undefined;
  if (!isCut || first === undefined || first.descending || first.nulls === 'last') return false;
  const value = valueOf(first.expression, items);
  return value?.kind === 'reference' && isFilled(value.reference.source, from, false);
}

/** Returns an expression of ORDER BY, or the selected expression that it refers to by its alias. */
function valueOf(expression: Expression, items: Select['items']): Expression | undefined {
  if (expression.kind !== 'reference' || expression.reference.source !== '') return expression;
  const { name } = expression.reference;
  const item = items.find(({ alias }) => alias?.name === name);
  return item !== undefined && isExpression(item.expression) ? item.expression : undefined;
}

/** Returns whether an outer join may set the columns of a source to NULL. */
function isFilled(name: string, source: Source, isNullable: boolean): boolean {
  if (source.kind === 'join')
    return (
      isFilled(name, source.left, isNullable || source.join === 'right') ||
      isFilled(name, source.right, isNullable || source.join === 'left')
    );
  if (source.alias?.name !== name) return false;
  return isNullable || (source.kind === 'derived' && readsOuterJoin(source.query));
}

function hasOuterJoin(source: Source): boolean {
  if (source.kind === 'table') return false;
  if (source.kind === 'derived') return readsOuterJoin(source.query);
  const { join, left, right } = source;
  return join === 'left' || join === 'right' || hasOuterJoin(left) || hasOuterJoin(right);
}

function readsOuterJoin(query: Query): boolean {
  if (query.kind === 'set') return readsOuterJoin(query.left) || readsOuterJoin(query.right);
  return query.from !== undefined && hasOuterJoin(query.from);
}

function byNull([first, ...others]: readonly OrderItem<Resolved>[]): readonly OrderItem<Resolved>[] {
  if (first === undefined) return others;
  const isNull = { kind: 'is', operand: first.expression, test: 'null', negated: false } as const;
  return [{ expression: isNull, descending: true }, first, ...others];
}
