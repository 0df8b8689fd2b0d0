import { nameKey, type Identifier, type LinkSide, type Mapping, type Property, type Relationship } from '../../model';
import type { CreateMapping, LinkEnd } from '../statement';
import type { OntologyDefinitions } from './ontology-definitions';
import { ID, type OpenLink, referencedBy } from './build-relationships';
import { getProperty, type ConceptOutline } from './outline-concepts';
import { findRelationship } from './find-relationship';
import { checkEntityColumns, ignoreUnknown } from './check-entity-columns';
import { allowsKeyless } from './keyless-mappings';
import { declarationsOf } from './read-declarations';
import { nameColumns, type WrittenColumn } from './name-columns';
import { invalid, type Place, placeOf, quoted, unknownName } from './refusals';

/** The definitions that mappings may reference. */
export interface MappingScope {
  readonly definitions: OntologyDefinitions;
  readonly outlines: ReadonlyMap<string, ConceptOutline>;
  readonly properties: ReadonlyMap<string, Property>;
  readonly relationships: ReadonlyMap<string, ReadonlyMap<string, Relationship>>;
}

/** Builds all mappings. Adds each link mapping to the relationship that it populates. */
export function buildMappings(scope: MappingScope): Map<string, Mapping> {
  const mappings = new Map<string, Mapping>();
  for (const [key, definition] of scope.definitions.mappings) mappings.set(key, buildMapping(definition, scope));
  for (const relationships of scope.relationships.values()) {
    for (const { join } of relationships.values()) if (join.kind === 'link') shareInverse(join as OpenLink);
  }
  return mappings;
}

/**
 * Lets a direction without link mappings read those of its inverse. A direction with its own mappings reads only those,
 * so that no link is counted twice.
 */
function shareInverse({ mappings, inverse }: OpenLink): void {
  if (mappings.length === 0) mappings.push(...inverse);
}

function buildMapping(definition: CreateMapping, scope: MappingScope): Mapping {
  const where = placeOf('mapping', definition.name);
  const named = nameColumns(where, definition.source);
  const columns = readableColumns(where, definition, { columns: named, scope });
  return {
    name: definition.name.name,
    dataSource: dataSourceOf(where, definition, scope.definitions),
    target: targetOf(where, definition, { columns, scope }),
    source: definition.source,
    columns,
    ...declarationsOf(where, definition, { columns: named, mappings: scope.definitions.mappings }),
  };
}

/** Returns the columns of a mapping; with `unknown_mapping_columns = 'ignore'`, those that are no properties have no key. */
function readableColumns(
  where: Place,
  { target }: CreateMapping,
  { columns, scope }: TargetScope,
): readonly WrittenColumn[] {
  const isLenient = scope.definitions.settings.get('unknown_mapping_columns') === 'ignore';
  if (target.kind === 'link' || !isLenient) return columns;
  return ignoreUnknown(
    columns,
    target.concepts.map((name) => getConcept(where, name, scope)),
  );
}

function dataSourceOf(where: Place, { dataSource }: CreateMapping, definitions: OntologyDefinitions): string {
  if (dataSource === undefined) {
    if (definitions.activeDataSource !== undefined) return definitions.activeDataSource;
    throw invalid(where, 'the ontology has no data source', 'CREATE DATASOURCE first');
  }
  const key = nameKey(dataSource.name);
  if (definitions.dataSources.has(key)) return key;
  const known = [...definitions.dataSources.values()].map((source) => source.name.name);
  throw unknownName(where, 'data source', dataSource, known);
}

interface TargetScope {
  readonly columns: readonly WrittenColumn[];
  readonly scope: MappingScope;
}

function targetOf(where: Place, definition: CreateMapping, target: TargetScope): Mapping['target'] {
  if (definition.target.kind === 'link') return linkTarget(where, definition, target);
  const concepts = definition.target.concepts.map((name) => getConcept(where, name, target.scope));
  const known = target.columns.filter(({ key }) => key !== '');
  const { definitions, properties } = target.scope;
  checkEntityColumns(where, concepts, known, { properties, allowsKeyless: allowsKeyless(definitions.settings) });
  return { kind: 'concepts', concepts: concepts.map((concept) => nameKey(concept.name)) };
}

