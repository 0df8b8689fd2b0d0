import { nameKey, type Expression, type Query, type Select } from '../../../model';
import type { Resolved } from '../../values';
import { conjunction, conjuncts, isSameTree } from '../../tree';
import { type AntiJoin, isCheckOf, readAntiJoin } from '../facts/anti-join';
import { sameRow } from './disjoint-branches';
import { relationOf } from '../facts/relation';
import { columnKey, rejectedNulls } from '../facts/rejects-null';
import { rewriteUnions } from '../rewrite/rewrite-query';

type Value = Expression<Resolved>;
type Arm = Select<Resolved>;

/**
 * Drops branches of a concept whose entities are also in other branches. A less specific branch is dropped if branches
 * with higher precedence contain all of its rows. A more specific branch is dropped if only the key is read and a less
 * specific branch contains its rows. A foreign key, or conditions on the same table, prove the containment.
 */
export function containedBranches(query: Query<Resolved>): Query<Resolved> {
  return rewriteUnions(query, (arms) => {
    const alive = arms.filter((arm) => !conjuncts(arm.where).some((part) => neverHolds(part, arm)));
    return withoutKeyArms(alive.length > 0 ? alive : arms.slice(0, 1));
  });
}

/** Returns whether an anti-join removes all rows of the branch, because each of them has a match. */
function neverHolds(part: Value, arm: Arm): boolean {
  const join = readAntiJoin(part);
  if (join === undefined) return false;
  const same = sameRow(join, arm);
  if (same !== undefined) {
    const notNull = notNullOf(arm);
    return (
      join.pairs.every(({ outer }) => notNull.has(columnKey(outer))) &&
      same.every((condition) => isImplied(condition, arm))
    );
  }
  return join.conditions.length === 0 && leadsTo(arm, join);
}

function isImplied(condition: Value, arm: Arm): boolean {
  return conjuncts(arm.where).some((own) => isSameTree(own, condition)) || isCheckOf(condition, notNullOf(arm));
}

function notNullOf(arm: Arm): ReadonlySet<string> {
  return new Set([...relationOf(arm.from).notNull, ...rejectedNulls(arm.where)]);
}

/** Returns whether a foreign key guarantees that each row of the branch has a match in the anti-join's source. */
function leadsTo(arm: Arm, join: AntiJoin): boolean {
  const { from } = arm;
  if (from === undefined || from.kind === 'join') return false;
  const alias = from.alias?.name ?? '';
  const notNull = notNullOf(arm);
  return (from.facts?.foreignKeys ?? []).some((key) => {
    if (key.target !== join.source.facts?.id) return false;
    const isKnown = key.columns.every((name) => notNull.has(columnKey({ source: alias, name })));
    return (
      isKnown &&
      join.pairs.every(({ inner, outer }) => {
        const place = key.targetColumns.indexOf(nameKey(inner.name));
        return outer.source === alias && key.columns[place] === nameKey(outer.name);
      })
    );
  });
}

/** A branch that reads only the key of a whole source, except for anti-joins. */
interface KeyArm {
  readonly arm: Arm;
  readonly id: string;
  readonly joins: readonly AntiJoin[];
}

function withoutKeyArms(arms: readonly Arm[]): readonly Arm[] {
  const keyArms = arms.map(readKeyArm);
  const known = keyArms.filter((arm) => arm !== undefined);
  const ids = new Set(known.map(({ id }) => id));
  const isClosed = known.every(({ joins }) => joins.every((join) => ids.has(join.source.facts?.id ?? '')));
  if (known.length < arms.length || ids.size < arms.length || !isClosed || !areOfOneKey(known)) return arms;
  const contained = new Set(
    known.flatMap(({ joins, arm }) =>
      joins.filter((join) => isPartOf(join, arm, known)).map((join) => join.source.facts?.id ?? ''),
    ),
  );
  if (contained.size === 0) return arms;
  return known.filter(({ id }) => !contained.has(id)).map(({ arm }) => withoutJoins(arm, contained));
}

function readKeyArm(arm: Arm): KeyArm | undefined {
  const { from } = arm;
  if (from === undefined || from.kind === 'join' || from.facts === undefined) return undefined;
  const parts = conjuncts(arm.where);
  const joins = parts.map(readAntiJoin);
  const notNull = relationOf(from).notNull;
  const isPure = parts.every((part, index) => joins[index]?.conditions.length === 0 || isCheckOf(part, notNull));
  return isPure ? { arm, id: from.facts.id, joins: joins.filter((join) => join !== undefined) } : undefined;
}

/** Returns whether the arms select the same constants, or key columns in which equal values identify the same entity. */
function areOfOneKey(arms: readonly KeyArm[]): boolean {
  const keys = new Set(arms.flatMap(keyColumns));
  const isShared = (item: Arm['items'][number], index: number): boolean => {
    const { expression } = item;
    if (expression.kind === 'literal')
      return arms.every(({ arm }) => isSameTree(arm.items[index]?.expression, expression));
    return expression.kind === 'reference' && keys.has(columnKey(expression.reference));
  };
  return arms.every(({ arm }) => arm.items.every(isShared));
}

/** Returns the columns that the anti-joins of an arm compare, if equal values have the same form on both sides. */
function keyColumns({ arm, joins }: KeyArm): readonly string[] {
  const own = arm.from?.kind === 'join' ? undefined : arm.from?.facts?.exact;
  return joins.flatMap(({ pairs, source, alias }) =>
    pairs
      .filter(
        ({ inner, outer }) => own?.has(nameKey(outer.name)) === true && source.facts?.exact.has(nameKey(inner.name)),
      )
      .flatMap(({ inner, outer }) => [columnKey(outer), columnKey({ source: alias, name: inner.name })]),
  );
}

/** Returns whether the rows that an arm excludes, because another arm returns them, are all contained in its own source. */
function isPartOf(join: AntiJoin, { from }: Arm, arms: readonly KeyArm[]): boolean {
  const other = arms.find(({ id }) => id === join.source.facts?.id)?.arm;
  if (from === undefined || from.kind === 'join' || other?.from === undefined || other.from.kind === 'join')
    return false;
  const source = other.from.alias?.name ?? '';
  const pairs = join.pairs.map(({ inner, outer }) => ({ inner: outer, outer: { ...inner, source } }));
  return leadsTo(other, { source: from, alias: from.alias?.name ?? '', pairs, conditions: [] });
}

function withoutJoins(arm: Arm, ids: ReadonlySet<string>): Arm {
  const { where, ...rest } = arm;
  const kept = conjunction(conjuncts(where).filter((part) => !ids.has(readAntiJoin(part)?.source.facts?.id ?? '')));
  return { ...rest, ...(kept && { where: kept }) };
}
