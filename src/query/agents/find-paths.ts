import type { Concept, Ontology } from '../../model';

/** A way from one concept to another over relationships. */
export interface FoundPath {
  /** As a statement writes it, for example `in_country[country].in_region[region]`; a column follows after a dot. */
  readonly path: string;
  readonly steps: number;
}

interface Reached {
  readonly concept: Concept;
  readonly parts: readonly string[];
  readonly seen: ReadonlySet<Concept>;
}

const MOST_STEPS = 5;
const MOST_PATHS = 5;
/** Paths that are followed at most, so that a dense model costs no more than a sparse one. */
const MOST_FOLLOWED = 20_000;

/** Returns the shortest paths between two concepts, at most five of at most five steps. A path visits no concept twice. */
export function findPaths(ontology: Ontology, from: Concept, to: Concept): readonly FoundPath[] {
  const found: FoundPath[] = [];
  const queue: Reached[] = [{ concept: from, parts: [], seen: new Set([from]) }];
  let followed = 0;
  // the loop also reaches what it appends
  for (const { concept, parts, seen } of queue) {
    if (followed++ === MOST_FOLLOWED) break;
    for (const { name, target: key } of concept.relationships.values()) {
      const target = ontology.concepts.get(key);
      if (target === undefined || seen.has(target)) continue;
      const reached = [...parts, `${name}[${target.name}]`];
      if (isA(ontology, target, to)) found.push({ path: reached.join('.'), steps: reached.length });
      else if (reached.length < MOST_STEPS)
        queue.push({ concept: target, parts: reached, seen: new Set([...seen, target]) });
      if (found.length === MOST_PATHS) return found;
    }
  }
  return found;
}

function isA(ontology: Ontology, concept: Concept, wanted: Concept): boolean {
  return concept === wanted || concept.ancestors.some((key) => ontology.concepts.get(key) === wanted);
}
