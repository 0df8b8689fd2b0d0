import type { OntologyDetails } from '../api/service';

export interface Property {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isMeasure: boolean;
  readonly isMulti: boolean;
}

export type Relationship = OntologyDetails['relationships'][number];

export interface Concept {
  readonly name: string;
  readonly description: string;
  readonly parents: readonly string[];
  readonly children: readonly string[];
  readonly keys: readonly string[];
  readonly labels: readonly string[];
  /** The rule of a logic concept. */
  readonly rule: string | undefined;
  /** Those of the concept and of all its ancestors. */
  readonly properties: readonly Property[];
  /** Those that begin at the concept or at one of its ancestors. */
  readonly relationships: readonly Relationship[];
}

export interface Model {
  readonly name: string;
  readonly version: string;
  readonly concepts: ReadonlyMap<string, Concept>;
  readonly roots: readonly string[];
  readonly views: OntologyDetails['views'];
}

/** The concept that all others inherit from. */
export const TOP = 'thing';

/** Arranges the details of an ontology by concept. */
export function buildModel(name: string, details: OntologyDetails): Model {
  const parents = new Map(details.ontology.map((row) => [row.concept, splitList(row.inheritance)]));
  const children = new Map<string, string[]>();
  for (const [concept, ofConcept] of parents)
    for (const parent of ofConcept) children.set(parent, [...(children.get(parent) ?? []), concept]);
  const properties = propertiesByConcept(details);
  const concepts = details.ontology.map((row): readonly [string, Concept] => {
    const line = ancestors(row.concept, (concept) => parents.get(concept));
    const concept: Concept = {
      name: row.concept,
      description: row.description ?? '',
      parents: parents.get(row.concept) ?? [],
      children: children.get(row.concept) ?? [],
      keys: splitList(row.primary_keys),
      labels: splitList(row.label_keys),
      rule: row.query ?? undefined,
      properties: properties.get(row.concept) ?? [],
      relationships: details.relationships.filter(({ from }) => line.has(from)),
    };
    return [row.concept, concept];
  });
  const roots = details.ontology.filter((row) => splitList(row.inheritance).length === 0).map((row) => row.concept);
  return { name, version: details.version, concepts: new Map(concepts), roots, views: details.views };
}

/** Returns the concepts that a newcomer should see first: those at which the most relationships begin. */
export function mainConcepts({ concepts }: Model, count = 6): readonly Concept[] {
  const own = ({ name, relationships }: Concept): number => relationships.filter(({ from }) => from === name).length;
  const rest = [...concepts.values()].filter(({ name }) => name !== TOP);
  return rest.sort((one, other) => own(other) - own(one)).slice(0, count);
}

/** Follows a path such as `in_country[country].borders[country]` from a concept; undefined where it leads nowhere. */
export function followPath(model: Model, start: string, path: string): Concept | undefined {
  let concept = model.concepts.get(start);
  for (const step of path.split('.').filter(Boolean)) {
    const [, name, target] = /^([^[]+)(?:\[([^\]]*)\])?$/.exec(step) ?? [];
    const found = concept?.relationships.filter((relationship) => relationship.name === name) ?? [];
    concept = model.concepts.get(target ?? (found.length === 1 ? (found[0]?.to ?? '') : ''));
    if (found.length === 0) return undefined;
  }
  return concept;
}

function propertiesByConcept({ properties }: OntologyDetails): ReadonlyMap<string, readonly Property[]> {
  const byConcept = new Map<string, Property[]>();
  for (const [name, { property_type: type, description, is_measure, is_multi, concepts }] of Object.entries(
    properties,
  )) {
    const property = {
      name,
      type,
      description: description ?? '',
      isMeasure: is_measure === 1,
      isMulti: is_multi === 1,
    };
    for (const concept of concepts) byConcept.set(concept, [...(byConcept.get(concept) ?? []), property]);
  }
  return byConcept;
}

/** Returns a concept and all that it inherits from. */
export function ancestors(
  concept: string,
  parentsOf: (name: string) => readonly string[] | undefined,
): ReadonlySet<string> {
  const found = new Set([concept]);
  for (const name of found) for (const parent of parentsOf(name) ?? []) found.add(parent);
  return found;
}

function splitList(list: string): readonly string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}
