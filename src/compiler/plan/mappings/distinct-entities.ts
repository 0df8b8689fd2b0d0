import type { Expression, Logic, Ontology } from '../../../model';
import { binary, conjunction, constant, selectOf } from '../../tree';
import { BranchReader } from './branch-reader';
import type { Branch } from '../scope/branches';
import { mappingSource } from './mapping-source';
import type { Resolved } from '../../values';

type Value = Expression<Resolved>;

/**
 * Reports whether the ontology removes duplicates of entities that several mappings provide (docs/language.md).
 * Otherwise mappings must be disjoint.
 */
export function removesDuplicates({ settings }: Ontology): boolean {
  return settings.get('duplicates') === 'remove';
}

/**
 * Returns the branches that can provide an entity of this branch and take precedence: those with the same key whose
 * concept is more specific or, at equal depth, defined first. Branches with another key provide other entities.
 */
export function branchesBefore(branches: readonly Branch[], branch: Branch): readonly Branch[] {
  const place = branches.indexOf(branch);
  const depth = branch.owner.ancestors.length;
  return branches.filter((other, index) => {
    if (other === branch || other.isKeyless || other.owner.keyConcept !== branch.owner.keyConcept) return false;
    const otherDepth = other.owner.ancestors.length;
    return otherDepth > depth || (otherDepth === depth && index < place);
  });
}

/** Returns a condition that excludes the entities which `other` provides, whether or not the caller may see them. */
export function isNotOf(reader: BranchReader, other: Branch): Value {
  const { planning, branch } = reader;
  const conditions = beforeShared(other.conditions, branch.conditions);
  const others = new BranchReader(planning, { ...other, conditions }, planning.alias(other.mapping.name));
  const same = branch.owner.primaryKey.map((key) => binary(others.raw(key), '=', reader.raw(key)));
  const where = conjunction([...same, ...others.entityConditions()]);
  const query = {
    ...selectOf<Resolved>([{ expression: constant('integer', '1') }]),
    from: mappingSource(planning, other.mapping, others.alias),
    ...(where && { where }),
  };
  return { kind: 'unary', operator: 'not', operand: { kind: 'exists', query } };
}

/**
 * Returns the conditions without the last ones that both branches share: an entity must satisfy those in either branch.
 */
function beforeShared(conditions: readonly Logic[], others: readonly Logic[]): readonly Logic[] {
  let shared = 0;
  while (shared < conditions.length && conditions.at(-1 - shared) === others.at(-1 - shared)) shared++;
  return conditions.slice(0, conditions.length - shared);
}
