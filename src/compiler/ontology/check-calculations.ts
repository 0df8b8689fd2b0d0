import { nameKey, type Expression, type Property, type Written, type WrittenName } from '../../model';
import type { ConceptOutline } from './outline-concepts';
import { collectNames, readReference } from './collect-names';
import type { OntologyDefinitions } from './ontology-definitions';
import { invalid, type Place, placeOf, quoted, unknownName } from './refusals';

type Properties = ReadonlyMap<string, Property>;

const SYSTEM_NAMES: ReadonlySet<string> = new Set(['entity_id', 'entity_label', 'entity_type']);

/**
 * Checks that calculated properties and measures reference existing names without cycles, and that every concept with a
 * calculated property has the properties that it is calculated from (docs/language.md).
 */
export function checkCalculations(
  definitions: OntologyDefinitions,
  properties: Properties,
  concepts: Iterable<ConceptOutline>,
): void {
  const needs = new Map<string, readonly string[]>();
  for (const [key, property] of properties) needs.set(key, needsOf(property, { properties, definitions }));
  checkCircles(needs, { properties, definitions });
  for (const concept of concepts) {
    const at = definitions.concepts.get(nameKey(concept.name))?.name.at;
    checkConcept(concept, needs, { properties, at });
  }
}

interface CalculationScope {
  readonly properties: Properties;
  readonly definitions: OntologyDefinitions;
}

function placeOfProperty({ name, isMeasure }: Property, { definitions }: CalculationScope): Place {
  const at = definitions.properties.get(nameKey(name))?.name.at;
  return placeOf(isMeasure ? 'measure' : 'property', { name, ...(at !== undefined && { at }) });
}

function needsOf(property: Property, scope: CalculationScope): string[] {
  const trees = [property.calculation, property.filter].filter((tree) => tree !== undefined);
  return trees.flatMap((tree) => needsOfTree(tree, property, scope));
}

function needsOfTree(tree: Expression<Written>, property: Property, scope: CalculationScope): string[] {
  const needs: string[] = [];
  for (const reference of collectNames(tree).references) {
    const named = readReference(reference, new Map());
    if (named.isPath && property.isMeasure) continue;
    if (named.isPath)
      throw invalid(
        { ...placeOfProperty(property, scope), at: reference.at },
        'is calculated from properties of its own concept, not from paths',
      );
    if (scope.properties.has(named.property)) needs.push(named.property);
    else checkUnknown(reference, property, scope);
  }
  return needs;
}

/** Rejects an unknown property. A double-quoted token that names nothing is a string (docs/language.md). */
function checkUnknown(reference: WrittenName, property: Property, scope: CalculationScope): void {
  const name = reference.parts.at(-1)?.name ?? '';
  if (reference.quote === 'double' || SYSTEM_NAMES.has(nameKey(name))) return;
  const known = [...scope.properties.values()].map((candidate) => candidate.name);
  const named = { name, ...(reference.at !== undefined && { at: reference.at }) };
  throw unknownName(placeOfProperty(property, scope), 'property', named, known);
}

function checkCircles(needs: ReadonlyMap<string, readonly string[]>, scope: CalculationScope): void {
  const done = new Set<string>();
  const follow = (key: string, path: readonly string[]): void => {
    if (path.includes(key)) {
      const keys = [...path.slice(path.indexOf(key)), key];
      const circle = keys.map((part) => quoted(scope.properties.get(part)?.name ?? part));
      const names = keys.map((part) => scope.definitions.properties.get(part)?.name);
      const at = names.find((name) => name?.at !== undefined)?.at;
      throw invalid({ title: circle[0] ?? '', at }, `is calculated from itself: ${circle.join(' from ')}`);
    }
    if (done.has(key)) return;
    for (const need of needs.get(key) ?? []) follow(need, [...path, key]);
    done.add(key);
  };
  for (const key of needs.keys()) follow(key, []);
}

function checkConcept(
  concept: ConceptOutline,
  needs: ReadonlyMap<string, readonly string[]>,
  { properties, at }: { readonly properties: Properties; readonly at: number | undefined },
): void {
  for (const key of concept.ownProperties) {
    const property = properties.get(key);
    if (property === undefined || property.isMeasure) continue;
    const missing = (needs.get(key) ?? []).find((need) => !concept.properties.includes(need));
    if (missing === undefined) continue;
    throw invalid(
      { title: `concept ${quoted(concept.name)}`, at },
      `lacks ${quoted(missing)}, from which ${quoted(property.name)} is calculated`,
    );
  }
}
