import { nameKey, type Expression } from '../../../model';
import { comparedValues, type Column, type Resolved } from '../../values';
import { conjuncts } from '../../tree';

type Value = Expression<Resolved>;

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
  return comparedValues(condition).flatMap((value) => (value.kind === 'reference' ? [value.reference] : []));
}
