import { nameKey, type Identifier } from '../../model';
import type { CreateConcept } from '../statement';
import { ROOT_CONCEPT } from './ontology-definitions';
import { invalid, quoted, unknownName } from './refusals';

/** The position of a concept in the hierarchy. All values are keys except `parentNames`. */
export interface Lineage {
  readonly parentNames: readonly string[];
  readonly parents: readonly string[];
  /** Nearest first, `thing` last. */
  readonly ancestors: readonly string[];
  readonly children: string[];
  readonly descendants: string[];
}

type Concepts = ReadonlyMap<string, CreateConcept>;

/** Returns the lineage of every concept, including `thing`, parents before their children. Rejects a cycle of parents. */
export function arrangeConcepts(concepts: Concepts): Map<string, Lineage> {
  const arranged = new Map<string, Lineage>([[ROOT_CONCEPT, lineage([], [], [])]]);
  for (const key of concepts.keys()) arrange(key, concepts, arranged, new Set());
  for (const key of [...concepts.keys()]) {
    for (const parent of arranged.get(key)?.parents ?? []) arranged.get(parent)?.children.push(key);
    for (const ancestor of arranged.get(key)?.ancestors ?? []) arranged.get(ancestor)?.descendants.push(key);
  }
  return arranged;
}

function lineage(parentNames: readonly string[], parents: readonly string[], ancestors: readonly string[]): Lineage {
  return { parentNames, parents, ancestors, children: [], descendants: [] };
}

function arrange(key: string, concepts: Concepts, arranged: Map<string, Lineage>, path: Set<string>): void {
  const concept = concepts.get(key);
  if (concept === undefined || arranged.has(key)) return;
  if (path.has(key)) throw cycleOfParents([...path, key], concepts);
  path.add(key);
  const parents = parentsOf(concept, concepts);
  for (const parent of parents) arrange(nameKey(parent.name), concepts, arranged, path);
  path.delete(key);
  const names = parents.map((parent) => nameOf(parent, concepts));
  const keys = names.map(nameKey);
  arranged.set(key, lineage(names, keys, nearestFirst(keys, arranged)));
}

function parentsOf(concept: CreateConcept, concepts: Concepts): readonly Identifier[] {
  for (const parent of concept.parents) {
    const key = nameKey(parent.name);
    if (key === ROOT_CONCEPT || concepts.has(key)) continue;
    const known = [ROOT_CONCEPT, ...[...concepts.values()].map((other) => other.name.name)];
    throw unknownName({ title: `concept ${quoted(concept.name.name)} INHERITS` }, 'concept', parent, known);
  }
  return concept.parents.length > 0 ? concept.parents : [{ name: ROOT_CONCEPT }];
}

function nameOf(parent: Identifier, concepts: Concepts): string {
  return concepts.get(nameKey(parent.name))?.name.name ?? ROOT_CONCEPT;
}

/** Returns the ancestors in breadth-first order, with the root concept last. */
function nearestFirst(parents: readonly string[], arranged: ReadonlyMap<string, Lineage>): string[] {
  const found = new Set<string>();
  let level = parents;
  while (level.length > 0) {
    for (const key of level) found.add(key);
    level = [...new Set(level.flatMap((key) => arranged.get(key)?.parents ?? []))].filter((key) => !found.has(key));
  }
  found.delete(ROOT_CONCEPT);
  return [...found, ROOT_CONCEPT];
}

function cycleOfParents(path: readonly string[], concepts: Concepts): Error {
  const circle = path.slice(path.indexOf(path.at(-1) ?? ''));
  const known = circle.map((key) => concepts.get(key)?.name ?? { name: key });
  const names = known.map(({ name }) => quoted(name));
  const at = known.find((concept) => concept.at !== undefined)?.at;
  return invalid({ title: `concept ${names[0] ?? ''}`, at }, `is its own ancestor: ${names.join(' inherits ')}`);
}
