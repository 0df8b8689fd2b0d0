import { nameKey, type Concept, type Expression, type Written } from '../../model';
import { getStep } from './find-step';
import { namesIn } from './names-in';
import { parsePath, printHop } from './parse-path';
import type { Planning } from './planning';

/** The part of a name of which one entity can have many: a path through its last step to many, or a whole name that is multi-value. */
function partOfMany(planning: Planning, concept: Concept, name: string): string | undefined {
  const path = parsePath(name);
  const property = planning.ontology.properties.get(nameKey(path?.property ?? name));
  if (property?.isMultiValue === true && path?.ofLink !== true) return nameKey(name);
  let from = concept;
  let part: string | undefined;
  const passed: string[] = [];
  for (const hop of path?.hops ?? []) {
    const step = getStep(planning, from, hop);
    passed.push(nameKey(printHop(hop)));
    if (step.steps !== undefined || step.relationship.cardinality === 'many') part = passed.join('.');
    from = step.concept;
  }
  return part;
}

/** Whether an expression reads what one entity can have many of, and which `beside` does not read as well. */
export function readsMany(
  planning: Planning,
  concept: Concept,
  expression: Expression<Written>,
  beside: readonly string[] = [],
): boolean {
  const isBeside = (part: string): boolean =>
    beside.map(nameKey).some((name) => name === part || name.startsWith(`${part}.`) || name.startsWith(`${part}_`));
  return namesIn(expression).some((name) => {
    const part = partOfMany(planning, concept, name);
    return part !== undefined && !isBeside(part);
  });
}
