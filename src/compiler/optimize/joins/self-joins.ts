import { nameKey, type Expression, type Query, type Select } from '../../../model';
import type { Column, Resolved } from '../../values';
import { conjuncts } from '../../tree';
import { isQualified, replaceJoin, scansOf, type Scan, type Side } from '../facts/join-tree';
import { dropSides } from './drop-sides';
import { mergeOuterRows } from './merge-outer-rows';
import { relationOf } from '../facts/relation';
import { replaceSource, type Substitute } from './replace-source';
import { rewriteBlocks } from '../rewrite/rewrite-query';
import { columnOfOne, findSameRow, keyIsNotNull, type SameRow } from './same-row';

type Value = Expression<Resolved>;

/** Reads a row only once if a table is joined to itself by a key, or if EXISTS looks for the outer row. */
export function selfJoins(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select' || block.from === undefined) return block;
    return mergeOuterRows(block.from.kind === 'join' && isQualified(block) ? dropSides(block, mergeScan) : block);
  });
}

function mergeScan(select: Select<Resolved>, { join, scan, other }: Side): Select<Resolved> | undefined {
  const same = findSameRow(scan, conjuncts(join.on), scansOf(other));
  if (same === undefined) return undefined;
  const isInner = join.join === 'inner';
  const find = isInner ? columnOfOne(same) : filledColumns(scan, same);
  if (find === undefined) return undefined;
  const conditions = isInner ? [...same.others, ...keyIsNotNull(same, relationOf(other).notNull)] : [];
  const without = replaceJoin(select, join, { source: other, conditions });
  return replaceSource(without, scan.alias?.name ?? '', find);
}

/**
 * Returns the replacements for the nullable side of an outer join, where a row always matches itself because its key is
 * never NULL. If one column must also be NOT NULL, only that column has the same value.
 */
function filledColumns(scan: Scan, same: SameRow): ((column: Column) => Substitute | undefined) | undefined {
  const isKey = same.pairs.every(({ inner }) => scan.facts?.notNull.has(nameKey(inner.reference.name)));
  const [condition, ...others] = same.others;
  if (!isKey || others.length > 0) return undefined;
  if (condition === undefined) return columnOfOne(same);
  const checked = checkedColumn(condition, scan.alias?.name ?? '');
  if (checked === undefined) return undefined;
  return (column) => (nameKey(column.name) === checked ? columnOfOne(same)(column) : undefined);
}

/** Returns the column of `alias` that `x IS NOT NULL` checks. */
function checkedColumn(part: Value, alias: string): string | undefined {
  if (part.kind !== 'is' || part.test !== 'null' || !part.negated || part.operand.kind !== 'reference')
    return undefined;
  const { source, name } = part.operand.reference;
  return source === alias ? nameKey(name) : undefined;
}
