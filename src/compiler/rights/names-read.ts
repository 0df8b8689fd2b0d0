import { nameKey, type Concept, type Ontology, type Property } from '../../model';
import { namesIn } from '../tree';
import { isSystemColumn, systemColumnParts } from '../values';

/**
 * Returns the names that the calculation and the filter of a property read. Instead of an id or label, these are the
 * properties that it consists of, for `concept` or else for every concept whose entities can have the property.
 */
export function namesRead(ontology: Ontology, property: Property, concept: Concept | undefined): readonly string[] {
  const { calculation, filter } = property;
  const names = [calculation, filter].filter((part) => part !== undefined).flatMap(namesIn);
  return names.flatMap((name) => {
    const column = nameKey(name.slice(name.lastIndexOf('.') + 1));
    if (!isSystemColumn(column)) return [name];
    const concepts = concept === undefined ? conceptsWith(ontology, nameKey(property.name)) : [concept];
    return concepts.flatMap((known) => systemColumnParts(column, known));
  });
}

/**
 * Returns the concepts whose entities can have the property: those that list it, their ancestors and their
 * descendants.
 */
function conceptsWith(ontology: Ontology, property: string): readonly Concept[] {
  const concepts = [...ontology.concepts.values()].filter((known) => known.properties.includes(property));
  const keys = concepts.flatMap(({ name, ancestors, descendants }) => [nameKey(name), ...ancestors, ...descendants]);
  return [...new Set(keys)].map((key) => ontology.concepts.get(key)).filter((known) => known !== undefined);
}
