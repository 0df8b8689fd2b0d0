import { nameKey, type Concept, type Identifier, type Logic, type Property } from '../../model';
import type { CreateConcept } from '../statement';
import { type OntologyDefinitions, ROOT_CONCEPT } from './ontology-definitions';
import type { Lineage } from './arrange-concepts';
import { readTags } from './build-properties';
import { invalid, type Place, quoted, unknownName } from './refusals';

/** A concept without its relationships and mappings. */
export type ConceptOutline = Omit<Concept, 'relationships' | 'mappings'>;

type Outlines = Map<string, ConceptOutline>;

/** Returns the properties, key, label and condition of every concept, own and inherited, parents before children. */
export function outlineConcepts(
  definitions: OntologyDefinitions,
  lineages: ReadonlyMap<string, Lineage>,
  properties: ReadonlyMap<string, Property>,
): Outlines {
  const outlines: Outlines = new Map();
  for (const [key, lineage] of lineages) {
    const definition = definitions.concepts.get(key);
    const parents = lineage.parents.flatMap((parent) => outlines.get(parent) ?? []);
    const outline = definition === undefined ? outlineRoot(lineage) : outlineOf(definition, lineage, parents);
    checkColumns(outline, definition, properties);
    outlines.set(key, outline);
  }
  return outlines;
}

function outlineRoot(lineage: Lineage): ConceptOutline {
  return {
    name: ROOT_CONCEPT,
    description: '',
    tags: [],
    ...placeOf(lineage),
    ownProperties: [],
    properties: [],
    primaryKey: [],
    keyConcept: undefined,
    label: [],
  };
}

function placeOf(lineage: Lineage): Pick<Concept, 'parents' | 'ancestors' | 'descendants' | 'children'> {
  const { parentNames, ancestors, descendants, children } = lineage;
  return { parents: parentNames, ancestors, descendants, children };
}

function outlineOf(concept: CreateConcept, lineage: Lineage, parents: readonly ConceptOutline[]): ConceptOutline {
  const multiValues = concept.constraints.filter((constraint) => constraint.kind === 'multi-value');
  const ownProperties = keysOf([...concept.columns, ...multiValues].map((column) => column.name));
  return {
    name: concept.name.name,
    description: concept.description ?? '',
    tags: readTags(concept.tags),
    ...placeOf(lineage),
    ownProperties,
    properties: [...new Set([...ownProperties, ...parents.flatMap((parent) => parent.properties)])],
    ...keyOf(concept, parents),
    label:
      concept.label.length > 0
        ? keysOf(concept.label)
        : (parents.find((parent) => parent.label.length > 0)?.label ?? []),
    ...(concept.logic && { logic: logicOf(concept.logic) }),
  };
}

function keysOf(names: readonly Identifier[]): string[] {
  return names.map((name) => nameKey(name.name));
}

/**
 * Returns the concept's own key, or that of the first parent with one. The concept that declares the key determines
 * identity (docs/language.md).
 */
function keyOf(concept: CreateConcept, parents: readonly ConceptOutline[]): Pick<Concept, 'primaryKey' | 'keyConcept'> {
  if (concept.primaryKey.length > 0) {
    return { primaryKey: keysOf(concept.primaryKey), keyConcept: nameKey(concept.name.name) };
  }
  const parent = parents.find((candidate) => candidate.primaryKey.length > 0);
  return { primaryKey: parent?.primaryKey ?? [], keyConcept: parent?.keyConcept };
}

function logicOf({ from, where }: NonNullable<CreateConcept['logic']>): Logic {
  const table = from.parts.at(-1)?.name ?? '';
  const schema = from.parts.length > 1 ? (from.parts.at(-2)?.name ?? '') : '';
  return { from: nameKey(table), schema, ...(where && { where }) };
}

/** Checks the columns of PRIMARY KEY and LABEL, which may be inherited. */
function checkColumns(
  concept: ConceptOutline,
  definition: CreateConcept | undefined,
  properties: ReadonlyMap<string, Property>,
): void {
  for (const [what, columns, written] of [
    ['PRIMARY KEY', concept.primaryKey, definition?.primaryKey],
    ['LABEL', concept.label, definition?.label],
  ] as const) {
    for (const key of columns) {
      const column = written?.find(({ name }) => nameKey(name) === key) ?? { name: key };
      const where = { title: `concept ${quoted(concept.name)}`, at: column.at ?? definition?.name.at };
      const property = getProperty({ ...where, title: `${where.title}, ${what}` }, column, concept, properties);
      if (property.isMeasure || property.isMultiValue) {
        const kind = property.isMeasure ? 'a measure' : 'MULTIVALUE';
        throw invalid(where, `${quoted(property.name)} is ${kind} and cannot be part of ${what}`);
      }
    }
  }
}

/** Returns an own or inherited property of a concept. Rejects any other name with an error at `where`. */
export function getProperty(
  where: Place,
  named: Identifier,
  concept: ConceptOutline,
  properties: ReadonlyMap<string, Property>,
): Property {
  const key = nameKey(named.name);
  const property = concept.properties.includes(key) ? properties.get(key) : undefined;
  if (property !== undefined) return property;
  const known = concept.properties.map((candidate) => properties.get(candidate)?.name ?? candidate);
  throw unknownName(where, `property of concept ${quoted(concept.name)} named`, named, known);
}
