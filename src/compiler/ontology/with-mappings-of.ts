import type { Concept, Mapping, Ontology, Relationship } from '../../model';

/** Returns the ontology with the mappings of one data source (a key) only. */
export function withMappingsOf(ontology: Ontology, dataSource: string): Ontology {
  const kept = new Map([...ontology.mappings].filter(([, mapping]) => mapping.dataSource === dataSource));
  const isKept = (key: string): boolean => kept.has(key);
  const mappings = mapValues(kept, (mapping) => restrictMapping(mapping, isKept));
  const concepts = mapValues(ontology.concepts, (concept) => restrictConcept(concept, isKept));
  return { ...ontology, mappings, concepts };
}

function restrictMapping(mapping: Mapping, isKept: (key: string) => boolean): Mapping {
  return {
    ...mapping,
    foreignKeys: mapping.foreignKeys.filter((key) => isKept(key.mapping)),
    disjointFrom: mapping.disjointFrom.filter(isKept),
  };
}

function restrictConcept(concept: Concept, isKept: (key: string) => boolean): Concept {
  const relationships = mapValues(concept.relationships, (relationship) => restrictLink(relationship, isKept));
  return { ...concept, mappings: concept.mappings.filter(isKept), relationships };
}

function restrictLink(relationship: Relationship, isKept: (key: string) => boolean): Relationship {
  const { join } = relationship;
  if (join.kind === 'key') return relationship;
  return { ...relationship, join: { ...join, mappings: join.mappings.filter(isKept) } };
}

function mapValues<Value>(map: ReadonlyMap<string, Value>, change: (value: Value) => Value): Map<string, Value> {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}