function getConcept(where: Place, name: Identifier, scope: MappingScope): ConceptOutline {
  const concept = scope.outlines.get(nameKey(name.name));
  if (concept !== undefined) return concept;
  const known = [...scope.outlines.values()].map((other) => other.name);
  throw unknownName(where, 'concept', name, known);
}

function linkTarget(where: Place, definition: CreateMapping, { columns, scope }: TargetScope): Mapping['target'] {
  const ends = definition.target.kind === 'link' ? definition.target.ends : [];
  const [first, second] = ends;
  if (first === undefined || second === undefined || ends.length > 2) {
    throw invalid(where, 'a link mapping has two ends: the relationship and its inverse');
  }
  const relationship = linkOf(where, first, second, scope);
  if (nameKey(relationship.inverseName) !== nameKey(second.relationship.name)) {
    throw invalid(
      { ...where, at: second.relationship.at },
      `${quoted(second.relationship.name)} is not the inverse of ${quoted(relationship.name)}`,
      `the other end is ${quoted(relationship.inverseName)}`,
    );
  }
  (relationship.join as OpenLink).mappings.push(nameKey(definition.name.name));
  const { name, inverseName, isInverse } = relationship;
  const sides: [LinkSide, LinkSide] = [
    { relationship: nameKey(name), ...sideOf(where, first, { columns, scope }) },
    { relationship: nameKey(inverseName), ...sideOf(where, second, { columns, scope }) },
  ];
  const used = new Set(sides.flatMap((side) => side.columns));
  const linkColumns = columns.filter((column) => !used.has(column.key)).map((column) => column.name);
  return { kind: 'link', ends: sides, linkColumns, isInverse };
}

/** Returns the relationship named by an end. It starts at the concept of the other end and leads to the concept of this end. */
function linkOf(where: Place, end: LinkEnd, other: LinkEnd, scope: MappingScope): Relationship {
  const start = getConcept(where, other.concept, scope);
  const target = getConcept(where, end.concept, scope);
  const relationships = scope.relationships.get(nameKey(start.name)) ?? new Map<string, Relationship>();
  const towards = { key: nameKey(target.name), ancestors: target.ancestors };
  const relationship = findRelationship(relationships, end.relationship.name, towards);
  if (relationship === undefined) {
    const known = [...relationships.values()].map((candidate) => candidate.name);
    throw unknownName(
      where,
      `relationship of ${quoted(start.name)} to ${quoted(target.name)} named`,
      end.relationship,
      known,
    );
  }
  if (relationship.join.kind === 'link') return relationship;
  throw invalid(
    { ...where, at: end.relationship.at },
    `${quoted(relationship.name)} is a FOREIGN KEY and cannot have a link mapping`,
    'declare it MULTIREFERENCE',
  );
}

function sideOf(where: Place, end: LinkEnd, { columns, scope }: TargetScope): Omit<LinkSide, 'relationship'> {
  const concept = getConcept(where, end.concept, scope);
  const own = end.columns.map((column) => nameKey(column.name));
  for (const column of end.columns) {
    if (columns.some((candidate) => candidate.key === nameKey(column.name))) continue;
    const known = columns.map((candidate) => candidate.name);
    throw unknownName(where, 'column in its SELECT named', column, known);
  }
  const named = end.targetColumns.map((column) => nameKey(column.name));
  for (const [index, column] of end.targetColumns.entries()) {
    if (named[index] !== ID) getProperty(where, column, concept, scope.properties);
  }
  const properties = named.length > 0 ? named : referencedBy(concept);
  if (own.length !== properties.length || own.length === 0) {
    throw invalid(
      { ...where, at: end.relationship.at },
      `joins ${own.length} columns with ${properties.length} of ${quoted(concept.name)}`,
    );
  }
  return { concept: nameKey(concept.name), columns: own, properties };
}
