import type { Concept, Expression, Literal, Ontology, OutputColumn, Query, Select, View, Written } from '../../model';
import { nameKey } from '../../model';
import { hasSeveralValues, outputKey, readsEntities, viewOf } from '../nest';
import { conjunction, conjuncts, isExpression, namesIn, namesOutsideQueries, refer, selectOf, someNode } from '../tree';
import { isGrouped } from './collect-references';
import type { Filter } from './filter.ast';
import { malformed, show } from './filter-refusals';
import type { FilterSource } from './paged-statement';

interface DistinctContext {
  readonly ontology: Ontology;
  readonly serviceName: string;
  readonly columnsOf: (query: Query<Written>) => readonly OutputColumn[];
}

type IsMany = (name: string) => boolean;

const IDENTITY = ['entity_type', 'entity_id'] as const;
const STAR = { expression: { kind: 'star', qualifier: [] } } as const;
const ONE: Literal = { kind: 'literal', type: 'integer', text: '1' };

/**
 * Returns the statement of a filter with one row for each entity that meets its whole condition, and for views without
 * entities with different rows (docs/filters.md). Rejects columns of which an entity can have several values.
 */
export function distinctRows(source: FilterSource, whole: Select<Written>, context: DistinctContext): Select<Written> {
  const { filter, kind, name } = source;
  if (isGrouped(whole))
    throw malformed('_distinct_', 'the rows are groups, which are always different', 'omit _distinct_');
  if (kind === 'concept') {
    const concept = context.ontology.concepts.get(nameKey(name));
    return concept === undefined ? whole : distinctEntities(filter, whole, context.ontology, concept);
  }
  const view = context.ontology.views.get(nameKey(name));
  return view === undefined ? whole : distinctOfView(filter, whole, view, context);
}

/**
 * The part of the condition with several values of an entity becomes an EXISTS, in which paths select entities instead of
 * multiplying rows.
 */
function distinctEntities(
  filter: Filter,
  whole: Select<Written>,
  ontology: Ontology,
  concept: Concept,
): Select<Written> {
  const isMany: IsMany = (name) => hasSeveralValues(name, ontology, concept);
  refuseMany(filter.select ?? [], filter, isMany);
  const parts = conjuncts(whole.where);
  const readsMany = (part: Expression<Written>): boolean => namesOutsideQueries(part).some(isMany);
  const many = conjunction(parts.filter(readsMany));
  if (many === undefined) return whole;
  const query = { ...selectOf<Written>([{ expression: ONE }]), where: many };
  return { ...whole, where: conjunction([...parts.filter((part) => !readsMany(part)), { kind: 'exists', query }]) };
}

function distinctOfView(filter: Filter, whole: Select<Written>, view: View, context: DistinctContext): Select<Written> {
  const columns = context.columnsOf({ ...whole, items: [STAR], where: undefined, orderBy: [] }).map(({ name }) => name);
  const identity = IDENTITY.filter((name) => columns.some((column) => nameKey(column) === name));
  const isOfEntities = identity.includes('entity_id') && !view.isCube;
  const { select } = filter;
  if (!isOfEntities) refuseOtherOrder(filter);
  else refuseMany(select ?? columns, filter, isManyOf(view, context));
  if (!isOfEntities || select === undefined) return { ...whole, distinct: true };
  const names = [...select, ...filter.order.map(({ subject }) => subject), ...identity];
  const inner = [...new Map(names.map((name) => [nameKey(name), name])).values()];
  const query = {
    ...whole,
    distinct: true,
    items: inner.map((name) => ({ expression: refer(name) })),
    orderBy: [],
  };
  const from = { kind: 'derived', query, alias: { name: view.name }, lateral: false } as const;
  return { ...whole, from, where: undefined };
}

/** Returns whether an entity can have several values of a column of a view. This is certain only where each row is of one concept. */
function isManyOf({ query }: View, { ontology, serviceName }: DistinctContext): IsMany {
  const table = query.kind === 'select' && query.from?.kind === 'table' ? query.from.table : undefined;
  const concept = ontology.concepts.get(nameKey(table?.parts.at(-1)?.name ?? ''));
  if (query.kind !== 'select' || table === undefined || concept === undefined) return () => true;
  if (!readsEntities(query) || viewOf(ontology, serviceName, table) !== undefined) return () => true;
  const values = new Map(query.items.map((item) => [outputKey(item), item.expression]));
  return (name) => {
    const value = values.get(nameKey(name)) ?? refer(name);
    if (!isExpression(value) || someNode(value, isWindow)) return true;
    return namesIn(value).some((read) => hasSeveralValues(read, ontology, concept));
  };
}

function isWindow(node: Expression<Written>): boolean {
  return node.kind === 'call' && node.over !== undefined;
}

function refuseMany(select: readonly string[], { order }: Filter, isMany: IsMany): void {
  const refuse = (parameter: string, names: readonly string[]): void => {
    const many = names.find(isMany);
    if (many === undefined) return;
    throw malformed(
      parameter,
      `an entity can have several values of ${show(many)}, and _distinct_ returns one row for each`,
      'use nested=true, which returns them as arrays',
    );
  };
  refuse('_select_', select);
  refuse('_order_', order.map(({ subject }) => subject)); // prettier-ignore
}

function refuseOtherOrder({ select, order }: Filter): void {
  const selected = select && new Set(select.map(nameKey));
  const other = order.find(({ subject }) => selected?.has(nameKey(subject)) === false);
  if (other === undefined) return;
  throw malformed(
    '_order_',
    `${show(other.subject)} is not selected, and rows without entities are compared only by their columns`,
    `add it to _select_, or omit _distinct_`,
  );
}
