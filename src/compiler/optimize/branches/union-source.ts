import type { DerivedSource, Expression, Select, Source } from '../../../model';
import type { Resolved } from '../../values';
import { unionAll } from '../../tree';
import { armsOf } from '../rewrite/arms-of';
import { areProjections, columnsOf, valueFor } from '../facts/projection';
import { replaceColumnsOf } from '../rewrite/replace-nodes';

type Value = Expression<Resolved>;

/** A SELECT that reads only the rows of several branches. */
export interface UnionSource {
  readonly source: DerivedSource<Resolved>;
  readonly arms: readonly Select<Resolved>[];
}

/** Returns the branches of a source, if each of them only filters rows and names their values. */
export function unionIn(source: Source<Resolved> | undefined): UnionSource | undefined {
  if (source?.kind !== 'derived' || source.columns !== undefined || source.lateral) return undefined;
  const arms = armsOf(source.query);
  return arms.length > 1 && areProjections(arms) ? { source, arms } : undefined;
}

/** Returns the branches that form the whole FROM of a SELECT without WHERE. */
export function readUnion({ from, where }: Select<Resolved>): UnionSource | undefined {
  return where === undefined ? unionIn(from) : undefined;
}

/** Returns the same FROM with other branches. */
export function withArms({ source }: UnionSource, arms: readonly Select<Resolved>[]): DerivedSource<Resolved> {
  return { kind: 'derived', query: unionAll<Resolved>(arms), alias: source.alias, lateral: false };
}

/** Rewrites a value over the columns of the union as a value of one branch. */
export function inArm(value: Value, alias: string, arm: Select<Resolved>): Value {
  const values = columnsOf(arm);
  return replaceColumnsOf(value, (column) =>
    column.source === alias ? valueFor(column, values.get(column.name)) : undefined,
  );
}
