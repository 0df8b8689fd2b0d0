import { type Concept, type Ontology, type Relationship } from '../../model';
import { placesOf } from './mapping-sources';
import { flag, modelRows, type ModelRows, orNull } from './model-rows';
import { namesOf } from './sys-ontology';

/** Returns the rows of `sys_concept_relationships`: each direction of each relationship, at the concept that it starts from. */
export function sysConceptRelationships(ontology: Ontology): ModelRows {
  const columns = {
    concept: 'string',
    relationship_name: 'string',
    target_concept: 'string',
    inverse_name: 'string',
    is_inverse: 'integer',
    is_mtm: 'integer',
    source_properties: 'string',
    target_properties: 'string',
    transitivity: 'integer',
    description: 'string',
    tables: 'string',
    datasource_id: 'string',
  } as const;
  const rows = [...ontology.concepts].flatMap(([key, concept]) =>
    [...concept.relationships.values()]
      .filter((relationship) => relationship.source === key)
      .map((relationship) => relationshipRow(ontology, concept, relationship)),
  );
  return modelRows(columns, rows);
}

function relationshipRow(ontology: Ontology, concept: Concept, relationship: Relationship) {
  const { join } = relationship;
  const isLink = join.kind === 'link';
  const mappings = isLink ? join.mappings.flatMap((key) => ontology.mappings.get(key) ?? []) : [];
  const { tables, dataSources } = placesOf(ontology, mappings);
  return [
    concept.name,
    relationship.name,
    ontology.concepts.get(relationship.target)?.name ?? relationship.target,
    relationship.inverseName,
    flag(relationship.isInverse),
    flag(isLink),
    isLink ? '' : namesOf(ontology, join.sourceProperties),
    isLink ? '' : namesOf(ontology, join.targetProperties),
    relationship.transitivity,
    orNull(relationship.description),
    orNull(tables),
    orNull(dataSources),
  ];
}

/** Returns the rows of `sys_relationships`: each relationship once, in the direction in which it is declared. */
export function sysRelationships(ontology: Ontology): ModelRows {
  const columns = {
    relationship_name: 'string',
    concept: 'string',
    target_concept: 'string',
    inverse_name: 'string',
    is_mtm: 'integer',
    transitivity: 'integer',
    description: 'string',
  } as const;
  const rows = [...ontology.concepts].flatMap(([key, concept]) =>
    [...concept.relationships.values()]
      .filter(({ source, isInverse }) => source === key && !isInverse)
      .map(({ name, target, inverseName, join, transitivity, description }) => [
        name,
        concept.name,
        ontology.concepts.get(target)?.name ?? target,
        inverseName,
        flag(join.kind === 'link'),
        transitivity,
        orNull(description),
      ]),
  );
  return modelRows(columns, rows);
}
