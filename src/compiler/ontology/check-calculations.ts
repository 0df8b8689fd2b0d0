import { nameKey, type Expression, type Property, type Written, type WrittenName } from '../../model';
import type { ConceptOutline } from './outline-concepts';
import { collectNames, readReference } from './collect-names';
import { invalid, quoted, unknownName } from './refusals';

type Properties = ReadonlyMap<string, Property>;

const SYSTEM_NAMES: ReadonlySet<string> = new Set(['entity_id', 'entity_label', 'entity_type']);

/**
 * Calculated properties and measures name things that exist, go in no circle, and stand only on concepts that have
 * what a calculated property is made of (spec 3, section 2).
 */
export function checkCalculations(properties: Properties, concepts: Iterable<ConceptOutline>): void {
  const needs = new Map<string, readonly string[]>();
  for (const [key, property] of properties) needs.set(key, needsOf(property, properties));
  checkCircles(needs, properties);
  for (const concept of concepts) checkConcept(concept, needs, properties);
}

function titleOf(property: Property): string {
  return `${property.isMeasure ? 'measure' : 'property'} ${quoted(property.name)}`;
}

function needsOf(property: Property, properties: Properties): string[] {
  const trees = [property.calculation, property.filter].filter((tree) => tree !== undefined);
  return trees.flatMap((tree) => needsOfTree(tree, property, properties));
}

function needsOfTree(tree: Expression<Written>, property: Property, properties: Properties): string[] {
  const needs: string[] = [];
  for (const reference of collectNames(tree).references) {
    const named = readReference(reference);
    if (named.isPath && property.isMeasure) continue;
    if (named.isPath)
      throw invalid(titleOf(property), 'is calculated from properties of its own concept, not from paths');
    if (properties.has(named.property)) needs.push(named.property);
    else checkUnknown(reference, property, properties);
  }
  return needs;
}

/** A double-quoted token that names nothing is a string (spec 3, section 2). */
function checkUnknown(reference: WrittenName, property: Property, properties: Properties): void {
  const name = reference.parts.at(-1)?.name ?? '';
  if (reference.quote === 'double' || SYSTEM_NAMES.has(nameKey(name))) return;
  const known = [...properties.values()].map((candidate) => candidate.name);
  throw unknownName(titleOf(property), 'property', name, known);
}

function checkCircles(needs: ReadonlyMap<string, readonly string[]>, properties: Properties): void {
  const done = new Set<string>();
  const follow = (key: string, path: readonly string[]): void => {
    if (path.includes(key)) {
      const circle = [...path.slice(path.indexOf(key)), key].map((part) => quoted(properties.get(part)?.name ?? part));
      throw invalid(circle[0] ?? '', `is calculated from itself: ${circle.join(' from ')}`);
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
  properties: Properties,
): void {
  for (const key of concept.ownProperties) {
    const property = properties.get(key);
    if (property === undefined || property.isMeasure) continue;
    const missing = (needs.get(key) ?? []).find((need) => !concept.properties.includes(need));
    if (missing === undefined) continue;
    throw invalid(
      `concept ${quoted(concept.name)}`,
      `lacks ${quoted(missing)}, from which ${quoted(property.name)} is calculated`,
    );
  }
}
