import type { DerivedSource, Expression, Literal, Query, Select, Source } from '../../../model';
import type { Resolved } from '../../values';
import { conjunction, conjuncts, someNode, unionAll } from '../../tree';
import { armsOf } from '../rewrite/arms-of';
import { isNeverTrue } from '../facts/contradiction';
import { isOverQuery, isRowWise } from '../rewrite/subtree-facts';
import { areProjections, columnsOf, haveSameNames, isProjection, valueFor } from '../facts/projection';
import { replaceColumnsOf } from '../rewrite/replace-nodes';
import { rewriteBlocks, rewriteUnions } from '../rewrite/rewrite-query';

type Value = Expression<Resolved>;

/**
 * Moves conditions on a parent concept into its branches, and drops branches whose constants can never meet them: the
 * type of another concept, or a property that the branch does not have. The remaining branches are filtered where their
 * indexes are.
 */
export function pruneBranches(query: Query<Resolved>): Query<Resolved> {
  const pushed = rewriteBlocks(query, (block) =>
    block.kind === 'select' && block.from !== undefined ? pushDown(block, block.from) : block,
  );
  return rewriteUnions(pushed, withoutEmpty);
}

/**
 * Returns the branches that can have a row, at least one. All branches must name their columns alike, because the first
 * one determines the names.
 */
function withoutEmpty(branches: readonly Select<Resolved>[]): readonly Select<Resolved>[] {
  const alive = branches.filter((branch) => !isProjection(branch) || !isEmpty(branch));
  if (alive.length === branches.length || !haveSameNames(branches)) return branches;
  return alive.length > 0 ? alive : branches.slice(0, 1);
}

function isEmpty({ where }: Select<Resolved>): boolean {
  return conjuncts(where).some(isNeverTrue);
}

function pushDown(select: Select<Resolved>, from: Source<Resolved>): Select<Resolved> {
  const moved = new Set<Value>();
  const visit = (source: Source<Resolved>): Source<Resolved> => {
    if (source.kind === 'derived') return pushInto(source, select.where, moved);
    if (source.kind === 'table' || source.join === 'right') return source;
    const isInner = source.join === 'inner' || source.join === 'cross';
    return { ...source, left: visit(source.left), right: isInner ? visit(source.right) : source.right };
  };
  const pushed = visit(from);
  if (moved.size === 0) return select;
  const { where, ...rest } = select;
  const left = conjunction(conjuncts(where).filter((part) => !moved.has(part)));
  return { ...rest, from: pushed, ...(left && { where: left }) };
}

function pushInto(source: DerivedSource<Resolved>, where: Value | undefined, moved: Set<Value>): Source<Resolved> {
  const branches = armsOf(source.query);
  if (source.lateral || source.columns !== undefined || branches.length < 2 || !areProjections(branches)) return source;
  const parts = conjuncts(where).filter((part) => readsOnly(part, source.alias.name));
  if (parts.length === 0) return source;
  for (const part of parts) moved.add(part);
  const filtered = branches.map((branch) => filter(branch, source.alias.name, parts));
  const alive = filtered.filter((branch) => !isEmpty(branch));
  return {
    ...source,
    query: unionAll<Resolved>(alive.length > 0 ? alive : filtered.slice(0, 1)),
    ...(source.facts && { facts: { ...source.facts, id: `part of ${source.alias.name}` } }),
  };
}

function readsOnly(condition: Value, alias: string): boolean {
  let reads = false;
  const isForeign = (node: Value): boolean => {
    if (node.kind === 'reference') reads = true;
    return node.kind === 'reference'
      ? node.reference.source !== alias
      : isOverQuery(node) || (node.kind === 'call' && !isRowWise(node));
  };
  return !someNode(condition, isForeign) && reads;
}

function filter(branch: Select<Resolved>, alias: string, parts: readonly Value[]): Select<Resolved> {
  const values = columnsOf(branch);
  const substituted = parts.map((part) =>
    replaceColumnsOf(part, (column) =>
      column.source === alias ? valueFor(column, values.get(column.name)) : undefined,
    ),
  );
  const where = conjunction([branch.where, ...substituted.filter((part) => !isAlwaysTrue(part))]);
  return { ...branch, ...(where && { where }) };
}

/** Returns whether a condition compares equal strings, such as the type of the branch with itself. */
function isAlwaysTrue(condition: Value): boolean {
  if (condition.kind !== 'binary' || condition.operator !== '=') return false;
  return isText(condition.left) && isText(condition.right) && condition.left.text === condition.right.text;
}

function isText(value: Value): value is Literal {
  return value.kind === 'literal' && value.type === 'string';
}
