import type { Concept, Ontology } from '../../model';

/** Returns the keys of the properties that identify all entities of a concept; undefined if some of them have other keys. */
export function sharedKey(ontology: Ontology, concept: Concept): readonly string[] | undefined {
  const { primaryKey } = concept;
  const key = primaryKey.join();
  const below = concept.descendants.map((name) => ontology.concepts.get(name));
  const from = [concept, ...below].map((one) => ontology.concepts.get(one?.logic?.from ?? ''));
  const isShared = [...below, ...from].every((one) => one === undefined || one.primaryKey.join() === key);
  return primaryKey.length > 0 && isShared ? primaryKey : undefined;
}
