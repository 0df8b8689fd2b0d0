import { nameKey, type Concept } from '../../model';
import { branchToCome, type CompiledModel } from './compiled-model';
import type { Decision } from './decisions';
import { planCondition, type FilterPolicy, rowFilterOf } from '../plan';

/**
 * Returns the condition that each filter policy puts on the rows of a mapping, for every concept that reads them as its
 * entities.
 */
export function rowDecisions(compiled: CompiledModel, mapping: string): readonly Decision[] {
  const policies = filtersOf(compiled);
  return compiled.branchesOf(mapping).flatMap((branch) =>
    policies.map(({ about, of, policy }) => ({
      about,
      of,
      owner: nameKey(branch.owner.name),
      text: compiled.textOf(branch, (reader) => rowFilterOf(reader, policy.concept, [policy])),
    })),
  );
}

/** Returns the conditions that filter policies would put on the rows of mappings that do not exist yet. */
export function rowDecisionsToCome(compiled: CompiledModel): readonly Decision[] {
  return filtersOf(compiled).map(({ about, of, concept, policy: { where } }) => {
    const logic = { from: nameKey(concept.name), schema: '', where };
    const text = compiled.textOf(branchToCome(compiled.model.ontology, concept), (reader) =>
      planCondition(reader.planning, logic, reader),
    );
    return { about, of, owner: '', text };
  });
}

interface Filter extends Pick<Decision, 'about' | 'of'> {
  readonly policy: FilterPolicy;
  readonly concept: Concept;
}

function filtersOf({ model: { ontology } }: CompiledModel): readonly Filter[] {
  return [...ontology.policies].flatMap(([about, policy]) => {
    const concept = policy.kind === 'filter' ? ontology.concepts.get(policy.concept) : undefined;
    return policy.kind !== 'filter' || concept === undefined
      ? []
      : [{ about, of: `policy "${policy.name}"`, policy, concept }];
  });
}
