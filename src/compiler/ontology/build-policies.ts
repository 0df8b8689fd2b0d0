import { nameKey, type Concept, type Identifier, type MaskRule, type Policy } from '../../model';
import type { CreateMaskPolicy, MaskFunction } from '../statement';
import type { PolicyDefinition } from './ontology-definitions';
import type { ViewScope } from './build-views';
import { invalid, type Place, placeOf, quoted, unknownName } from './refusals';

/** The minimum and maximum number of arguments of each mask function. */
const MASKS: Readonly<Record<MaskRule['name'], readonly [number, number]>> = {
  constant: [1, 1],
  partial: [2, 2],
  hash: [0, 0],
  null: [0, 0],
};

/** Builds all policies and checks the properties and concepts that they reference. Roles are compared by key. */
export function buildPolicies(scope: ViewScope): Map<string, Policy> {
  const policies = new Map<string, Policy>();
  for (const [key, definition] of scope.definitions.policies) policies.set(key, buildPolicy(definition, scope));
  return policies;
}

function buildPolicy(definition: PolicyDefinition, scope: ViewScope): Policy {
  const where = placeOf('policy', definition.name);
  if (definition.kind === 'create-mask-policy') return buildMask(where, definition, scope);
  return {
    kind: 'filter',
    name: definition.name.name,
    concept: conceptKey(where, definition.concept, scope),
    where: definition.where,
    roles: keysOf(definition.roles),
  };
}

function buildMask(where: Place, definition: CreateMaskPolicy, scope: ViewScope): Policy {
  const property = nameKey(definition.property.name);
  if (!scope.properties.has(property)) {
    const known = [...scope.properties.values()].map((candidate) => candidate.name);
    throw unknownName(where, 'property', definition.property, known);
  }
  checkHolder(where, definition, scope);
  return {
    kind: 'mask',
    name: definition.name.name,
    property,
    ...(definition.concept && { concept: conceptKey(where, definition.concept, scope) }),
    mask: readMask(where, definition.mask),
    exceptRoles: keysOf(definition.exceptRoles),
  };
}

/** Checks that the concept of a mask policy, or a concept below it, has the masked property. */
function checkHolder(where: Place, { property, concept: name }: CreateMaskPolicy, scope: ViewScope): void {
  const concept = name && scope.concepts.get(conceptKey(where, name, scope));
  if (concept === undefined) return;
  const below = concept.descendants.flatMap((key) => scope.concepts.get(key)?.properties ?? []);
  const held = new Set([...concept.properties, ...below]);
  if (held.has(nameKey(property.name))) return;
  const known = [...held].map((key) => scope.properties.get(key)?.name ?? key);
  throw unknownName(where, `property of concept ${quoted(concept.name)} named`, property, known);
}

function readMask(where: Place, mask: MaskFunction): MaskRule {
  const name = nameKey(mask.name.name);
  if (!isMask(name)) throw unknownName(where, 'mask', mask.name, Object.keys(MASKS));
  const [least, most] = MASKS[name];
  const count = mask.arguments.length;
  if (count < least || count > most)
    throw invalid({ ...where, at: mask.name.at }, `the mask ${quoted(name)} needs ${most} arguments`);
  if (name === 'partial' && !mask.arguments.every((argument) => /^\d+$/.test(argument))) {
    throw invalid(
      { ...where, at: mask.name.at },
      'the arguments of the mask `partial` are whole numbers: how many first and last characters to keep',
    );
  }
  return { name, arguments: mask.arguments };
}

function isMask(name: string): name is MaskRule['name'] {
  return Object.hasOwn(MASKS, name);
}

function conceptKey(where: Place, name: Identifier, { concepts }: ViewScope): string {
  const concept: Concept | undefined = concepts.get(nameKey(name.name));
  if (concept !== undefined) return nameKey(concept.name);
  const known = [...concepts.values()].map((other) => other.name);
  throw unknownName(where, 'concept', name, known);
}

function keysOf(names: readonly Identifier[]): string[] {
  return names.map((name) => nameKey(name.name));
}
