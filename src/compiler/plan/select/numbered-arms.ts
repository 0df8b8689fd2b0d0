import type { Expression, Source } from '../../../model';
import { binary, constant, joinAll, selectOf, unionAll } from '../../tree';
import { columnOf, type Relation, type Resolved } from '../../values';
import type { Planning } from '../scope/planning';
import type { FanOut } from './fan-out';
import { joinRelations } from '../paths/relation-tree';

type Value = Expression<Resolved>;

const NUMBER = 'number';

/**
 * Returns the rows of a UNION over all arms of the fan-out, but reads the tables that all arms join only once. Each of
 * their rows is repeated with the number of every arm and is joined to the relations of that arm only. The numbers are
 * LEFT JOINed, so that the server reads them after the preceding tables.
 */
export function joinNumberedArms(planning: Planning, fanOut: FanOut, start: Source<Resolved>): Source<Resolved> {
  const { arms, tree } = fanOut;
  const armsOf = (relation: Relation): readonly number[] =>
    arms.flatMap((arm, index) => (fanOut.isJoined(relation, arm) ? [index] : []));
  const isOfAll = (relation: Relation): boolean => armsOf(relation).length === arms.length;
  const { numbered, isOfArm } = numberRows(planning, joinRelations(start, tree.roots, isOfAll), arms.length);
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

/** Returns each row of a source with every number below `count`, and the condition that a row has a number. */
function numberRows(
  planning: Planning,
  left: Source<Resolved>,
  count: number,
): { readonly numbered: Source<Resolved>; readonly isOfArm: (index: number) => Value } {
  const alias = planning.alias('arm');
  const number = columnOf(alias, NUMBER, 'integer');
  const rows = Array.from({ length: count }, (_, index) => selectOf<Resolved>([{ expression: printed(index), alias: { name: NUMBER } }])); // prettier-ignore
  const right = { kind: 'derived', query: unionAll<Resolved>(rows), alias: { name: alias }, lateral: false } as const;
  const on = constant('boolean', 'true');
  return {
    numbered: { kind: 'join', join: 'left', natural: false, left, right, on },
    isOfArm: (index) => binary(number, '=', printed(index)),
  };
}

function printed(index: number): Value {
  return constant('integer', String(index));
}
