import { nameKey, type Identifier, type Property, type Relationship } from '../../model';
import type { CreateConcept, ForeignKeyConstraint, MultiReferenceConstraint } from '../statement';
import { getProperty, type ConceptOutline } from './outline-concepts';
import { invalid, type Place, placeOf, quoted, unknownName } from './refusals';

type RelationshipConstraint = ForeignKeyConstraint | MultiReferenceConstraint;
type Relationships = Map<string, Relationship>;

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
}

/**
 * Builds the relationships of every concept, own and inherited, in both directions. Relationships of one concept may
 * share a name (the inverse of `located_in` may be unnamed in two concepts); their targets distinguish them: see
 * `addRelationship`.
 */
export function buildRelationships(scope: RelationshipScope): Map<string, Relationships> {
  const own = new Map<string, Relationships>();
  for (const key of scope.outlines.keys()) own.set(key, new Map());
  for (const [key, concept] of scope.definitions) {
    for (const constraint of concept.constraints) {
      if (constraint.kind === 'multi-value') continue;
      for (const direction of bothDirections(key, constraint, scope))
        declare(own, direction, { scope, at: constraint.name.at });
    }
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
  const transitivity = constraint.transitivity ?? 1;
  if (transitivity > 1) checkTransitive(where, from, to);
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

function checkTransitive(where: Place, from: ConceptOutline, to: ConceptOutline): void {
  const key = nameKey(to.name);
  if (from === to || from.ancestors.includes(key) || from.descendants.includes(key)) return;
  throw invalid(where, 'TRANSITIVE needs a relationship that leads from a concept to itself or to its kin');
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
    constraint.targetColumns.length > 0 ? columnsOf(where, constraint.targetColumns, to, scope) : to.primaryKey;
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
    const property = getProperty(where, column, concept, scope.properties);
    if (!property.isMeasure && !property.isMultiValue) return nameKey(column.name);
    throw invalid({ ...where, at: column.at }, `${quoted(property.name)} has no single value to join by`);
  });
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
  if (!concept.primaryKey.every((key) => properties.includes(key))) return false;
  return concept.descendants.every((below) => scope.outlines.get(below)?.keyConcept === concept.keyConcept);
}
