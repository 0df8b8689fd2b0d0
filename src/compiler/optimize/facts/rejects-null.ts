import { nameKey, type Expression } from '../../../model';
import { comparedValues, type Column, type Resolved } from '../../values';
import { conjuncts } from '../../tree';

type Value = Expression<Resolved>;

/** Returns the same string for one column in any letter case. */
export function columnKey(column: Pick<Column, 'source' | 'name'>): string {
  return `${column.source}\u0000${nameKey(column.name)}`;
}

/** Returns the columns that are NOT NULL if the condition holds, derived from direct comparisons. */
export function rejectedNulls(condition: Value | undefined): ReadonlySet<string> {
  if (condition === undefined) return NONE;
  const known = KNOWN.get(condition);
  if (known !== undefined) return known;
  const columns = new Set(conjuncts(condition).flatMap(comparedColumns).map(columnKey));
  KNOWN.set(condition, columns);
  return columns;
}

const NONE: ReadonlySet<string> = new Set();
/** The known columns of each condition. Trees are immutable, so an entry stays valid. */
const KNOWN = new WeakMap<Value, ReadonlySet<string>>();

function comparedColumns(condition: Value): readonly Column[] {
  return comparedValues(condition).flatMap((value) => (value.kind === 'reference' ? [value.reference] : []));
}
