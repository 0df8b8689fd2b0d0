import type { Expression, Query, Source } from '../../model';
import type { Resolved } from '../plan';
import { conjunction, conjuncts } from '../tree';
import { columnKey, rejectedNulls } from './rejects-null';
import { relationOf } from './relation';
import { rewriteBlocks } from './rewrite-query';

type Value = Expression<Resolved>;

/** Drops `x IS NOT NULL` where the data source, a comparison with `x` in the same condition or an inner join beneath it says as much. */
export function dropNullChecks(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select') return block;
    const { where, from, ...rest } = block;
    const kept = where && dropFrom(where, relationOf(from).notNull);
    const joined = from && dropInJoins(from);
    return kept === where && joined === from
      ? block
      : { ...rest, ...(joined && { from: joined }), ...(kept && { where: kept }) };
  });
}

function dropInJoins(source: Source<Resolved>): Source<Resolved> {
  if (source.kind !== 'join') return source;
  const { on, ...rest } = source;
  const kept = on && dropInOn(on, new Set([...relationOf(source.left).notNull, ...relationOf(source.right).notNull]));
  const [left, right] = [dropInJoins(source.left), dropInJoins(source.right)];
  if (kept === on && left === source.left && right === source.right) return source;
  return { ...rest, left, right, ...(kept && { on: kept }) };
}

/** At least one condition stays: a join without one would be another join. */
function dropInOn(on: Value, known: ReadonlySet<string>): Value {
  return dropFrom(on, known) ?? on;
}

function dropFrom(condition: Value, known: ReadonlySet<string>): Value | undefined {
  const parts = conjuncts(condition);
  const compared = rejectedNulls(conjunction(parts.filter((part) => checkedColumn(part) === undefined)));
  const kept = parts.filter((part) => {
    const column = checkedColumn(part);
    return column === undefined || !(compared.has(column) || known.has(column));
  });
  return kept.length === parts.length ? condition : conjunction(kept);
}

/** The column that `x IS NOT NULL` checks. */
function checkedColumn(part: Value): string | undefined {
  if (part.kind !== 'is' || part.test !== 'null' || !part.negated || part.operand.kind !== 'reference')
    return undefined;
  return columnKey(part.operand.reference);
}
