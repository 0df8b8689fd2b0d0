import type { DialectTraits, Expression, Query, Select, SelectItem } from '../../../model';
import type { Resolved } from '../../values';
import { isExpression, unionAll } from '../../tree';
import { columnsOf } from '../facts/projection';
import { rewriteBlocks } from '../rewrite/rewrite-query';
import { readUnion } from './union-source';

type Arm = Select<Resolved>;

/**
 * Replaces a SELECT that only selects columns of a UNION ALL with that UNION ALL. Servers of the MySQL family store the
 * rows of a derived table before they read them, and stream the rows of a UNION ALL. DuckDB needs no rewrite.
 */
export function liftUnions(query: Query<Resolved>, traits: DialectTraits): Query<Resolved> {
  if (!traits.storesUnions) return query;
  return rewriteBlocks(query, (block) => (block.kind === 'select' ? lift(block) : block));
}

function lift(select: Select<Resolved>): Query<Resolved> {
  const union = isBare(select) ? readUnion(select) : undefined;
  if (union === undefined) return select;
  const { name: alias } = union.source.alias;
  const arms = union.arms.map((arm) => renamed(arm, select.items, alias));
  return arms.includes(undefined) ? select : unionAll<Resolved>(arms.filter((arm) => arm !== undefined));
}

/** Returns whether a SELECT only selects columns. */
function isBare(select: Select<Resolved>): boolean {
  const { distinct, groupBy, having, windows, orderBy, limit, offset } = select;
  const isWhole = having === undefined && limit === undefined && offset === undefined && select.with === undefined;
  return isWhole && !distinct && groupBy.length + windows.length + orderBy.length === 0;
}

/** Returns an arm with the values and names of these items, or undefined if one is not a column of the union. */
function renamed(arm: Arm, items: Arm['items'], alias: string): Arm | undefined {
  const values = columnsOf(arm);
  const chosen = items.map(({ expression, ...item }): SelectItem<Resolved> | undefined => {
    const value = isExpression(expression) ? valueOf(expression, alias, values) : undefined;
    return value && { ...item, expression: value };
  });
  return chosen.includes(undefined) ? undefined : { ...arm, items: chosen.filter((item) => item !== undefined) };
}

function valueOf(
  expression: Expression<Resolved>,
  alias: string,
  values: ReadonlyMap<string, Expression<Resolved>>,
): Expression<Resolved> | undefined {
  if (expression.kind !== 'reference' || expression.reference.source !== alias) return undefined;
  return values.get(expression.reference.name);
}
