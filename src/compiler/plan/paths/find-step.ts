import { ServiceError, suggest } from '../../../errors';
import { nameKey, type Concept, type Relationship } from '../../../model';
import { findRelationship } from '../../ontology';
import type { PathHop } from '../../values';
import type { Planning } from '../scope/planning';

/** A resolved step of a path. `concept` is the relationship's target or one of its descendants. */
export interface Step {
  readonly relationship: Relationship;
  readonly concept: Concept;
  /** The greatest number of times that the relationship is followed; undefined for a plain step. */
  readonly steps: number | undefined;
}

/** Returns the relationships of a concept and of those below it, nearest first. */
export function relationshipsOf(planning: Planning, concept: Concept): readonly Relationship[] {
  return lineage(planning, concept).flatMap((known) => [...known.relationships.values()]);
}

/**
 * Returns the relationship that a step names: the one that leads to its concept or, for the error message, another one
 * with that name.
 */
export function findNamed(planning: Planning, from: Concept, hop: PathHop): Relationship | undefined {
  const key = nameKey(hop.concept);
  const target = { key, ancestors: planning.ontology.concepts.get(key)?.ancestors ?? [] };
  for (const concept of lineage(planning, from)) {
    const found = findRelationship(concept.relationships, hop.relationship, target);
    if (found !== undefined) return found;
  }
  return relationshipsOf(planning, from).find((known) => nameKey(known.name) === nameKey(hop.relationship));
}

/** Returns the step of a hop from a concept. Rejects unknown names with a hint at the nearest known one. */
export function getStep(planning: Planning, from: Concept, hop: PathHop): Step {
  const relationship = findNamed(planning, from, hop);
  if (relationship === undefined) {
    const names = relationshipsOf(planning, from).map((known) => known.name);
    throw new ServiceError('plan_unknown_name', `"${from.name}" has no relationship "${hop.relationship}"`, {
      hint: suggest(hop.relationship, names),
      unknown: hop.relationship,
    });
  }
  const step = { relationship, concept: targetOf(planning, relationship, hop), steps: hop.steps };
  return hop.steps === undefined ? step : checkTransitive(planning, step, hop);
}

function targetOf(planning: Planning, relationship: Relationship, hop: PathHop): Concept {
  const allowed = lineage(planning, planning.concept(relationship.target));
  const concept = allowed.find((known) => nameKey(known.name) === nameKey(hop.concept));
  if (concept !== undefined) return concept;
  const names = allowed.map((known) => known.name);
  const target = names[0] ?? relationship.target;
  throw new ServiceError('plan_unknown_name', `"${relationship.name}" leads to "${target}", not to "${hop.concept}"`, {
    unknown: hop.concept,
    hint: suggest(hop.concept, names) ?? `write "${relationship.name}[${target}]"`,
  });
}

/**
 * Rejects a transitive step unless the relationship leads back to its own kind and its definition allows the number of
 * steps.
 */
function checkTransitive(planning: Planning, step: Step, { relationship: name, steps = 1 }: PathHop): Step {
  const { relationship } = step;
  const source = planning.concept(relationship.source);
  const target = planning.concept(relationship.target);
  if (
    ![...source.ancestors, nameKey(source.name)].includes(nameKey(target.name)) &&
    !target.ancestors.includes(nameKey(source.name))
  ) {
    throw new ServiceError(
      'plan_invalid',
      `"${name}" leads from "${source.name}" to "${target.name}" and cannot be followed again`,
    );
  }
  const most = relationship.transitivity;
  if (steps >= 1 && steps <= most) return step;
  const problem = most === 1 ? 'is not TRANSITIVE' : `is followed at most ${most} times`;
  throw new ServiceError('plan_invalid', `"${name}" ${problem}, not ${steps} times`, {
    hint: `write "${name}[${target.name}*${most}]"`,
  });
}

function lineage(planning: Planning, concept: Concept): readonly Concept[] {
  return [concept, ...concept.descendants.map((key) => planning.concept(key))];
}
