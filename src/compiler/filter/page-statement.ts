import { type Caller, nameKey, type Select, type Written } from '../../model';
import { type NestedStatement, type NestingContext, nestQuery } from '../nest';
import { hasKeylessRows } from '../ontology';
import { CallerMasks } from '../rights';
import { printQuery } from '../statement';
import { isGrouped } from './collect-references';
import { breakTies, completeOrder, ownIdentity } from './complete-order';
import { countRows } from './count-rows';
import { distinctRows } from './distinct-rows';
import { orderColumns, type Page, readPage, selectPage, WHOLE, withOrderColumns } from './filter-page';
import type { Filter } from './filter.ast';
import { groupRows } from './group-rows';
import { type FilterStatement, reuseStatement } from './known-statement';
import { writeListOptions } from './list-options';
import { type FilterTarget, lowerFilter } from './lower-filter';
import type { FilterSource, PagedStatement, SelectSource } from './paged-statement';

/** The context of the statement of a request, besides its source. */
export interface StatementContext extends NestingContext {
  readonly caller: Caller;
  readonly maskColumns: readonly string[];
  /** The greatest number of rows in a response; undefined means no limit. */
  readonly maxRows: number | undefined;
}

/** A statement in the order of its pages, and the requested page. */
interface OrderedStatement {
  readonly ordered: Select<Written>;
  /** Columns whose bytes order the rows that are equal in the order of the page. */
  readonly ties: readonly string[];
  readonly page: Page;
}

/** Returns the statement of a SELECT or a filter, in the order of its pages and limited to one page. */
export function pageStatement(source: FilterSource | SelectSource, context: StatementContext): PagedStatement {
  if (source.kind === 'select') return pageSelect(source, context);
  return reuseStatement(source, context, () => pageFilter(source, context));
}

/** Returns the statement of a SELECT, which contains its own order, limit and offset. */
function pageSelect(source: SelectSource, context: StatementContext): PagedStatement {
  const { query, values, lists } = source;
  const nested = source.nested ? nestQuery(query, context, lists) : undefined;
  const entities = { offset: query.offset ?? 0, limit: query.limit };
  return {
    query: nested?.query ?? query,
    nesting: nested?.nesting(entities),
    nested,
    entities,
    page: WHOLE,
    most: context.maxRows,
    hidden: 0,
    executedQuery: undefined,
    counting: undefined,
    values,
  };
}

function pageFilter(source: FilterSource, context: StatementContext): FilterStatement {
  const { filter } = source;
  const target = targetOf(source, context);
  const flat = lowerFilter(target, { ...filter, limit: undefined, offset: undefined });
  const lowered = mayGroup(filter) ? groupRows(source, flat, context) : flat;
  const nested = filter.nested ? nestQuery(lowered, context, filter.lists) : undefined;
  const whole = filter.distinct && nested === undefined ? distinctRows(source, lowered, context) : lowered;
  const { ordered, ties, page } = orderPages(source, { target, whole }, nested, context);
  const statement = selectPage(ordered, page);
  const most = fewerRows(page.limit, context.maxRows);
  const entities = { offset: page.from.offset, limit: most === undefined ? undefined : most + 1 };
  const keyed = withOrderColumns(statement, page.order);
  const options = writeListOptions(filter.lists);
  const isWhole = most === undefined && page.order.length === 0;
  const rows = isWhole ? statement : { ...breakTies(keyed, ties), limit: entities.limit };
  const paged = {
    query: nested?.query ?? rows,
    nesting: nested?.nesting(entities),
    nested,
    entities,
    page,
    most,
    hidden: keyed.items.length - statement.items.length,
    executedQuery: printQuery(statement, options),
    counting: filter.count && countRows(whole, { ...nested, ofCube: isCube(source, context) }),
  };
  return { target, whole, shown: statement, options, paged };
}

function mayGroup({ select, having }: Filter): boolean {
  return having !== undefined || select?.some((name) => name.endsWith(')')) === true;
}

function fewerRows(limit: number | undefined, maxRows: number | undefined): number | undefined {
  return limit === undefined ? maxRows : Math.min(limit, maxRows ?? Infinity);
}

function targetOf({ kind, name }: FilterSource, { ontology, serviceName }: StatementContext): FilterTarget {
  const known = kind === 'concept' ? ontology.concepts : ontology.views;
  return {
    schema: `${kind === 'concept' ? 'd' : 'v'}${serviceName}`,
    table: known.get(nameKey(name))?.name ?? name,
  };
}

/** Returns whether the source is a cube, whose rows depend on the columns that a statement names. */
function isCube({ kind, name }: FilterSource, { ontology }: StatementContext): boolean {
  return kind === 'view' && ontology.views.get(nameKey(name))?.isCube === true;
}

/**
 * Returns the statement in the order of its pages. Only pages of flat rows need a complete order: nested rows are
 * ordered by their entities.
 */
function orderPages(
  source: FilterSource,
  { target, whole }: Pick<FilterStatement, 'target' | 'whole'>,
  nested: NestedStatement | undefined,
  context: StatementContext,
): OrderedStatement {
  const { filter } = source;
  const { ontology } = context;
  if ((filter.limit ?? filter.after) === undefined || nested !== undefined)
    return { ordered: whole, ties: [], page: readPage(ontology, target, filter, []) };
  const { ordered, ties } = orderRows(source, whole, context);
  if (isCube(source, context)) return { ordered, ties: [], page: readPage(ontology, target, filter, []) };
  return { ordered, ties, page: readPage(ontology, target, filter, orderColumns(ordered)) };
}

/**
 * Completes the order: of a concept by its identity, of a view and of groups by all of their columns, and of a concept with rows
 * without a key by both.
 */
function orderRows(
  source: FilterSource,
  whole: Select<Written>,
  context: StatementContext,
): Omit<OrderedStatement, 'page'> {
  const { ontology, caller, maskColumns } = context;
  const masks = new CallerMasks(ontology, caller, maskColumns);
  const hasGroups = isGrouped(whole);
  const concept = source.kind === 'view' || hasGroups ? undefined : ontology.concepts.get(nameKey(source.name));
  const hasKeyless =
    concept !== undefined && ontology.settings.has('keyless_mappings') && hasKeylessRows(ontology, concept);
  if (concept !== undefined && !hasKeyless)
    return { ordered: completeOrder(whole, ontology, concept, masks), ties: [] };
  const columns = context.columnsOf(whole);
  const identity = hasKeyless ? ownIdentity(ontology, concept, masks) : [];
  const names = [...new Set([...identity, ...columns.map(({ name }) => name)])];
  const texts = hasGroups ? [] : columns.filter(({ type }) => type === 'string').map(({ name }) => name);
  return { ordered: completeOrder(whole, ontology, names, masks), ties: texts };
}
