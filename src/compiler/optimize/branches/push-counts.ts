import type { Call, DialectTraits, Expression, Query, Select } from '../../../model';
import type { Resolved } from '../../values';
import { binary, constant, joinAll, selectOf } from '../../tree';
import { isProjection } from '../facts/projection';
import { rewriteBlocks } from '../rewrite/rewrite-query';
import { inArm, readUnion, type UnionSource } from './union-source';

type Value = Expression<Resolved>;

/**
 * Counts the rows of a parent concept branch by branch and adds the counts. MySQL stores a union to count it, and
 * PostgreSQL starts parallel workers for it even if the tables are small. DuckDB treats each subquery as a join: eight
 * tables of 100,000 rows take it 7 ms with the rewrite, and 1 ms without.
 */
export function pushCounts(query: Query<Resolved>, traits: DialectTraits): Query<Resolved> {
  if (!traits.addsCounts) return query;
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select') return block;
    const union = readUnion(block);
    const counted = countOf(block);
    if (union === undefined || counted === undefined) return block;
    const counts = union.arms.map((arm) => countArm(arm, counted, union));
    const sum = joinAll(counts, (left, right) => binary(left, '+', right));
    return selectOf<Resolved>(block.items.map((item) => ({ ...item, expression: sum })));
  });
}

/** Returns the COUNT that a SELECT consists of, or undefined. */
function countOf(block: Select<Resolved>): Call<Resolved> | undefined {
  const [item, ...others] = block.items;
  const value = item?.expression;
  if (others.length > 0 || value?.kind !== 'call' || value.name !== 'COUNT') return undefined;
  if (value.distinct || value.over !== undefined) return undefined;
  const one = { expression: constant('integer', '1'), alias: item?.alias ?? { name: 'count' } };
  return isProjection({ ...block, items: [one] }) ? value : undefined;
}

function countArm(arm: Select<Resolved>, count: Call<Resolved>, { source }: UnionSource): Value {
  const [argument] = count.arguments;
  const isValue = argument !== undefined && argument.kind !== 'star' && argument.kind !== 'unit';
  const counted = isValue ? { ...count, arguments: [inArm(argument, source.alias.name, arm)] } : count;
  return { kind: 'scalar-query', query: { ...arm, items: [{ expression: counted, alias: { name: 'rows' } }] } };
}
