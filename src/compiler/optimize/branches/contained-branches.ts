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
 * Drops branches of a concept whose entities other branches give. A less specific branch goes
 * where its rows are all among those that go before it. A more specific one goes where nothing but the key is read and
 * its rows are among those of a less specific one. Containment is a foreign key, or the rows of the same table.
 */
export function containedBranches(query: Query<Resolved>): Query<Resolved> {
  return rewriteUnions(query, (arms) => {
    const alive = arms.filter((arm) => !conjuncts(arm.where).some((part) => neverHolds(part, arm)));
    return withoutKeyArms(alive.length > 0 ? alive : arms.slice(0, 1));
  });
}

/** Whether an anti-join leaves no row of the branch: each of its rows has one there. */
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

/** Whether a foreign key says that each row of the branch has one in the anti-join's source. */
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

/** A branch that is the whole of one source but for anti-joins, and of which only the key is read. */
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

/** Whether what the arms put out are the columns that tell their entities apart, equal ones being the same, or the same constants. */
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

/** The columns that the anti-joins of an arm compare, of which equal values look alike on either side. */
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

/** Whether the rows that an arm leaves to another are all among its own. */
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
