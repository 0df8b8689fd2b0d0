import type { Expression, Query, Select, Source } from '../../../model';
import { isAggregateCall, type Resolved } from '../../values';
import { conjunction, conjuncts, isExpression, rewriteChildren, rewriteParts } from '../../tree';
import { columnKey, rejectedNulls } from '../facts/rejects-null';
import { relationOf } from '../facts/relation';
import { rewriteBlocks } from '../rewrite/rewrite-query';
import { isRowWise } from '../rewrite/subtree-facts';

type Value = Expression<Resolved>;

/**
 * Drops `x IS NOT NULL` if the data source, a comparison with `x` in the same condition or an inner join below implies
 * it: in WHERE, in ON, and in the CASE of aggregated values.
 */
export function dropNullChecks(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select') return block;
    const { where, from, ...rest } = inAggregates(block);
    const kept = where && dropFrom(where, [from]);
    const joined = from && dropInJoins(from);
    return kept === block.where && joined === block.from && rest.items === block.items
      ? block
      : { ...rest, ...(joined && { from: joined }), ...(kept && { where: kept }) };
  });
}

/** Returns the SELECT with aggregates that do not check columns that are never NULL, or the same SELECT if there is nothing to drop. */
function inAggregates(select: Select<Resolved>): Select<Resolved> {
  if (select.items.every(({ expression }) => !isExpression(expression) || isRowWise(expression))) return select;
  const known = new Set([...relationOf(select.from).notNull, ...rejectedNulls(select.where)]);
  const settle = (node: Value): Value => {
    const expression = isAggregateCall(node) ? (argument: Value): Value => withoutChecks(argument, known) : settle;
    return rewriteChildren(node, { expression, query: (inner) => inner });
  };
  const settled = rewriteParts<Resolved>(select, { expression: settle, query: (inner) => inner });
  return settled.kind === 'select' ? settled : select;
}

/** Returns `CASE WHEN x IS NOT NULL AND condition THEN value END` without the checks of columns that are known to be NOT NULL. */
function withoutChecks(value: Value, known: ReadonlySet<string>): Value {
  if (value.kind !== 'case' || value.operand !== undefined || value.otherwise !== undefined) return value;
  const [branch, ...others] = value.branches;
  if (branch === undefined || others.length > 0) return value;
  const parts = conjuncts(branch.when);
  const kept = parts.filter((part) => !known.has(checkedColumn(part) ?? ''));
  const then = withoutChecks(branch.then, new Set([...known, ...rejectedNulls(branch.when)]));
  if (kept.length === parts.length && then === branch.then) return value;
  const when = conjunction(kept);
  return when === undefined ? then : { ...value, branches: [{ when, then }] };
}

function dropInJoins(source: Source<Resolved>): Source<Resolved> {
  if (source.kind !== 'join') return source;
  const { on, ...rest } = source;
  const kept = on && dropInOn(on, [source.left, source.right]);
  const [left, right] = [dropInJoins(source.left), dropInJoins(source.right)];
  if (kept === on && left === source.left && right === source.right) return source;
  return { ...rest, left, right, ...(kept && { on: kept }) };
}

/** Drops checks in ON but keeps at least one condition, because a join without conditions would be a different join. */
function dropInOn(on: Value, sources: readonly Source<Resolved>[]): Value {
  return dropFrom(on, sources) ?? on;
}

function dropFrom(condition: Value, sources: readonly (Source<Resolved> | undefined)[]): Value | undefined {
  const parts = conjuncts(condition);
  const others = parts.filter((part) => checkedColumn(part) === undefined);
  if (others.length === parts.length) return condition;
  const compared = rejectedNulls(conjunction(others));
  const kept = parts.filter((part) => {
    const column = checkedColumn(part);
    if (column === undefined) return true;
    return !compared.has(column) && !sources.some((source) => relationOf(source).notNull.has(column));
  });
  return kept.length === parts.length ? condition : conjunction(kept);
}

/** Returns the column that `x IS NOT NULL` checks. */
function checkedColumn(part: Value): string | undefined {
  if (part.kind !== 'is' || part.test !== 'null' || !part.negated || part.operand.kind !== 'reference')
    return undefined;
  return columnKey(part.operand.reference);
}
