import { nameKey, type Identifier, type Property, type Relationship } from '../../model';
import type { CreateConcept } from '../statement';
import {
  declaredRelationships,
  type DeclaredRelationship,
  type RelationshipConstraint,
} from './declared-relationships';
import { ROOT_CONCEPT } from './ontology-definitions';
import { getProperty, type ConceptOutline } from './outline-concepts';
import { defaultTransitivity } from './settings';
import { invalid, type Place, placeOf, quoted, unknownName } from './refusals';

type Relationships = Map<string, Relationship>;

/** The system column that a reference to entities of any concept compares. */
export const ID = 'entity_id';

/** The join of one direction of a MULTIREFERENCE while its link mappings are being collected. */
export interface OpenLink {
  readonly kind: 'link';
  /** Mappings declared in this direction. */
  readonly mappings: string[];
  /** Mappings declared in the inverse direction. */
  readonly inverse: string[];
}

/** The definitions that relationships are built from. */
export interface RelationshipScope {
  readonly definitions: ReadonlyMap<string, CreateConcept>;
  readonly outlines: ReadonlyMap<string, ConceptOutline>;
  readonly properties: ReadonlyMap<string, Property>;
  readonly settings: ReadonlyMap<string, string>;
}

/**
 * Builds the relationships of every concept, own and inherited, in both directions. Relationships of one concept may
 * share a name (the inverse of `located_in` may be unnamed in two concepts); their targets distinguish them: see
 * `addRelationship`.
 */
export function buildRelationships(scope: RelationshipScope): Map<string, Relationships> {
  const own = new Map<string, Relationships>();
  for (const key of scope.outlines.keys()) own.set(key, new Map());
  for (const { source, constraint } of declaredRelationships(scope.definitions, (one) => comparedBy(one, scope))) {
    for (const direction of bothDirections(source, constraint, scope))
      declare(own, direction, { scope, at: constraint.name.at });
  }
  return inherit(own, scope);
}

function declare(
  own: Map<string, Relationships>,
  relationship: Relationship,
  { scope, at }: { readonly scope: RelationshipScope; readonly at: number | undefined },
): void {
  const of = own.get(relationship.source) ?? new Map<string, Relationship>();
  if (addRelationship(of, relationship)) return;
  const name = scope.outlines.get(relationship.source)?.name ?? relationship.source;
  throw invalid(
    { title: `concept ${quoted(name)}`, at },
    `has two relationships ${quoted(relationship.name)} to ${quoted(relationship.target)}`,
    'name the inverse with INVERSEOF',
  );
}

/**
 * Adds a relationship under its name or, if that key is in use for another target, under `name[target]`, which is never
 * a valid name. Returns false if a relationship of this name already leads to the target.
 */
function addRelationship(to: Relationships, relationship: Relationship): boolean {
  const key = nameKey(relationship.name);
  const first = to.get(key);
  const place = first === undefined ? key : `${key}[${relationship.target}]`;
  if (to.has(place) || first?.target === relationship.target) return false;
  to.set(place, relationship);
  return true;
}

/** Adds inherited relationships after own ones. Parents precede children in the outlines, so one pass is enough. */
function inherit(own: ReadonlyMap<string, Relationships>, scope: RelationshipScope): Map<string, Relationships> {
  const all = new Map<string, Relationships>();
  for (const [key, outline] of scope.outlines) {
    const relationships: Relationships = new Map(own.get(key));
    for (const parent of outline.parents) {
      for (const inherited of all.get(nameKey(parent))?.values() ?? []) addRelationship(relationships, inherited);
    }
    all.set(key, relationships);
  }
  return all;
}

function bothDirections(
  source: string,
  constraint: RelationshipConstraint,
  scope: RelationshipScope,
): [Relationship, Relationship] {
  const from = getOutline({ title: 'concept' }, { name: source }, scope);
  const where = placeOf(`concept ${quoted(from.name)}, relationship`, constraint.name);
  const to = getOutline(where, constraint.target, scope);
  const target = nameKey(to.name);
  const transitivity = isKin(from, to) ? stepsOf(constraint, scope) : 1;
  const names = { name: constraint.name.name, inverseName: constraint.inverse?.name ?? `~${constraint.name.name}` };
  const shared = { description: constraint.description ?? '', transitivity };
  const joins = joinsOf(where, constraint, { from, to, scope });
  return [
    { ...names, source, target, isInverse: false, ...shared, ...joins[0] },
    {
      name: names.inverseName,
      inverseName: names.name,
      source: target,
      target: source,
      isInverse: true,
      ...shared,
      ...joins[1],
    },
  ];
}

