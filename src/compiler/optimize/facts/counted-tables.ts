import type { Expression, Query, Select } from '../../../model';
import type { Resolved } from '../../values';
import { constant, isExpression } from '../../tree';
import { armsOf } from '../rewrite/arms-of';
import { isProjection } from './projection';

type Value = Expression<Resolved>;
/** Tables by the parts of their names. */
type Tables = readonly (readonly string[])[];

/**
 * Returns the tables whose row counts a statement adds up, each as often as it is counted. Returns undefined if the
 * statement returns anything else.
 */
export function countedTables(query: Query<Resolved>): Tables | undefined {
  if (query.kind !== 'select') return undefined;
  const [item, ...others] = query.items;
  if (item === undefined || others.length > 0 || !isExpression(item.expression)) return undefined;
  const { expression } = item;
  if (query.from === undefined) return isProjection({ ...query, items: [] }) ? tablesOfSum(expression) : undefined;
  const one = { expression: constant('integer', '1'), alias: { name: 'one' } };
  return isCountOfRows(expression) ? tablesOfRows({ ...query, items: [one] }) : undefined;
}

function isCountOfRows(value: Value): boolean {
  return (
    value.kind === 'call' && value.name === 'COUNT' && value.arguments[0]?.kind === 'star' && value.over === undefined
  );
}

function tablesOfSum(value: Value): Tables | undefined {
  if (value.kind === 'scalar-query') return countedTables(value.query);
  if (value.kind !== 'binary' || value.operator !== '+') return undefined;
  return joined([tablesOfSum(value.left), tablesOfSum(value.right)]);
}

/** Returns the tables from which a query returns every row exactly once. */
function tablesOfRows(query: Query<Resolved>): Tables | undefined {
  const arms = armsOf(query);
  return arms.length === 0 ? undefined : joined(arms.map(tablesOfArm));
}

function tablesOfArm(arm: Select<Resolved>): Tables | undefined {
  const { from, where } = arm;
  if (where !== undefined || !isProjection(arm)) return undefined;
  if (from?.kind === 'derived') return tablesOfRows(from.query);
  return from?.kind === 'table' && from.table.kind === 'physical' ? [from.table.parts] : undefined;
}

function joined(lists: readonly (Tables | undefined)[]): Tables | undefined {
  const known = lists.filter((list) => list !== undefined);
  return known.length === lists.length ? known.flat() : undefined;
}
