import { nameKey, type Concept, type Logic, type Mapping, type Ontology } from '../../../model';
import { addsValuesOnly, lacksKey } from '../../ontology';
import { groupBy } from '../../tree';
import { perConcept } from './per-concept';

/**
 * One source of a concept's entities: the rows of a mapping, restricted by conditions of logic concepts. `owner` is the
 * concept of the mapping, which is the row's `entity_type`.
 */
export interface Branch {
  readonly mapping: Mapping;
  readonly owner: Concept;
  readonly conditions: readonly Logic[];
  /** Whether the rows have no key. Each of them is an entity of its own, and nothing is related to it. */
  readonly isKeyless: boolean;
}

/**
 * The branches of a concept: its own mappings and those of every concept below (docs/language.md). A logic concept
 * selects from its FROM concept, and adds branches only to ancestors that do not already contain that concept.
 */
export const branchesOf: (ontology: Ontology, concept: Concept) => readonly Branch[] = perConcept(unfold);

/** The branches of a concept by mapping. */
export const branchesByMapping = perConcept((ontology, concept) => groupBy(branchesOf(ontology, concept), mappingOf));

function unfold(ontology: Ontology, concept: Concept): readonly Branch[] {
  const members = [nameKey(concept.name), ...concept.descendants];
  const contained = new Set(members);
  const branches = members.flatMap((key) => entityBranches(ontology, key));
  for (const key of members) {
    const { logic } = ontology.concepts.get(key) ?? {};
    if (logic === undefined || contained.has(logic.from)) continue;
    const from = ontology.concepts.get(logic.from);
    if (from === undefined) continue;
    branches.push(
      ...branchesOf(ontology, from).map((branch) => ({ ...branch, conditions: [...branch.conditions, logic] })),
    );
  }
  return mostSpecific(branches);
}

function entityBranches(ontology: Ontology, key: string): readonly Branch[] {
  const owner = ontology.concepts.get(key);
  if (owner === undefined) return [];
  return owner.mappings.flatMap((name) => {
    const mapping = ontology.mappings.get(name);
    return mapping === undefined || addsValuesOnly(mapping.columns, ontology.properties)
      ? []
      : [{ mapping, owner, conditions: [], isKeyless: lacksKey(mapping, owner) }];
  });
}

/**
 * Removes repeated branches: a mapping INTO a concept and its ancestor provides its entities once, as the most specific
 * concept.
 */
function mostSpecific(branches: readonly Branch[]): readonly Branch[] {
  const whole = groupBy(
    branches.filter((branch) => branch.conditions.length === 0),
    mappingOf,
  );
  return branches.filter(
    (branch) =>
      branch.conditions.length > 0 ||
      !whole.get(branch.mapping)?.some((other) => other.owner.ancestors.length > branch.owner.ancestors.length),
  );
}

function mappingOf(branch: Branch): Mapping {
  return branch.mapping;
}
