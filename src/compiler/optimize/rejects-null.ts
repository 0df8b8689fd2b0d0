import { nameKey, type Expression } from '../../model';
import type { Column, Resolved } from '../plan';
import { conjuncts } from '../tree';

type Value = Expression<Resolved>;

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

/** One text for one column, whatever the letter case of its name. */
export function columnKey(column: Pick<Column, 'source' | 'name'>): string {
  return `${column.source}\u0000${nameKey(column.name)}`;
}

/** The columns that are not NULL where the condition holds, as far as comparisons with them as they stand tell. */
export function rejectedNulls(condition: Value | undefined): ReadonlySet<string> {
  if (condition === undefined) return NONE;
  const known = KNOWN.get(condition);
  if (known !== undefined) return known;
  const columns = new Set(conjuncts(condition).flatMap(comparedColumns).map(columnKey));
  KNOWN.set(condition, columns);
  return columns;
}

const NONE: ReadonlySet<string> = new Set();
/** Trees do not change, so that what is known of a node stays true. */
const KNOWN = new WeakMap<Value, ReadonlySet<string>>();

function comparedColumns(condition: Value): readonly Column[] {
  switch (condition.kind) {
    case 'binary':
      return COMPARISONS.has(condition.operator) ? columnsIn([condition.left, condition.right]) : [];
    case 'between':
    case 'like':
    case 'in-list':
      return columnsIn([condition.operand]);
    case 'in-query':
      return condition.negated ? [] : columnsIn([condition.operand]);
    case 'is':
      return condition.test === 'null' && condition.negated ? columnsIn([condition.operand]) : [];
    default:
      return [];
  }
}

function columnsIn(values: readonly Value[]): readonly Column[] {
  return values.flatMap((value) => (value.kind === 'reference' ? [value.reference] : []));
}

/** The sources of which the condition needs a row: where all columns of one are NULL, it does not hold. */
export function neededSources(condition: Value | undefined): ReadonlySet<string> {
  const parts = conjuncts(condition).map((part) => {
    if (part.kind !== 'binary' || part.operator !== 'or') return comparedColumns(part).map(({ source }) => source);
    const right = neededSources(part.right);
    return [...neededSources(part.left)].filter((source) => right.has(source));
  });
  return new Set(parts.flat());
}
