import {
  nameKey,
  type DerivedSource,
  type Expression,
  type Query,
  type Select,
  type SelectItem,
  type Source,
} from '../../../model';
import type { Resolved } from '../../values';
import { constant, isExpression, unionAll } from '../../tree';
import { armsOf } from '../rewrite/arms-of';
import { isQualified } from '../facts/join-tree';
import { holdsBareName, isRowWise } from '../rewrite/subtree-facts';
import { usesOfQuery, type Uses } from '../facts/uses';
import { rewriteBlocks } from '../rewrite/rewrite-query';

type From = Source<Resolved>;

/**
 * Removes the columns of derived tables and branches that the outer SELECT does not read: columns that other passes
 * made unnecessary, and unused columns of a view.
 */
export function dropColumns(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select' || block.from === undefined || !holdsDerived(block.from)) return block;
    if (!isQualified(block)) return block;
    const from = dropFrom(block.from, usesOfQuery(block));
    return from === block.from ? block : { ...block, from };
  });
}

function holdsDerived(source: From): boolean {
  return source.kind === 'join' ? holdsDerived(source.left) || holdsDerived(source.right) : source.kind === 'derived';
}

function dropFrom(source: From, read: Uses): From {
  if (source.kind === 'table') return source;
  if (source.kind === 'derived') return dropOf(source, read.get(source.alias.name) ?? new Map());
  const [left, right] = [dropFrom(source.left, read), dropFrom(source.right, read)];
  return left === source.left && right === source.right ? source : { ...source, left, right };
}

function dropOf(source: DerivedSource<Resolved>, read: ReadonlyMap<string, number>): From {
  const arms = armsOf(source.query);
  const [first] = arms;
  if (first === undefined || source.columns !== undefined || !arms.every(keepsRows)) return source;
  const isRead = first.items.map(({ alias }) => read.has(nameKey(alias?.name ?? '')));
  if (isRead.every(Boolean)) return source;
  const isPresence = first.items.length === 1 && first.items[0]?.expression.kind === 'literal';
  if (isPresence) return source;
  const kept = (items: readonly SelectItem<Resolved>[]): readonly SelectItem<Resolved>[] =>
    items.filter((_, index) => isRead[index]);
  const query = unionAll<Resolved>(
    arms.map((arm) => ({ ...arm, items: isRead.some(Boolean) ? kept(arm.items) : [PRESENT] })),
  );
  return { ...source, query };
}

const PRESENT: SelectItem<Resolved> = { expression: constant('integer', '1'), alias: { name: 'present' } };

/**
 * Returns whether a SELECT keeps its rows if its select list changes: it has no DISTINCT, no single group of all rows,
 * and no order by its outputs.
 */
function keepsRows(select: Select<Resolved>): boolean {
  const isGroupOfAll =
    select.groupBy.length === 0 &&
    (select.having !== undefined ||
      select.items.some(({ expression }) => isExpression(expression) && !isRowWise(expression)));
  const keys = [...select.orderBy.map(({ expression }) => expression), ...select.groupBy];
  const readsOutputs = [...keys, select.having].some((value) => value !== undefined && namesOutput(value));
  return (
    !select.distinct && !isGroupOfAll && !readsOutputs && select.items.every((item) => isExpression(item.expression))
  );
}

/** Returns whether a value may refer to an output column by name or by position. */
function namesOutput(value: Expression<Resolved>): boolean {
  return holdsBareName(value) || (value.kind === 'literal' && value.isPlace === true);
}