function getOutline(where: Place, name: Identifier, scope: RelationshipScope): ConceptOutline {
  const outline = scope.outlines.get(nameKey(name.name));
  if (outline !== undefined) return outline;
  const known = [...scope.outlines.values()].map((other) => other.name);
  throw unknownName(where, 'concept', name, known);
}

/** Reports whether a relationship can be followed again: it leads from a concept to itself, or to one above or below. */
function isKin(from: ConceptOutline, to: ConceptOutline): boolean {
  const key = nameKey(to.name);
  if (key === ROOT_CONCEPT) return from === to;
  return from === to || from.ancestors.includes(key) || from.descendants.includes(key);
}

function stepsOf({ transitivity = 1 }: RelationshipConstraint, { settings }: RelationshipScope): number {
  return transitivity === 'default' ? defaultTransitivity(settings) : transitivity;
}

type Join = Pick<Relationship, 'cardinality' | 'join'>;
interface Ends {
  readonly from: ConceptOutline;
  readonly to: ConceptOutline;
  readonly scope: RelationshipScope;
}

function joinsOf(where: Place, constraint: RelationshipConstraint, ends: Ends): [Join, Join] {
  if (constraint.kind === 'multi-reference') {
    const here: OpenLink = { kind: 'link', mappings: [], inverse: [] };
    const there: OpenLink = { kind: 'link', mappings: here.inverse, inverse: here.mappings };
    return [
      { cardinality: 'many', join: here },
      { cardinality: 'many', join: there },
    ];
  }
  const { from, to, scope } = ends;
  const here = columnsOf(where, constraint.columns, from, scope);
  const there =
    constraint.targetColumns.length > 0 ? columnsOf(where, constraint.targetColumns, to, scope) : referencedBy(to);
  if (here.length !== there.length || here.length === 0) {
    throw invalid(where, `joins ${here.length} columns with ${there.length} of ${quoted(to.name)}`);
  }
  return [keyJoin(here, there, to, scope), keyJoin(there, here, from, scope)];
}

function columnsOf(
  where: Place,
  columns: readonly Identifier[],
  concept: ConceptOutline,
  scope: RelationshipScope,
): string[] {
  return columns.map((column) => {
    const key = nameKey(column.name);
    if (key === ID) return key;
    const property = getProperty(where, column, withAllBelow(concept, scope), scope.properties);
    if (!property.isMeasure && !property.isMultiValue) return key;
    throw invalid(
      { ...where, at: column.at },
      `${quoted(property.name)} does not have one value for each entity, so it cannot be a column of FOREIGN KEY`,
    );
  });
}

/** Returns the root concept with the properties of all concepts; every other concept as it is. */
function withAllBelow(concept: ConceptOutline, { outlines }: RelationshipScope): ConceptOutline {
  if (nameKey(concept.name) !== ROOT_CONCEPT) return concept;
  return { ...concept, properties: [...new Set([...outlines.values()].flatMap(({ properties }) => properties))] };
}

/** Returns the columns that a reference to a concept compares if it names none: its key, or the id of a concept without a key. */
export function referencedBy({ primaryKey }: ConceptOutline): readonly string[] {
  return primaryKey.length > 0 ? primaryKey : [ID];
}

/** Returns the columns of a declaration as written, before they are checked. */
function comparedBy(
  { constraint }: DeclaredRelationship,
  { outlines }: RelationshipScope,
): [string[], readonly string[]] {
  if (constraint.kind === 'multi-reference') return [[], []];
  const target = outlines.get(nameKey(constraint.target.name));
  const keys = (names: readonly Identifier[]): string[] => names.map(({ name }) => nameKey(name));
  const there = keys(constraint.targetColumns);
  return [keys(constraint.columns), there.length > 0 || target === undefined ? there : referencedBy(target)];
}

function keyJoin(
  sourceProperties: readonly string[],
  targetProperties: readonly string[],
  target: ConceptOutline,
  scope: RelationshipScope,
): Join {
  const cardinality = identifies(targetProperties, target, scope) ? 'one' : 'many';
  return { cardinality, join: { kind: 'key', sourceProperties, targetProperties } };
}

/** Reports whether the properties contain the key of the concept and of all concepts below it, which may declare keys of their own. */
function identifies(properties: readonly string[], concept: ConceptOutline, scope: RelationshipScope): boolean {
  if (concept.primaryKey.length === 0) return false;
  if (!properties.includes(ID) && !concept.primaryKey.every((key) => properties.includes(key))) return false;
  return concept.descendants.every((below) => scope.outlines.get(below)?.keyConcept === concept.keyConcept);
}
