import { nameKey, type Identifier } from '../../model';
import type { ConceptConstraint, CreateConcept, CreateMapping } from '../statement';
import type { DefinitionsDraft } from './ontology-definitions';
import { namesOfLogic, printKey, type DefinitionKey, type NameMeanings } from './list-uses';

/**
 * Removes `target` from the definition `use`. Returns false if the definition is not valid without it. `meanings` are those of the names
 * before the target is dropped.
 */
export function withoutName(
  draft: DefinitionsDraft,
  use: DefinitionKey,
  target: DefinitionKey,
  meanings: NameMeanings,
): boolean {
  if (use.kind === 'concept') {
    const concept = draft.concepts.get(use.key);
    const rest = concept && conceptWithout(concept, target, meanings);
    if (rest !== undefined) draft.concepts.set(use.key, rest);
    return rest !== undefined;
  }
  if (use.kind === 'mapping') {
    const mapping = draft.mappings.get(use.key);
    const rest = mapping && mappingWithout(mapping, target);
    if (rest !== undefined) draft.mappings.set(use.key, rest);
    return rest !== undefined;
  }
  return false;
}

function isNamed(target: DefinitionKey): (identifier: Identifier) => boolean {
  return (identifier) => nameKey(identifier.name) === target.key;
}

/**
 * Returns the concept without `target`: a relationship, a property or a part of its label. Returns undefined if
 * `target` is a parent or part of the key or condition.
 */
function conceptWithout(
  concept: CreateConcept,
  target: DefinitionKey,
  meanings: NameMeanings,
): CreateConcept | undefined {
  if (namesOfLogic(concept, meanings).has(printKey(target))) return undefined;
  const named = isNamed(target);
  if (target.kind === 'concept') {
    if (concept.parents.some(named)) return undefined;
    return { ...concept, constraints: concept.constraints.filter((constraint) => !leadsTo(constraint, named)) };
  }
  if (concept.primaryKey.some(named)) return undefined;
  return {
    ...concept,
    columns: concept.columns.filter((column) => !named(column.name)),
    label: concept.label.filter((column) => !named(column)),
    constraints: concept.constraints.filter((constraint) => !isMadeOf(constraint, named)),
  };
}

function leadsTo(constraint: ConceptConstraint, named: (identifier: Identifier) => boolean): boolean {
  return constraint.kind !== 'multi-value' && named(constraint.target);
}

function isMadeOf(constraint: ConceptConstraint, named: (identifier: Identifier) => boolean): boolean {
  if (constraint.kind === 'multi-value') return named(constraint.name);
  if (constraint.kind === 'multi-reference') return false;
  return [...constraint.columns, ...constraint.targetColumns].some(named);
}

/**
 * Returns the mapping without `target`: a declaration or one of several concepts. Returns undefined if `target` is a
 * column, the data source or an end.
 */
function mappingWithout(mapping: CreateMapping, target: DefinitionKey): CreateMapping | undefined {
  const named = isNamed(target);
  if (target.kind === 'mapping') {
    const kept = mapping.declarations.filter((item) => !('mapping' in item && named(item.mapping)));
    return { ...mapping, declarations: kept };
  }
  if (target.kind !== 'concept' || mapping.target.kind !== 'concepts') return undefined;
  const concepts = mapping.target.concepts.filter((concept) => !named(concept));
  return concepts.length === 0 ? undefined : { ...mapping, target: { kind: 'concepts', concepts } };
}
