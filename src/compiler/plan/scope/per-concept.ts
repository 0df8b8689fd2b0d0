import type { Concept, Ontology } from '../../../model';

/**
 * Returns a function that computes a value for each concept on first use and caches it with the loaded version of the
 * ontology. A version is immutable.
 */
export function perConcept<T extends object>(
  workOut: (ontology: Ontology, concept: Concept) => T,
): (ontology: Ontology, concept: Concept) => T {
  const known = new WeakMap<Ontology, Map<Concept, T>>();
  return (ontology, concept) => {
    let concepts = known.get(ontology);
    if (concepts === undefined) {
      concepts = new Map();
      known.set(ontology, concepts);
    }
    let found = concepts.get(concept);
    if (found === undefined) {
      found = workOut(ontology, concept);
      concepts.set(concept, found);
    }
    return found;
  };
}
