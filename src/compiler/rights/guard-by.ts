import type { Expression, Select } from '../../model';
import { constant, selectOf } from '../tree';
import type { Resolved } from '../values';

type Value = Expression<Resolved>;

const ONE: Select<Resolved> = selectOf([{ expression: constant('integer', '1') }]);

/**
 * The value where the rule holds, and NULL elsewhere. MariaDB puts constants in the place of columns that a condition says
 * to be equal to them, in the conditions beside it, too, and may then test a condition before it has read the row: in a
 * sub-query it does not (`isHeld`), so that the guard goes on reading the row.
 */
export function guardBy(rule: Value, then: Value, isHeld: boolean): Value {
  const when: Value = isHeld ? { kind: 'scalar-query', query: { ...ONE, where: rule } } : rule;
  return { kind: 'case', branches: [{ when, then }] };
}
