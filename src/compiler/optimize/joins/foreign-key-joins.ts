import { nameKey, type Expression, type Query, type Select, type Source } from '../../../model';
import type { Column, Resolved } from '../../values';
import { isNull } from '../../tree';
import { dropSides } from './drop-sides';
import { findForeignKey, type ForeignKeyJoin } from './foreign-key';
import { isQualified, replaceJoin, type Join, type Scan, type Side } from '../facts/join-tree';
import { matchesAtMostOne, relationOf } from '../facts/relation';
import { columnKey } from '../facts/rejects-null';
import { replaceSource, type Substitute } from './replace-source';
import { rewriteBlocks } from '../rewrite/rewrite-query';
import { countUses, usesOfExpression, usesOfQuery } from '../facts/uses';

type Value = Expression<Resolved>;

/**
 * Drops joins to a parent if only its key is read: the foreign key of the child contains the key, or is NULL. A string
 * key may have a different form in the child, so it is replaced only where equality alone matters.
 */
export function foreignKeyJoins(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) =>
    block.kind === 'select' && block.from?.kind === 'join' && isQualified(block) ? dropSides(block, dropParent) : block,
  );
}

function dropParent(
  select: Select<Resolved>,
  { join, scan: parent, other: children }: Side,
): Select<Resolved> | undefined {
  const key = findForeignKey(parent, join.on, children);
  if (key === undefined || readsMore(select, join, parent, key)) return undefined;
  if (!matchesAtMostOne(parent, join.on, children)) return undefined;
  const conditions = conditionsWithout(join, children, key);
  if (conditions === undefined) return undefined;
  const without = replaceJoin(select, join, { source: children, conditions });
  return replaceSource(without, parent.alias?.name ?? '', substitutesOf(parent, key));
}

/** Returns whether columns of a parent other than its key are read. */
function readsMore(select: Select<Resolved>, join: Join, parent: Scan, { pairs }: ForeignKeyJoin): boolean {
  const alias = parent.alias?.name ?? '';
  const [all, on] = [usesOfQuery(select), usesOfExpression(join.on)];
  const key = new Set(pairs.map(({ inner }) => nameKey(inner.reference.name)));
  const names = [...(all.get(alias)?.keys() ?? [])].filter((name) => !key.has(name));
  return names.some((name) => countUses(all, alias, name) > countUses(on, alias, name));
}

/** Returns the conditions that select the joined rows without the parent, or undefined if no conditions can. */
function conditionsWithout(
  join: Join,
  children: Source<Resolved>,
  { pairs, others }: ForeignKeyJoin,
): readonly Value[] | undefined {
  const { notNull } = relationOf(children);
  const unsure = pairs.filter(({ outer }) => !notNull.has(columnKey(outer.reference)));
  if (join.join === 'inner') return [...others, ...unsure.map(({ outer }) => isNull<Resolved>(outer, true))];
  const hasParentOrNull = unsure.length === 0 || pairs.length === 1;
  return others.length === 0 && hasParentOrNull ? [] : undefined;
}

function substitutesOf(parent: Scan, { child, pairs }: ForeignKeyJoin): (column: Column) => Substitute | undefined {
  return (read) => {
    const name = nameKey(read.name);
    const pair = pairs.find(({ inner }) => nameKey(inner.reference.name) === name);
    if (pair === undefined) return undefined;
    const column = pair.outer.reference;
    const own = nameKey(column.name);
    const comparison = child.facts?.comparisons.get(own);
    const isAlike = comparison !== undefined && comparison === parent.facts?.comparisons.get(name);
    const isExact = child.facts?.exact.has(own) === true && parent.facts?.exact.has(name) === true;
    return {
      column,
      isSame: isAlike && (isExact || comparison === 'varchar'),
      isText: isAlike && (comparison === 'varchar' || comparison.startsWith('text ')),
    };
  };
}
