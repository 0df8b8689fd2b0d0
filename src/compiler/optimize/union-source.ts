import type { DerivedSource, Expression, Select } from '../../model';
import type { Resolved } from '../plan';
import { unionAll } from '../tree';
import { armsOf } from './arms-of';
import { columnsOf, isProjection, valueFor } from './projection';
import { replaceColumnsOf } from './replace-nodes';

type Value = Expression<Resolved>;

/** A SELECT over nothing but the rows of several branches. */
export interface UnionSource {
  readonly source: DerivedSource<Resolved>;
  readonly arms: readonly Select<Resolved>[];
}

/** The branches that are the whole FROM of a SELECT without WHERE: each only filters rows and names their values. */
export function readUnion({ from, where }: Select<Resolved>): UnionSource | undefined {
  if (from?.kind !== 'derived' || from.columns !== undefined || from.lateral || where !== undefined) return undefined;
  const arms = armsOf(from.query);
  return arms.length > 1 && arms.every(isProjection) ? { source: from, arms } : undefined;
}

/** The same FROM over other branches. */
export function withArms({ source }: UnionSource, arms: readonly Select<Resolved>[]): DerivedSource<Resolved> {
  return { kind: 'derived', query: unionAll<Resolved>(arms), alias: source.alias, lateral: false };
}

/** A value over the columns of the union as a value of one branch. */
export function inArm(value: Value, alias: string, arm: Select<Resolved>): Value {
  const values = columnsOf(arm);
  return replaceColumnsOf(value, (column) =>
    column.source === alias ? valueFor(column, values.get(column.name)) : undefined,
  );
}
