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
    return { ...rest, ...(from && { from: dropInJoins(from) }), ...(kept && { where: kept }) };
  });
}

function dropInJoins(source: Source<Resolved>): Source<Resolved> {
  if (source.kind !== 'join') return source;
  const { on, ...rest } = source;
  const kept = on && dropInOn(on, new Set([...relationOf(source.left).notNull, ...relationOf(source.right).notNull]));
  return { ...rest, left: dropInJoins(source.left), right: dropInJoins(source.right), ...(kept && { on: kept }) };
}

/** At least one condition stays: a join without one would be another join. */
function dropInOn(on: Value, known: ReadonlySet<string>): Value {
  return dropFrom(on, known) ?? on;
}

function dropFrom(condition: Value, known: ReadonlySet<string>): Value | undefined {
  const parts = conjuncts(condition);
  const compared = rejectedNulls(conjunction(parts.filter((part) => checkedColumn(part) === undefined)));
  return conjunction(
    parts.filter((part) => {
      const column = checkedColumn(part);
      return column === undefined || !(compared.has(column) || known.has(column));
    }),
  );
}

/** The column that `x IS NOT NULL` checks. */
function checkedColumn(part: Value): string | undefined {
  if (part.kind !== 'is' || part.test !== 'null' || !part.negated || part.operand.kind !== 'reference')
    return undefined;
  return columnKey(part.operand.reference);
}
