import { ServiceError } from '../../errors';
import type { Expression, Identifier, Mapping, Query, Select, Source } from '../../model';
import { conjunction, constant, isNull, NULL, selectOf, unionAll } from '../tree';
import { BranchReader } from './branch-reader';
import type { Branch } from './branches';
import type { SystemColumn } from './entity-columns';
import type { Resolved, ValueType } from './plan';
import type { Planning } from './planning';
import { resolveMapping } from './resolve-mapping';
import { rowRules } from './row-rules';
import { declareOnTable, mappingFacts } from './source-facts';

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

function branchSelect(planning: Planning, branch: Branch, { requests, raw }: Unfolding): Select<Resolved> {
  const reader = new BranchReader(planning, branch, planning.alias(branch.mapping.name));
  const items = requests.map((request) => ({
    expression: readColumn(reader, request),
    alias: identifier(request.name),
  }));
  const where = conjunction([
    ...branch.owner.primaryKey.map((key) => isNull(reader.raw(key), true)),
    ...branch.conditions.map((logic) => planning.stages.planCondition(planning, logic, reader)),
    ...(raw ? [] : rowRules(reader)),
  ]);
  return {
    ...selectOf(items.length > 0 ? items : [{ expression: constant('integer', '1'), alias: identifier('present') }]),
    from: mappingSource(planning, branch.mapping, reader.alias),
    ...(where && { where }),
  };
}

function readColumn(reader: BranchReader, request: ColumnRequest): Expression<Resolved> {
  if (request.kind === 'type-of') return reader.isA(request.concept);
  if (request.kind === 'key-concept') return constant('string', reader.branch.owner.keyConcept ?? '');
  if (request.kind === 'system') return reader.system(request.column, request.raw);
  return request.raw ? reader.raw(request.key) : reader.shown(request.key);
}

/** A column of a mapping under its alias, by the key of its property; NULL where the mapping does not give it. */
export function mappingColumn(
  mapping: Mapping,
  alias: string,
  key: string,
  type: ValueType = 'unknown',
): Expression<Resolved> {
  const column = mapping.columns.find((known) => known.key === key);
  return column === undefined ? NULL : { kind: 'reference', reference: { source: alias, name: column.name, type } };
}

/** The rows of a mapping under an alias. */
export function mappingSource(planning: Planning, mapping: Mapping, alias: string): Source<Resolved> {
  planning.use(mapping);
  const facts = mappingFacts(mapping);
  if (mapping.source.kind === 'opaque') {
    return { kind: 'table', table: { kind: 'opaque', text: mapping.source.text }, alias: identifier(alias), facts };
  }
  const query = declareOnTable(planning, mapping, resolveMapping(planning, mapping.source.query));
  return { kind: 'derived', query, alias: identifier(alias), lateral: false, facts };
}

export function identifier(name: string): Identifier {
  return { name };
}
