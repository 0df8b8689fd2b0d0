import { nameKey, type Expression, type Policy } from '../../../model';
import { binary, constant, disjunction, groupBy } from '../../tree';
import type { BranchReader } from './branch-reader';
import { branchesByMapping, type Branch } from '../scope/branches';
import type { Resolved } from '../../values';
import type { Planning } from '../scope/planning';

type Value = Expression<Resolved>;
export type FilterPolicy = Extract<Policy, { kind: 'filter' }>;

/**
 * Returns the conditions of the caller's filter policies on the entities of a branch (docs/language.md). Policies of one
 * concept are combined with OR, those of different concepts with AND. A policy does not apply to entities outside its
 * concept.
 */
export function rowFilters(reader: BranchReader): readonly Value[] {
  const filters = [...policiesOf(reader.planning)]
    .map(([concept, policies]) => rowFilterOf(reader, concept, policies))
    .filter((filter) => filter !== undefined);
  if (filters.length > 0) reader.planning.isFiltered = true;
  return filters;
}

/** Reports whether a filter policy applies to the caller and to entities of the branch. */
export function hasRowFilters(planning: Planning, { mapping, owner }: Branch): boolean {
  return [...policiesOf(planning).keys()].some((concept) => {
    const branches = branchesByMapping(planning.ontology, planning.concept(concept)).get(mapping) ?? [];
    return branches.some((branch) => branch.owner === owner);
  });
}

const CONCERNING = new WeakMap<Planning, ReadonlyMap<string, readonly FilterPolicy[]>>();

/** Returns the filter policies that apply to the caller, by concept. They are the same for every branch of a statement. */
function policiesOf(planning: Planning): ReadonlyMap<string, readonly FilterPolicy[]> {
  let concerning = CONCERNING.get(planning);
  if (concerning === undefined) {
    const { ontology, context } = planning;
    const roles = new Set(context.caller.roles.map(nameKey));
    const policies = [...ontology.policies.values()].filter((policy) => policy.kind === 'filter');
    const concerned = policies.filter((policy) => policy.roles.some((role) => roles.has(nameKey(role))));
    concerning = groupBy(concerned, (policy) => policy.concept);
    CONCERNING.set(planning, concerning);
  }
  return concerning;
}

/**
 * Returns the condition of one concept's filter policies on the entities of a branch, or undefined if they do not apply to
 * any.
 */
export function rowFilterOf(
  reader: BranchReader,
  concept: string,
  policies: readonly FilterPolicy[],
): Value | undefined {
  const isA = reader.isA(concept);
  if (isA.kind === 'literal' && isA.text === '0') return undefined;
  const { planning } = reader;
  const allowed = disjunction(
    policies.map((policy) =>
      planning.stages.planCondition(planning, { from: concept, schema: 'dsvc', where: policy.where }, reader),
    ),
  );
  if (allowed === undefined || isA.kind === 'literal') return allowed;
  return binary(binary(isA, '=', constant('integer', '0')), 'or', allowed);
}
