import type { Expression, Source } from '../../model';
import type { Column, Resolved } from '../plan';
import { conjuncts } from '../tree';

type Value = Expression<Resolved>;

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

/** One text for one column. */
export function columnKey(column: Column): string {
  return JSON.stringify([column.source, column.name]);
}

/** The columns that are not NULL where the condition holds, as far as comparisons with them as they stand tell. */
export function rejectedNulls(condition: Value | undefined): ReadonlySet<string> {
  const columns = conjuncts(condition).flatMap(comparedColumns);
  return new Set(columns.map(columnKey));
}

function comparedColumns(condition: Value): readonly Column[] {
  switch (condition.kind) {
    case 'binary':
      return COMPARISONS.has(condition.operator) ? columnsIn([condition.left, condition.right]) : [];
    case 'between':
    case 'like':
    case 'in-list':
    case 'in-query':
      return columnsIn([condition.operand]);
    default:
      return [];
  }
}

function columnsIn(values: readonly Value[]): readonly Column[] {
  return values.flatMap((value) => (value.kind === 'reference' ? [value.reference] : []));
}

/** The columns that are not NULL in any row of a FROM, because an inner join compares them. */
export function neverNull(source: Source<Resolved> | undefined): ReadonlySet<string> {
  if (source?.kind !== 'join') return new Set();
  const left = source.join === 'right' ? new Set<string>() : neverNull(source.left);
  const right = source.join === 'left' ? new Set<string>() : neverNull(source.right);
  const on = source.join === 'inner' ? rejectedNulls(source.on) : new Set<string>();
  return new Set([...left, ...right, ...on]);
}
