import { ServiceError } from '../../../errors';
import type { Expression, Query, Select } from '../../../model';
import { conjunction, constant, selectOf, unionAll, identifier } from '../../tree';
import { BranchReader } from './branch-reader';
import type { Branch } from '../scope/branches';
import { branchesBefore, isNotOf } from './distinct-entities';
import type { SystemColumn, Resolved } from '../../values';
import { mappingSource } from './mapping-source';

import type { Planning } from '../scope/planning';
import { BranchGuard, ALLOWED } from '../../rights';

import { hasRowRules, rowRules } from './row-rules';

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
  /** Hears that row policies hide some of the entities: then there is the column `ALLOWED` in addition. */
  readonly hiding?: () => void;
}

/** The entities of a concept with just the columns that are asked for: the union of its branches. */
export function unfoldBranches(planning: Planning, unfolding: Unfolding): Query<Resolved> {
  const { hiding, branches } = unfolding;
  const tells = !unfolding.raw && hiding !== undefined && branches.some((branch) => hasRowRules(planning, branch));
  if (tells) hiding();
  const selects = branches.map((branch) => branchSelect(planning, branch, { ...unfolding, tells }));
  if (selects.length === 0) {
    const message = `the concept "${unfolding.conceptName}" has no mapping: there are no data to answer from`;
    throw new ServiceError('plan_no_mapping', message, {
      hint: 'CREATE MAPPING ... INTO it, or into a concept below it',
    });
  }
  return unionAll<Resolved>(selects);
}

function branchSelect(
  planning: Planning,
  branch: Branch,
  unfolding: Unfolding & { readonly tells: boolean },
): Select<Resolved> {
  const { branches, requests, raw } = unfolding;
  const isDistinct = unfolding.distinct && branch.owner.primaryKey.length > 0;
  const { name } = branch.mapping;
  const reader = new BranchReader(planning, branch, planning.alias(isDistinct ? `${name}_rows` : name));
  const asked = requests.map((request) => ({ request, value: readColumn(reader, request) }));
  const keys = reader.keyConditions();
  const conditions = reader.logicConditions();
  const others = isDistinct ? branchesBefore(branches, branch).map((other) => isNotOf(reader, other)) : [];
  const rules = raw ? [] : rowRules(reader);
  const from = mappingSource(planning, branch.mapping, reader.alias);
  const guard = rules.length > 0 ? new BranchGuard(rules, from, planning.traits) : undefined;
  const items = asked.map(({ request, value }) => ({
    expression: isIdentity(request, branch) ? value : (guard?.guard(value) ?? value),
    alias: identifier(request.name),
  }));
  if (unfolding.tells)
    items.push({ expression: guard?.tell() ?? constant('integer', '1'), alias: identifier(ALLOWED) });
  const held = conditions.map((condition) => guard?.guard(condition) ?? condition);
  const where = conjunction([...keys, ...held, ...others, ...rules]);
  const select = {
    ...selectOf(items.length > 0 ? items : [{ expression: constant('integer', '1'), alias: identifier('present') }]),
    from,
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

/** What tells entities apart is read of every row, to find out whether it is one. */
function isIdentity(request: ColumnRequest, { owner }: Branch): boolean {
  if (request.kind === 'property') return request.raw && owner.primaryKey.includes(request.key);
  return request.kind === 'key-concept' || (request.kind === 'system' && request.raw);
}

function readColumn(reader: BranchReader, request: ColumnRequest): Expression<Resolved> {
  if (request.kind === 'type-of') return reader.isA(request.concept);
  if (request.kind === 'key-concept') return constant('string', reader.branch.owner.keyConcept ?? '');
  if (request.kind === 'system') return reader.system(request.column, request.raw);
  return request.raw ? reader.raw(request.key) : reader.shown(request.key);
}
