import type { Concept, Ontology } from '../../../model';

/**
 * What is worked out once for each concept of a loaded version and kept as long as that is: a version never changes.
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
