import { type Caller, nameKey, type Query, type Select, type Written } from '../../model';
import { type NestedStatement, type NestingContext, nestQuery } from '../nest';
import { MaskPolicy } from '../rights';
import { printQuery } from '../statement';
import type { EntityPage, Nesting } from '../values';
import { namesMeasure } from './collect-references';
import { breakTies, completeOrder } from './complete-order';
import { countRows } from './count-rows';
import { type Page, readPage, selectPage, WHOLE } from './filter-page';
import type { Filter } from './filter.ast';
import { type FilterTarget, lowerFilter } from './lower-filter';
import { orderColumns, withOrderColumns } from './seek';

/** A concept or a view, filtered by the parameters of an address. */
export interface FilterSource {
  readonly kind: 'concept' | 'view';
  readonly name: string;
  readonly filter: Filter;
}

/** A SELECT as it is written. */
export interface SelectSource {
  readonly kind: 'select';
  readonly query: Query<Written>;
  readonly nested: boolean;
}

/** What the statement of a request depends on besides its source. */
export interface StatementContext extends NestingContext {
  readonly caller: Caller;
  readonly maskColumns: readonly string[];
  /** The most rows of an answer; undefined means no limit. */
  readonly maxRows: number | undefined;
}

/** A statement with its order and page, ready to be planned. */
export interface PagedStatement {
  /** The statement for the rows, one more than `most` where there is a limit. */
  readonly query: Query<Written>;
  /** How to plan it where its rows are nested. */
  readonly nesting: Nesting | undefined;
  /** How its rows are nested; undefined for flat rows. */
  readonly nested: NestedStatement | undefined;
  /** The page of entities of nested rows. */
  readonly entities: EntityPage;
  readonly page: Page;
  /** The most rows of the answer; undefined means all. */
  readonly most: number | undefined;
  /** How many columns at the end are selected only for the key of the next page. */
  readonly hidden: number;
  /** The filter as a statement, the page included; undefined for a SELECT. */
  readonly executedQuery: string | undefined;
  /** The statement that counts the rows of all pages; undefined where no total is requested. */
  readonly counting: Query<Written> | undefined;
}

/** A statement in the order of its pages, and the page that is requested. */
interface OrderedStatement {
  readonly ordered: Select<Written>;
  /** Columns whose bytes order the rows that are equal by the order of the page. */
  readonly ties: readonly string[];
  readonly page: Page;
}

/** The statement that a SELECT or a filter stands for, in the order of its pages and cut to one page. */
export function pageStatement(source: FilterSource | SelectSource, context: StatementContext): PagedStatement {
  return source.kind === 'select' ? pageSelect(source, context) : pageFilter(source, context);
}

/** A SELECT contains its own order, limit and offset. */
function pageSelect({ query, nested: isNested }: SelectSource, context: StatementContext): PagedStatement {
  const nested = isNested ? nestQuery(query, context) : undefined;
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
  };
}

function pageFilter(source: FilterSource, context: StatementContext): PagedStatement {
  const { filter } = source;
  const lowered = lowerOnce(targetOf(source, context), filter);
  const { whole } = lowered;
  const nested = filter.nested ? nestQuery(whole, context) : undefined;
  const { ordered, ties, page } = orderPages(source, lowered, nested, context);
  const statement = selectPage(ordered, page);
  const most = fewerRows(page.limit, context.maxRows);
  const entities = { offset: page.from.offset, limit: most === undefined ? undefined : most + 1 };
  const keyed = withOrderColumns(statement, page.order);
  const isWhole = most === undefined && page.order.length === 0;
  const rows = isWhole ? statement : { ...breakTies(keyed, ties), limit: entities.limit };
  return {
    query: nested?.query ?? rows,
    nesting: nested?.nesting(entities),
    nested,
    entities,
    page,
    most,
    hidden: keyed.items.length - statement.items.length,
    executedQuery: statement === whole ? (lowered.text ??= printQuery(whole)) : printQuery(statement),
    counting: filter.count && countRows(whole, { identity: nested?.identity, ofCube: isCube(source, context) }),
  };
}

function fewerRows(limit: number | undefined, maxRows: number | undefined): number | undefined {
  return limit === undefined ? maxRows : Math.min(limit, maxRows ?? Infinity);
}

/** A filter as a statement without its page, for any caller. */
interface LoweredFilter {
  readonly target: FilterTarget;
  readonly whole: Select<Written>;
  text?: string;
}

/** The parser returns the same filter for a repeated address, so that it is lowered and printed only once. */
const loweredFilters = new WeakMap<Filter, LoweredFilter>();

function lowerOnce(target: FilterTarget, filter: Filter): LoweredFilter {
  const known = loweredFilters.get(filter);
  if (known?.target.schema === target.schema && known.target.table === target.table) return known;
  const lowered = { target, whole: lowerFilter(target, { ...filter, limit: undefined, offset: undefined }) };
  loweredFilters.set(filter, lowered);
  return lowered;
}

function targetOf({ kind, name }: FilterSource, { ontology, serviceName }: StatementContext): FilterTarget {
  const known = kind === 'concept' ? ontology.concepts : ontology.views;
  return {
    schema: `${kind === 'concept' ? 'd' : 'v'}${serviceName}`,
    table: known.get(nameKey(name))?.name ?? name,
  };
}

/** The columns that a statement names decide which rows of a cube it returns. */
function isCube({ kind, name }: FilterSource, { ontology }: StatementContext): boolean {
  return kind === 'view' && ontology.views.get(nameKey(name))?.isCube === true;
}

/** Only pages of flat rows need a complete order: nested rows are ordered by their entities. */
function orderPages(
  source: FilterSource,
  { target, whole }: LoweredFilter,
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

/** The identity of a concept makes an order complete; for a view and for groups, all of their columns do. */
function orderRows(
  source: FilterSource,
  whole: Select<Written>,
  context: StatementContext,
): Omit<OrderedStatement, 'page'> {
  const { ontology, caller, maskColumns } = context;
  const masks = new MaskPolicy(ontology, caller, maskColumns);
  const isGrouped = namesMeasure(whole);
  const concept = source.kind === 'view' || isGrouped ? undefined : ontology.concepts.get(nameKey(source.name));
  if (concept !== undefined) return { ordered: completeOrder(whole, ontology, concept, masks), ties: [] };
  const columns = context.columnsOf(whole);
  const names = columns.map(({ name }) => name);
  const texts = isGrouped ? [] : columns.filter(({ type }) => type === 'string').map(({ name }) => name);
  return { ordered: completeOrder(whole, ontology, names, masks), ties: texts };
}
