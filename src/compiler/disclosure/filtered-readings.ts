import { nameKey, type Concept, type Logic, type Ontology, type Policy } from '../../model';
import { branchesByMapping, branchesOf, planCondition } from '../plan';
import type { CompiledModel } from './compiled-model';
import { conceptsReadIn, NameReader } from './read-names';

/** A condition of the ontology that reads entities other than the one it tests, some of which a filter policy hides. */
export interface FilteredReading {
  /** The subject for a message: `the condition of concept "x" reads "y"`. */
  readonly what: string;
  /** Name of the policy. */
  readonly policy: string;
}

/**
 * Returns the conditions of logic concepts that read filtered entities and differ in meaning from the version `from`. A
 * condition reads entities in a sub-query, along a path, in a view, or in the calculation of a property. Conditions
 * read all entities, so an author of a condition could infer the hidden ones.
 */
export function newFilteredReadings(from: CompiledModel, to: CompiledModel): readonly FilteredReading[] {
  const filters = [...to.model.ontology.policies.values()].filter((policy) => policy.kind === 'filter');
  if (filters.length === 0) return [];
  return [...to.model.ontology.concepts].flatMap(([key, { name, logic }]) => {
    const condition = logic && readCondition(to, logic);
    const found = condition && firstFiltered(to.model.ontology, condition.concepts, filters);
    const earlier = from.model.ontology.concepts.get(key)?.logic;
    if (found === undefined || (earlier && readCondition(from, earlier)?.meaning === condition?.meaning)) return [];
    return [{ what: `the condition of concept "${name}" reads "${found.concept.name}"`, policy: found.policy.name }];
  });
}

interface Condition {
  /** Keys of the concepts whose entities the condition reads, except the concept that it tests. */
  readonly concepts: readonly string[];
  /** The compiled condition: equal strings read the same. */
  readonly meaning: string;
}

function readCondition(compiled: CompiledModel, logic: Logic): Condition | undefined {
  const { ontology, serviceName } = compiled.model;
  const about = ontology.concepts.get(logic.from);
  if (logic.where === undefined || about === undefined) return undefined;
  const names = new NameReader(ontology, serviceName).readTree(logic.where, [about]);
  const read = new Set(names.flatMap((name) => name.properties));
  const calculations = [...read].map((key) => ontology.properties.get(key)?.calculation);
  const trees = [logic.where, ...calculations.filter((tree) => tree !== undefined)];
  return {
    concepts: trees.flatMap((tree) => conceptsReadIn(ontology, serviceName, tree)),
    meaning: compiled.meaningOf([about], (reader) => planCondition(reader.planning, logic, reader)),
  };
}

type FilterPolicy = Extract<Policy, { kind: 'filter' }>;

function firstFiltered(
  ontology: Ontology,
  keys: readonly string[],
  filters: readonly FilterPolicy[],
): { readonly concept: Concept; readonly policy: FilterPolicy } | undefined {
  for (const key of keys) {
    const concept = ontology.concepts.get(key);
    const policy = concept && filters.find((filter) => sharesEntities(ontology, concept, filter.concept));
    if (concept !== undefined && policy !== undefined) return { concept, policy };
  }
  return undefined;
}

/** Reports whether two concepts can have common entities: a mapping provides entities of both. */
function sharesEntities(ontology: Ontology, concept: Concept, key: string): boolean {
  const other = ontology.concepts.get(key);
  if (other === undefined || other === concept) return other !== undefined;
  const mappings = branchesByMapping(ontology, other);
  return (
    concept.descendants.includes(key) ||
    other.descendants.includes(nameKey(concept.name)) ||
    branchesOf(ontology, concept).some(({ mapping, owner }) =>
      mappings.get(mapping)?.some((branch) => branch.owner === owner),
    )
  );
}
