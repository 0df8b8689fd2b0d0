import { nameKey, type Relationship } from '../../model';

/** The concept in brackets in a step of a path. */
export interface StepTarget {
  readonly key: string;
  /** Keys, nearest first. A step may name a concept below the declared target, which then filters (docs/language.md). */
  readonly ancestors: readonly string[];
}

/**
 * Returns the relationship called `name` that leads to `target` or to one of its ancestors, the nearest first. `~x`
 * also finds the inverse of `x` if the inverse has a name of its own.
 */
export function findRelationship(
  relationships: ReadonlyMap<string, Relationship>,
  name: string,
  target: StepTarget,
): Relationship | undefined {
  const key = nameKey(name);
  const reachable = [target.key, ...target.ancestors];
  for (const concept of reachable) {
    const exact = relationships.get(`${key}[${concept}]`);
    if (exact !== undefined) return exact;
    const first = relationships.get(key);
    if (first?.target === concept) return first;
  }
  return key.startsWith('~') ? findInverse(relationships, key.slice(1), reachable) : undefined;
}

function findInverse(
  relationships: ReadonlyMap<string, Relationship>,
  key: string,
  reachable: readonly string[],
): Relationship | undefined {
  const inverses = [...relationships.values()].filter((candidate) => nameKey(candidate.inverseName) === key);
  return reachable
    .map((concept) => inverses.find((candidate) => candidate.target === concept))
    .find((candidate) => candidate !== undefined);
}
