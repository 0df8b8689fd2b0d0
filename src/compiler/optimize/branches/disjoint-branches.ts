import { nameKey, type Expression, type Query, type Select, type SourceFacts } from '../../../model';
import type { Resolved } from '../../values';
import { conjunction, conjuncts } from '../../tree';
import { type AntiJoin, readAntiJoin } from '../facts/anti-join';
import { areNeverBoth } from '../facts/contradiction';
import { relationOf } from '../facts/relation';
import { columnKey } from '../facts/rejects-null';
import { moveColumns, replaceColumnsOf } from '../rewrite/replace-nodes';
import { rewriteBlocks } from '../rewrite/rewrite-query';

type Value = Expression<Resolved>;

/**
 * Drops a `NOT EXISTS` that always holds, because the rows that it looks for are provably different ones: declared
 * DISJOINT FROM, or rows of the same table whose condition contradicts that of the branch.
 */
export function disjointBranches(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select' || block.where === undefined) return block;
    const { where, ...rest } = block;
    const parts = conjuncts(where);
    const kept = parts.filter((part) => !alwaysHolds(part, block));
    if (kept.length === parts.length) return block;
    const condition = conjunction(kept);
    return { ...rest, ...(condition && { where: condition }) };
  });
}

function alwaysHolds(part: Value, branch: Select<Resolved>): boolean {
  const join = readAntiJoin(part);
  if (join === undefined || branch.from === undefined || branch.from.kind === 'join') return false;
  if (areDeclaredDisjoint(branch.from.facts, join.source.facts)) return true;
  const own = conjuncts(branch.where);
  return sameRow(join, branch)?.some((condition) => own.some((part) => areNeverBoth(part, condition))) ?? false;
}

function areDeclaredDisjoint(one: SourceFacts | undefined, other: SourceFacts | undefined): boolean {
  if (one?.mapping === undefined || other?.mapping === undefined) return false;
  return declares(one, other.mapping) || declares(other, one.mapping);
}

function declares({ disjointFrom }: SourceFacts, mapping: string): boolean {
  return disjointFrom.has(`mapping ${nameKey(mapping)}`);
}

/**
 * Returns the conditions of an anti-join as conditions on the branch's own row. Both must be the same row of one table,
 * because they are equal in one of its keys; otherwise returns undefined.
 */
export function sameRow(join: AntiJoin, branch: Select<Resolved>): readonly Value[] | undefined {
  const { from } = branch;
  if (from?.kind !== 'table' || join.source.kind !== 'table' || from.facts === undefined) return undefined;
  if (from.facts.id !== join.source.facts?.id || from.table.kind !== 'physical') return undefined;
  const alias = from.alias?.name ?? '';
  const isPaired = ({ inner, outer }: AntiJoin['pairs'][number]): boolean =>
    outer.source === alias && nameKey(inner.name) === nameKey(outer.name);
  if (!join.pairs.every(isPaired)) return undefined;
  const equal = new Set(join.pairs.map(({ inner }) => columnKey(inner)));
  const { keys } = relationOf(join.source);
  if (!keys.some((key) => key.every((column) => equal.has(column)))) return undefined;
  return join.conditions.map((condition) => replaceColumnsOf(condition, moveColumns(join.alias, alias)));
}
