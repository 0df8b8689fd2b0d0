import type { Expression, Query, Select, SelectItem, TableSource } from '../../model';
import type { Resolved } from '../plan';
import { binary, conjunction, conjuncts, isExpression, mapExpression, treeKey } from '../tree';
import { areNeverBoth } from './contradiction';
import { isProjection } from './projection';
import { rewriteUnions } from './rewrite-query';

type Value = Expression<Resolved>;
/** A branch over one table, with the conditions that tell its rows from those of other branches of the table. */
interface TableArm extends Select<Resolved> {
  readonly from: TableSource<Resolved>;
  readonly where: Value;
}

/**
 * Reads branches of one table under conditions that exclude each other in one scan: `kind = 'a'` and `kind = 'b'`
 * become `kind = 'a' OR kind = 'b'`, and values that differ a CASE (design 2, optimisation 11).
 */
export function mergeBranches(query: Query<Resolved>): Query<Resolved> {
  return rewriteUnions(query, (arms) => {
    const groups = arms.reduce<readonly (readonly Select<Resolved>[])[]>(addArm, []);
    return groups.length < arms.length ? groups.map(mergeGroup) : arms;
  });
}

/** Puts a branch to those it can be read with; else it stands alone. */
function addArm(
  groups: readonly (readonly Select<Resolved>[])[],
  arm: Select<Resolved>,
): readonly (readonly Select<Resolved>[])[] {
  const place = isTableArm(arm) ? groups.findIndex((group) => group.every((known) => areApart(known, arm))) : -1;
  return place < 0 ? [...groups, [arm]] : groups.with(place, [...(groups[place] ?? []), arm]);
}

function isTableArm(arm: Select<Resolved>): arm is TableArm {
  return arm.from?.kind === 'table' && arm.from.facts !== undefined && arm.where !== undefined && isProjection(arm);
}

/** Whether two branches of one table share no row. */
function areApart(one: Select<Resolved>, other: TableArm): boolean {
  if (!isTableArm(one) || one.from.facts?.id !== other.from.facts?.id) return false;
  const against = conjuncts(onAlias(other, one).where);
  return conjuncts(one.where).some((part) => against.some((condition) => areNeverBoth(part, condition)));
}

function mergeGroup(group: readonly Select<Resolved>[]): Select<Resolved> {
  const [first, ...others] = group.filter(isTableArm);
  const [alone] = group;
  if (alone === undefined) throw new Error('a group of branches has one');
  if (first === undefined || others.length === 0) return alone;
  const arms = [first, ...others.map((arm) => onAlias(arm, first))];
  const conditions = arms.map((arm) => new Map(conjuncts(arm.where).map((part) => [treeKey(part), part])));
  const isShared = (key: string): boolean => conditions.every((parts) => parts.has(key));
  const shared = [...(conditions[0] ?? [])].filter(([key]) => isShared(key)).map(([, part]) => part);
  const own = conditions.map((parts) =>
    conjunction([...parts].filter(([key]) => !isShared(key)).map(([, part]) => part)),
  );
  const known = own.filter((condition) => condition !== undefined);
  // what the others share no row with and have all conditions of leaves them none
  if (known.length < arms.length) return group[own.indexOf(undefined)] ?? alone;
  const where = conjunction([...shared, anyOf(known)]);
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
  const move = (value: Value): Value =>
    mapExpression<Resolved, Resolved>(value, {
      reference: (column) => ({
        kind: 'reference',
        reference: column.source === own ? { ...column, source: alias } : column,
      }),
      source: (source) => source,
    });
  const items = arm.items.map((item) => ({
    ...item,
    expression: isExpression(item.expression) ? move(item.expression) : item.expression,
  }));
  return { ...arm, items, where: move(arm.where) };
}

/** `a = 1 OR a = 2` reads as `a IN (1, 2)`. */
function anyOf(conditions: readonly Value[]): Value | undefined {
  const [first] = conditions;
  if (first?.kind === 'binary' && first.operator === '=') {
    const operand = first.left;
    const key = treeKey(operand);
    const items = conditions.flatMap((condition) =>
      condition.kind === 'binary' && condition.operator === '=' && treeKey(condition.left) === key
        ? [condition.right]
        : [],
    );
    const areConstants = items.every((item) => item.kind === 'literal');
    if (items.length === conditions.length && areConstants) return { kind: 'in-list', operand, items, negated: false };
  }
  return conditions.reduce<Value | undefined>((left, right) => left && binary(left, 'or', right), first);
}

/** The value of the one branch whose condition holds. */
function pick(conditions: readonly Value[], items: readonly (SelectItem<Resolved> | undefined)[]): Value {
  const values = items
    .map((item) => item?.expression)
    .filter((value) => value !== undefined)
    .filter(isExpression);
  const [otherwise] = values.slice(-1);
  if (otherwise === undefined) throw new Error('a branch gives a value for each column');
  const same = treeKey(otherwise);
  if (values.every((value) => treeKey(value) === same)) return otherwise;
  const branches = conditions.slice(0, -1).flatMap((when, index) => {
    const then = values[index];
    return then === undefined ? [] : [{ when, then }];
  });
  return { kind: 'case', branches, otherwise };
}
