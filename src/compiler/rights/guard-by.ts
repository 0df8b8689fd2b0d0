import type { Expression, Select } from '../../model';
import { constant, selectOf } from '../tree';
import type { Resolved } from '../values';

type Value = Expression<Resolved>;

const ONE: Select<Resolved> = selectOf([{ expression: constant('integer', '1') }]);

/**
 * Returns the value if the filter is true, or else NULL. MariaDB replaces a column with the constant that a condition
 * equates it to, in the other conditions too, and may then test a condition before it reads the row. It does not do so
 * in a sub-query, so with `isHeld` the filter becomes a sub-query that reads the row.
 */
export function guardBy(filter: Value, then: Value, isHeld: boolean): Value {
  const when: Value = isHeld ? { kind: 'scalar-query', query: { ...ONE, where: filter } } : filter;
  return { kind: 'case', branches: [{ when, then }] };
}
