import {
  nameKey,
  type Concept,
  type Expression,
  type Mapping,
  type Property,
  type Query,
  type Source,
} from '../../../model';
import { constant, isNull, NULL, selectOf, unionAll, identifier } from '../../tree';
import { entityId, type Resolved } from '../../values';
import { maskValue } from '../../rights';
import { perConcept } from '../scope/per-concept';
import type { Planning } from '../scope/planning';
import { mappedEnd, mappedProperty, mappingSource } from './mapping-source';

/**
 * Returns the mappings that provide values of a multi-value property for entities of a concept: those INTO the concept,
 * its ancestors or its descendants.
 */
export function valueMappings(planning: Planning, concept: Concept, property: string): readonly Mapping[] {
  return kinMappings(planning.ontology, concept).filter((mapping) =>
    mapping.columns.some((column) => column.key === property),
  );
}

const kinMappings = perConcept((ontology, concept): readonly Mapping[] => {
  const related = new Set([nameKey(concept.name), ...concept.ancestors, ...concept.descendants]);
  return [...ontology.mappings.values()].filter(
    ({ target }) => target.kind === 'concepts' && target.concepts.some((key) => related.has(key)),
  );
});

/**
 * Returns the values of a multi-value property with the identities of their entities, as columns `key_1..` and `value`.
 * NULL values are omitted. The identity is the key; without `keys` (for a parent of concepts with keys of their own) it
 * is the concept of the key and the id.
 */
export function valueSource(
  planning: Planning,
  mappings: readonly Mapping[],
  of: { readonly alias: string; readonly keys: readonly string[]; readonly property: Property; readonly raw: boolean },
): Source<Resolved> {
  const queries = mappings.map((mapping) => valuesOf(planning, mapping, of));
  return { kind: 'derived', query: unionAll(queries), alias: identifier(of.alias), lateral: false };
}

function valuesOf(
  planning: Planning,
  mapping: Mapping,
  of: { readonly keys: readonly string[]; readonly property: Property; readonly raw: boolean },
): Query<Resolved> {
  const alias = planning.alias(mapping.name);
  const key = nameKey(of.property.name);
  const value = mappedProperty(planning, mapping, alias, of.property) ?? NULL;
  const owner = planning.ontology.concepts.get(
    mapping.target.kind === 'concepts' ? (mapping.target.concepts[0] ?? '') : '',
  );
  const rule = of.raw ? undefined : planning.masks.ruleOfValues(key, owner);
  const keyOf = (): string => planning.hashKeyOfProperty(key);
  const shown = rule === undefined ? value : maskValue(value, of.property.type.name, rule, keyOf);
  const part = (name: string): Expression<Resolved> => mappedEnd({ planning, mapping, alias }, name, name);
  const identity = of.keys.length > 0 || owner === undefined ? of.keys.map(part) : identityOf(planning, owner, part);
  return {
    ...selectOf<Resolved>([
      ...identity.map((expression, index) => ({ expression, alias: identifier(`key_${index + 1}`) })),
      { expression: shown, alias: identifier('value') },
    ]),
    from: mappingSource(planning, mapping, alias),
    where: isNull(value, true),
  };
}

function identityOf(
  planning: Planning,
  owner: Concept,
  part: (key: string) => Expression<Resolved>,
): readonly Expression<Resolved>[] {
  return [constant('string', owner.keyConcept ?? ''), entityId(planning.ontology, owner, part)];
}
