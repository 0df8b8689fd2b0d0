import { ServiceError } from '../../../errors';
import type { Expression, Query, Select } from '../../../model';
import { conjunction, constant, selectOf, unionAll, identifier } from '../../tree';
import { BranchReader } from './branch-reader';
import type { Branch } from '../scope/branches';
import { branchesBefore, isNotOf } from './distinct-entities';
import { refuseWaitingEntities, type SystemColumn, type Resolved } from '../../values';
import { mappingSource } from './mapping-source';
import type { Planning } from '../scope/planning';
import { BranchGuard, ALLOWED } from '../../rights';
import { hasRowFilters, rowFilters } from './row-filters';

/** A column that a statement reads of a concept. `raw` requests the true value, which only joins and identity read. */
export type ColumnRequest = { readonly name: string; readonly raw: boolean } &
  /** With `joins`, the value is read only for joins and identity, which rows without a key do not have. */
  (
    | { readonly kind: 'property'; readonly key: string; readonly joins?: boolean }
    | { readonly kind: 'system'; readonly column: SystemColumn }
    /** The concept that declares the entity's key: part of the identity, together with the id. */
    | { readonly kind: 'key-concept' }
    /** 1 if the entity belongs to the concept with this key, and 0 if not. */
    | { readonly kind: 'type-of'; readonly concept: string }
  );

/** The entities and columns that a statement reads of a concept. */
export interface Unfolding {
  readonly conceptName: string;
  readonly branches: readonly Branch[];
  readonly requests: readonly ColumnRequest[];
  /** Whether filter policies are ignored, as in conditions of the ontology. */
  readonly raw: boolean;
  /** Whether an entity that several branches provide is returned once. */
  readonly distinct: boolean;
  /** Called if filter policies hide some of the entities. The additional column `ALLOWED` is then returned. */
  readonly hiding?: () => void;
}

/** Returns the entities of a concept with only the requested columns: the union of its branches. */
export function unfoldBranches(planning: Planning, unfolding: Unfolding): Query<Resolved> {
  const { hiding, branches } = unfolding;
  refuseWaitingEntities(planning.ontology, unfolding.conceptName);
  const marksVisible =
    !unfolding.raw && hiding !== undefined && branches.some((branch) => hasRowFilters(planning, branch));
  if (marksVisible) hiding();
  const selects = branches.map((branch) => branchSelect(planning, branch, { ...unfolding, marksVisible }));
  if (selects.length === 0) {
    const message = `the concept "${unfolding.conceptName}" has no mapping, and therefore no data`;
    throw new ServiceError('plan_no_mapping', message, {
      hint: 'CREATE MAPPING ... INTO it or a descendant defines one',
    });
  }
  return unionAll<Resolved>(selects);
}

function branchSelect(
  planning: Planning,
  branch: Branch,
  unfolding: Unfolding & { readonly marksVisible: boolean },
): Select<Resolved> {
  const { branches, requests, raw } = unfolding;
  const isDistinct = unfolding.distinct && !branch.isKeyless;
  const { name } = branch.mapping;
  const reader = new BranchReader(planning, branch, planning.alias(isDistinct ? `${name}_rows` : name));
  const asked = requests.map((request) => ({ request, value: readColumn(reader, request) }));
  const keys = reader.keyConditions();
  const conditions = reader.logicConditions();
  const others = isDistinct ? branchesBefore(branches, branch).map((other) => isNotOf(reader, other)) : [];
  const filters = raw ? [] : rowFilters(reader);
  const from = mappingSource(planning, branch.mapping, reader.alias);
  const guard = filters.length > 0 ? new BranchGuard(filters, from, planning.traits) : undefined;
  const items = asked.map(({ request, value }) => ({
    expression: isIdentity(request, branch) ? value : (guard?.guard(value) ?? value),
    alias: identifier(request.name),
  }));
  if (unfolding.marksVisible)
    items.push({ expression: guard?.visibility() ?? constant('integer', '1'), alias: identifier(ALLOWED) });
  const held = conditions.map((condition) => guard?.guard(condition) ?? condition);
  const where = conjunction([...keys, ...held, ...others, ...filters]);
  const select = {
    ...selectOf(items.length > 0 ? items : [{ expression: constant('integer', '1'), alias: identifier('present') }]),
    from,
    ...(where && { where }),
  };
  return isDistinct ? eachOnce(reader, select) : select;
}

/**
 * Returns the rows of a branch without duplicates. The key is included in the DISTINCT, so that different entities with
 * equal columns remain.
 */
function eachOnce(reader: BranchReader, select: Select<Resolved>): Select<Resolved> {
  const keys = reader.branch.owner.primaryKey.map((key, index) => ({
    expression: reader.raw(key),
    alias: identifier(`key ${index + 1}`),
  }));
  const source = reader.planning.alias(reader.branch.mapping.name);
  const items = select.items.map(({ expression, alias }) => {
    if (expression.kind === 'literal') return { expression, ...(alias && { alias }) };
    const reference = { source, name: alias?.name ?? '', type: 'unknown' } as const;
    return { expression: { kind: 'reference', reference } as const, ...(alias && { alias }) };
  });
  const query = { ...select, distinct: true, items: [...select.items, ...keys] };
  return {
    ...selectOf<Resolved>(items),
    from: { kind: 'derived', query, alias: identifier(source), lateral: false },
  };
}

/**
 * Reports whether a column is part of the identity. Identity columns are not guarded: they must be read from every row
 * to determine whether it is an entity.
 */
function isIdentity(request: ColumnRequest, { owner }: Branch): boolean {
  if (request.kind === 'property') return request.raw && owner.primaryKey.includes(request.key);
  return request.kind === 'key-concept' || (request.kind === 'system' && request.raw);
}

function readColumn(reader: BranchReader, request: ColumnRequest): Expression<Resolved> {
  if (request.kind === 'type-of') return reader.isA(request.concept);
  if (request.kind === 'key-concept') return constant('string', reader.branch.owner.keyConcept ?? '');
  if (request.kind === 'system') return reader.system(request.column, request.raw);
  if (request.joins === true) return reader.joined(request.key);
  return request.raw ? reader.raw(request.key) : reader.shown(request.key);
}
