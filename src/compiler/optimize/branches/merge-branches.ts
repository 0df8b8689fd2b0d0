import type { Expression, Query, Select, SelectItem } from '../../../model';
import type { Resolved } from '../../values';
import { binary, conjunction, conjuncts, isExpression, isSameTree, joinAll, treeKey } from '../../tree';
import { groupApart, isTableArm, type TableArm } from './apart-branches';
import { moveColumns, replaceColumnsOf } from '../rewrite/replace-nodes';
import { rewriteUnions } from '../rewrite/rewrite-query';

type Value = Expression<Resolved>;

/**
 * Reads branches of one table whose conditions exclude each other in a single scan. `kind = 'a'` and `kind = 'b'`
 * become `kind = 'a' OR kind = 'b'`, and values that differ become a CASE.
 */
export function mergeBranches(query: Query<Resolved>): Query<Resolved> {
  return rewriteUnions(query, (arms) => {
    const groups = groupApart(arms);
    return groups.length < arms.length ? groups.map(mergeGroup) : arms;
  });
}

function mergeGroup(group: readonly Select<Resolved>[]): Select<Resolved> {
  const [first, ...others] = group.filter(isTableArm);
  const [alone] = group;
  if (alone === undefined) throw new Error('a group of branches has one');
  if (first === undefined || others.length === 0) return alone;
  const arms = [first, ...others.map((arm) => onAlias(arm, first))];
  const conditions = arms.map((arm) => new Map(conjuncts(arm.where).map((part) => [treeKey(part), part])));
  const shared = new Map([...(conditions[0] ?? [])].filter(([key]) => conditions.every((parts) => parts.has(key))));
  const own = conditions.map((parts) =>
    conjunction([...parts].filter(([key]) => !shared.has(key)).map(([, part]) => part)),
  );
  const known = own.filter((condition) => condition !== undefined);
  // the other arms have all conditions of this arm and share no row with it, so they return no rows
  if (known.length < arms.length) return group[own.indexOf(undefined)] ?? alone;
  const where = conjunction([...shared.values(), anyOf(known)]);
  return {
    ...first,
    items: first.items.map((item, index) => ({
      ...item,
      expression: pick(
        known,
        arms.map((arm) => arm.items[index]),
      ),
    })),
    ...(where && { where }),
  };
}

function onAlias(arm: TableArm, like: TableArm): TableArm {
  const [own, alias] = [arm.from.alias?.name ?? '', like.from.alias?.name ?? ''];
  const move = (value: Value): Value => replaceColumnsOf(value, moveColumns(own, alias));
  const items = arm.items.map((item) => ({
    ...item,
    expression: isExpression(item.expression) ? move(item.expression) : item.expression,
  }));
  return { ...arm, items, where: move(arm.where) };
}

/** Combines conditions with OR. `a = 1 OR a = 2` becomes `a IN (1, 2)`. */
function anyOf(conditions: readonly Value[]): Value | undefined {
  const [first] = conditions;
  if (first?.kind === 'binary' && first.operator === '=') {
    const operand = first.left;
    const items = conditions.flatMap((condition) =>
      condition.kind === 'binary' && condition.operator === '=' && isSameTree(condition.left, operand)
        ? [condition.right]
        : [],
    );
    const areConstants = items.every((item) => item.kind === 'literal');
    if (items.length === conditions.length && areConstants) return { kind: 'in-list', operand, items, negated: false };
  }
  return first && joinAll(conditions, (left, right) => binary(left, 'or', right));
}

/** Returns the value of the branch whose condition holds. */
function pick(conditions: readonly Value[], items: readonly (SelectItem<Resolved> | undefined)[]): Value {
  const values = items
    .map((item) => item?.expression)
    .filter((value) => value !== undefined)
    .filter(isExpression);
  const [otherwise] = values.slice(-1);
  if (otherwise === undefined) throw new Error('a branch gives a value for each column');
  if (values.every((value) => isSameTree(value, otherwise))) return otherwise;
  const branches = conditions.slice(0, -1).flatMap((when, index) => {
    const then = values[index];
    return then === undefined ? [] : [{ when, then }];
  });
  return { kind: 'case', branches, otherwise };
}
