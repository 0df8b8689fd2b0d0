import { ServiceError } from '../../../errors';
import type { Expression, Query, Select } from '../../../model';
import { conjunction, constant, selectOf, unionAll } from '../../tree';
import { BranchReader } from './branch-reader';
import type { Branch } from './branches';
import { branchesBefore, isNotOf } from './distinct-entities';
import type { SystemColumn } from './entity-columns';
import { identifier, mappingSource } from './mapping-source';
import type { Resolved } from '../plan';
import type { Planning } from '../planning';
import { rowRules } from '../rights/row-rules';

/** A column that a statement reads of a concept: `raw` is the true value, which only joins and identity see. */
export type ColumnRequest = { readonly name: string; readonly raw: boolean } & (
  | { readonly kind: 'property'; readonly key: string }
  | { readonly kind: 'system'; readonly column: SystemColumn }
  /** The concept that declares the entity's key: beside the id, its identity. */
  | { readonly kind: 'key-concept' }
  /** 1 or 0: whether the entity is one of the concept of this key. */
  | { readonly kind: 'type-of'; readonly concept: string }
);

/** What is asked of the entities of a concept. */
export interface Unfolding {
  readonly conceptName: string;
  readonly branches: readonly Branch[];
  readonly requests: readonly ColumnRequest[];
  /** Every entity, whatever the caller's row policies hide: for conditions of the ontology. */
  readonly raw: boolean;
  /** Each entity once, however many branches give it. */
  readonly distinct: boolean;
}

/** The entities of a concept with just the columns that are asked for: the union of its branches (design 2, "Model"). */
export function unfoldBranches(planning: Planning, unfolding: Unfolding): Query<Resolved> {
  const selects = unfolding.branches.map((branch) => branchSelect(planning, branch, unfolding));
  if (selects.length === 0) {
    const message = `the concept "${unfolding.conceptName}" has no mapping: there are no data to answer from`;
    throw new ServiceError('plan_no_mapping', message, {
      hint: 'CREATE MAPPING ... INTO it, or into a concept below it',
    });
  }
  return unionAll<Resolved>(selects);
}

function branchSelect(planning: Planning, branch: Branch, unfolding: Unfolding): Select<Resolved> {
  const { branches, requests, raw } = unfolding;
  const isDistinct = unfolding.distinct && branch.owner.primaryKey.length > 0;
  const { name } = branch.mapping;
  const reader = new BranchReader(planning, branch, planning.alias(isDistinct ? `${name}_rows` : name));
  const asked = requests.map((request) => ({
    expression: readColumn(reader, request),
    alias: identifier(request.name),
  }));
  const items = asked.length > 0 ? asked : [{ expression: constant('integer', '1'), alias: identifier('present') }];
  const where = conjunction([
    ...reader.entityConditions(),
    ...(isDistinct ? branchesBefore(branches, branch).map((other) => isNotOf(reader, other)) : []),
    ...(raw ? [] : rowRules(reader)),
  ]);
  const select = {
    ...selectOf(items),
    from: mappingSource(planning, branch.mapping, reader.alias),
    ...(where && { where }),
  };
  return isDistinct ? eachOnce(reader, select) : select;
}

/** The rows of a branch without those that a mapping repeats; two entities that look alike stay two. */
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

function readColumn(reader: BranchReader, request: ColumnRequest): Expression<Resolved> {
  if (request.kind === 'type-of') return reader.isA(request.concept);
  if (request.kind === 'key-concept') return constant('string', reader.branch.owner.keyConcept ?? '');
  if (request.kind === 'system') return reader.system(request.column, request.raw);
  return request.raw ? reader.raw(request.key) : reader.shown(request.key);
}
