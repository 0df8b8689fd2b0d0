import { type Relationship } from '../../../model';
import { type Planning } from '../scope/planning';
import { ClosureSource } from './closure-source';
import { LinkSource } from './link-source';
import { type LinkTable } from './link-table';

/**
 * Returns the table between a concept and the end of one step of a path: the pairs within `steps` steps for a
 * transitive step, or else the links.
 */
export function openLinkTable(
  planning: Planning,
  relationship: Relationship,
  { steps, raw }: { readonly steps: number | undefined; readonly raw: boolean },
): LinkTable {
  const alias = planning.aliasOfBelongings(`${relationship.name}_link`);
  if (steps !== undefined) return new ClosureSource(planning, relationship, steps, { alias, raw });
  const mappings = relationship.join.kind === 'link' ? relationship.join.mappings : [];
  return new LinkSource(planning, relationship, mappings, alias);
}
