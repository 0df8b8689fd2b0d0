import type { Expression, Source } from '../../../model';
import { binary, constant, isNull, joinAll, selectOf, unionAll } from '../../tree';
import { columnOf, type Relation, type Resolved } from '../../values';
import type { Planning } from '../scope/planning';
import type { FanOut } from './fan-out';
import { joinRelations } from '../paths/relation-tree';

type Value = Expression<Resolved>;

const NUMBER = 'number';
/** The column that is 0 in all rows. */
const ZERO = 'zero';

/**
 * Returns the rows of a UNION over all arms of the fan-out, but reads the tables that all arms join only once. Each of
 * their rows is repeated with the number of every arm and is joined to the relations of that arm only. The numbers are
 * LEFT JOINed, so that the server reads them after the preceding tables. A `key` that is never NULL in
 * the rows of `start` keeps these in order, on engines that would buffer them.
 */
export function joinNumberedArms(
  planning: Planning,
  fanOut: FanOut,
  { start, key }: { readonly start: Source<Resolved>; readonly key?: Value | undefined },
): Source<Resolved> {
  const { arms, tree } = fanOut;
  const armsOf = (relation: Relation): readonly number[] =>
    arms.flatMap((arm, index) => (fanOut.isJoined(relation, arm) ? [index] : []));
  const isOfAll = (relation: Relation): boolean => armsOf(relation).length === arms.length;
  const rows = joinRelations(start, tree.roots, isOfAll);
  const { numbered, isOfArm } = numberRows(planning, rows, arms.length, key);
  const ofItsArms = (relation: Relation): Value =>
    joinAll(armsOf(relation).map(isOfArm), (left, right) => binary(left, 'or', right));
  return joinRelations(numbered, outermost(tree.roots, isOfAll), undefined, ofItsArms);
}

/**
 * Returns the relations that are joined directly to the concept or to a joined relation, but are not joined themselves.
 */
function outermost(relations: readonly Relation[], isJoined: (relation: Relation) => boolean): readonly Relation[] {
  return relations.flatMap((relation) => (isJoined(relation) ? outermost(relation.below, isJoined) : [relation]));
}

/**
 * Returns each row of a source with every number below `count`, and the condition that a row has a number. With a `key` that is never NULL,
 * the server looks the numbers up by `zero = (key IS NULL)` in an index that it makes for them, so that the rows keep the order in which an
 * index returns them. MySQL otherwise joins the numbers through a buffer and sorts all rows (`d nested` in docs/benchmarks.md).
 */
function numberRows(
  planning: Planning,
  left: Source<Resolved>,
  count: number,
  key: Value | undefined,
): { readonly numbered: Source<Resolved>; readonly isOfArm: (index: number) => Value } {
  const alias = planning.alias('arm');
  const number = columnOf(alias, NUMBER, 'integer');
  const zero = key === undefined ? [] : [{ expression: printed(0), alias: { name: ZERO } }];
  const rows = Array.from({ length: count }, (_, index) => selectOf<Resolved>([...zero, { expression: printed(index), alias: { name: NUMBER } }])); // prettier-ignore
  const right = { kind: 'derived', query: unionAll<Resolved>(rows), alias: { name: alias }, lateral: false } as const;
  const on =
    key === undefined ? constant('boolean', 'true') : binary(columnOf(alias, ZERO, 'integer'), '=', isNull(key));
  return {
    numbered: { kind: 'join', join: 'left', natural: false, left, right, on },
    isOfArm: (index) => binary(number, '=', printed(index)),
  };
}

function printed(index: number): Value {
  return constant('integer', String(index));
}
