import { nameKey, type Concept, type Expression, type Written } from '../../../model';
import { findNamed, getStep } from './find-step';
import { fullPath } from '../../ontology';
import { namesIn } from '../../tree';
import { parsePath, type Path, type PathHop, printHop } from '../../values';
import type { Planning } from '../scope/planning';

/** Returns the path that a name is for a concept, also if it leaves out the concepts of its steps. */
export function readPath(planning: Planning, concept: Concept, name: string): Path | undefined {
  return parsePath(fullPath(planning.ontology, concept, name));
}

/**
 * Returns the part of a name for which one entity can have several values: a path up to its last to-many step, or a
 * whole name if its property is multi-value.
 */
function partOfMany(planning: Planning, concept: Concept, name: string): string | undefined {
  const path = readPath(planning, concept, name);
  const property = planning.ontology.properties.get(nameKey(path?.property ?? name));
  if (property?.isMultiValue === true && path?.ofLink !== true)
    return nameKey(fullPath(planning.ontology, concept, name));
  let from = concept;
  let part: string | undefined;
  const passed: string[] = [];
  for (const hop of path?.hops ?? []) {
    const step = getStep(planning, from, hop);
    passed.push(nameKey(printHop(hop)));
    if (isToMany(step)) part = passed.join('.');
    from = step.concept;
  }
  return part;
}

/** Reports whether an expression reads several values of one entity that `beside` does not read as well. */
export function readsMany(
  planning: Planning,
  concept: Concept,
  expression: Expression<Written>,
  beside: readonly string[] = [],
): boolean {
  const others = beside.map((name) => nameKey(fullPath(planning.ontology, concept, name)));
  const isBeside = (part: string): boolean =>
    others.some((name) => name === part || name.startsWith(`${part}.`) || name.startsWith(`${part}_`));
  return namesIn(expression).some((name) => {
    const part = partOfMany(planning, concept, name);
    return part !== undefined && !isBeside(part);
  });
}

/** A path split after the steps that a statement joins itself. */
export interface CutPath {
  readonly hops: readonly PathHop[];
  readonly rest: string;
}

/**
 * Splits a path after the steps that it shares with one of the statement's `own` names, because equal prefixes share
 * one join (docs/language.md). Returns undefined if an entity there has at most one value of the rest, or if the
 * concept does not have the first step.
 */
export function cutPath(
  planning: Planning,
  concept: Concept,
  written: string,
  ownNames: readonly string[],
): CutPath | undefined {
  const name = fullPath(planning.ontology, concept, written);
  const own = ownNames.map((known) => nameKey(fullPath(planning.ontology, concept, known)));
  const { hops = [], property = name, ofLink = false } = parsePath(name) ?? {};
  const [first] = hops;
  if (first !== undefined && findNamed(planning, concept, first) === undefined) return undefined;
  const steps = hops.map(printHop);
  const isShared = (_: string, index: number): boolean => {
    const prefix = nameKey(steps.slice(0, index + 1).join('.'));
    return own.some((known) => known.startsWith(`${prefix}.`) || known.startsWith(`${prefix}_`));
  };
  const joined = steps.filter(isShared).length;
  if (own.includes(nameKey(name)) || (ofLink && joined === hops.length)) return undefined;
  const shared = upToMany(planning, concept, hops.slice(0, joined));
  const behind = steps.slice(shared.length);
  const rest = ofLink ? `${behind.join('.')}_${property}` : [...behind, property].join('.');
  const from = shared.reduce((passed, hop) => getStep(planning, passed, hop).concept, concept);
  return partOfMany(planning, from, rest) === undefined ? undefined : { hops: shared, rest };
}

/**
 * Returns the steps up to the last one to several entities. A step to one entity leads to the same one again, and is not shared: the
 * statement may have found none.
 */
function upToMany(planning: Planning, concept: Concept, hops: readonly PathHop[]): readonly PathHop[] {
  let from = concept;
  let length = 0;
  for (const [index, hop] of hops.entries()) {
    const step = getStep(planning, from, hop);
    if (isToMany(step)) length = index + 1;
    from = step.concept;
  }
  return hops.slice(0, length);
}

function isToMany({ steps, relationship }: ReturnType<typeof getStep>): boolean {
  return steps !== undefined || relationship.cardinality === 'many';
}
