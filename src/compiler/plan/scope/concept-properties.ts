import type { Ontology, Property } from '../../../model';
import { perConcept } from './per-concept';

type Properties = ReadonlyMap<string, Property>;

/** The own and inherited properties of a concept by key: the columns of schema `svc` (docs/language.md). */
export const propertiesOf = perConcept((ontology, concept) => named(ontology, concept.properties));

/** The properties of a concept and of the concepts below it: the columns of schema `esvc`. */
export const propertiesOfKin = perConcept((ontology, concept) => {
  const below = concept.descendants.flatMap((key) => ontology.concepts.get(key)?.properties ?? []);
  return named(ontology, [...concept.properties, ...below]);
});

function named({ properties }: Ontology, keys: readonly string[]): Properties {
  const found = new Map<string, Property>();
  for (const key of keys) {
    const property = properties.get(key);
    if (property !== undefined) found.set(key, property);
  }
  return found;
}
