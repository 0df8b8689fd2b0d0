import { allows, nameKey, type Caller, type Expression, type Ontology, type Property, type Written } from '../../model';
import { constant, isNull, mapExpression, NULL } from '../tree';
import type { Resolved } from './plan';

const DEFAULT_MASK = 'XXXXXXXXX';

/** Which properties one caller sees masked (spec 2, "Sensitive columns"). */
export interface MaskPolicy {
  /** Whether the property of this key is masked, itself or through what it is calculated from. */
  masks(property: string): boolean;
}

/** The masks of a caller of an ontology: declared by the tag `classification` = `PII`, or by a part of the name. Who has UNMASK sees all. */
export function maskPolicyOf(ontology: Ontology, caller: Caller, maskColumns: readonly string[]): MaskPolicy {
  if (allows(caller, 'UNMASK', { kind: 'ontology', ontology: ontology.name })) return { masks: () => false };
  const decided = new Map<string, boolean>();
  const masks = (key: string): boolean => {
    let masked = decided.get(key);
    if (masked === undefined) {
      decided.set(key, false);
      const property = ontology.properties.get(key);
      masked = property !== undefined && (isSensitive(property, maskColumns) || dependencies(property).some(masks));
      decided.set(key, masked);
    }
    return masked;
  };
  return { masks };
}

function isSensitive(property: Property, maskColumns: readonly string[]): boolean {
  const declared = property.tags.some(
    (tag) => nameKey(tag.name) === 'classification' && tag.value.toUpperCase() === 'PII',
  );
  return declared || maskColumns.some((part) => nameKey(property.name).includes(part));
}

function dependencies(property: Property): readonly string[] {
  const found: string[] = [];
  for (const part of [property.calculation, property.filter]) {
    if (part !== undefined) collectNames(part, found);
  }
  return found;
}

function collectNames(expression: Expression<Written>, found: string[]): void {
  mapExpression<Written, Written>(expression, {
    reference: (reference) => {
      const last = reference.parts.at(-1);
      if (last !== undefined) found.push(nameKey(last.name));
      return { kind: 'reference', reference };
    },
    source: (source) => source,
  });
}

/** The value as a caller without UNMASK sees it: the default mask for strings, NULL for other types; NULL stays NULL. */
export function mask(value: Expression<Resolved>, property: Property): Expression<Resolved> {
  if (property.type.name !== 'string') return NULL;
  return { kind: 'case', branches: [{ when: isNull(value), then: NULL }], otherwise: constant('string', DEFAULT_MASK) };
}
