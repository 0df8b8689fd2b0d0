import { nameKey, type Expression, type Policy } from '../../model';
import { binary, constant } from '../tree';
import type { BranchReader } from './branch-reader';
import type { Resolved } from './plan';

type Value = Expression<Resolved>;
type FilterPolicy = Extract<Policy, { kind: 'filter' }>;

/**
 * The conditions that the caller's row policies put on the entities of a branch (spec 3, section 2): those of one
 * concept are alternatives, those of different concepts hold together. An entity that is not of the policy's concept
 * is not concerned.
 */
export function rowRules(reader: BranchReader): readonly Value[] {
  const { ontology, context } = reader.planning;
  const roles = new Set(context.caller.roles.map(nameKey));
  const byConcept = new Map<string, FilterPolicy[]>();
  for (const policy of ontology.policies.values()) {
    if (policy.kind !== 'filter' || !policy.roles.some((role) => roles.has(nameKey(role)))) continue;
    byConcept.set(policy.concept, [...(byConcept.get(policy.concept) ?? []), policy]);
  }
  return [...byConcept]
    .map(([concept, policies]) => ruleOf(reader, concept, policies))
    .filter((rule) => rule !== undefined);
}

function ruleOf(reader: BranchReader, concept: string, policies: readonly FilterPolicy[]): Value | undefined {
  const isA = reader.isA(concept);
  if (isA.kind === 'literal' && isA.text === '0') return undefined;
  const { planning } = reader;
  const allowed = policies
    .map((policy) =>
      planning.stages.planCondition(planning, { from: concept, schema: 'dsvc', where: policy.where }, reader),
    )
    .filter((condition) => condition !== undefined)
    .reduce<Value | undefined>((left, right) => (left === undefined ? right : binary(left, 'or', right)), undefined);
  if (allowed === undefined || isA.kind === 'literal') return allowed;
  return binary(binary(isA, '=', constant('integer', '0')), 'or', allowed);
}
