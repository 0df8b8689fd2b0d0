import type { Expression, OrderItem, Query, Reference, Select, Source } from '../../../model';
import { binary, conjunction, isExpression, NULL, selectOf, unionAll } from '../../tree';
import { branchesOf } from '../scope/branches';
import { ConceptSource } from '../entities/concept-source';
import { FanOut } from './fan-out';
import { columnOf, type Nesting, PAGE_KEY, PAGE_ORDER, type PlannedQuery, type Resolved, typeOf } from '../../values';
import type { Planning } from '../scope/planning';
import { aliasesOf, liftColumns } from '../paths/reached-rows';
import { joinNumberedArms } from './numbered-arms';
import { joinRelations, RelationTree } from '../paths/relation-tree';
import type { NamedSource } from '../scope/scope';

type Value = Expression<Resolved>;

/**
 * A column of the page, and its value in rows of the concept. Its name contains spaces, so it never equals that of a
 * table's column.
 */
interface PageColumn {
  readonly name: string;
  readonly value: Value;
}

/** The entities of a page as a common table. */
interface Page {
  readonly alias: string;
  readonly keys: readonly PageColumn[];
  readonly orders: readonly (PageColumn & { readonly order: OrderItem<Resolved> })[];
  readonly query: Query<Resolved>;
}

/**
 * Rewrites a SELECT over one concept so that its rows nest into the same entities with less work. A common table first
 * finds the entities of the page, and independent to-many relations are read in separate rows, so that they do not
 * multiply. Returns undefined if the rows are not nested, if the source is a view, or if rows of the concept have no key.
 */
export function planNested(
  { planning, nesting }: { readonly planning: Planning; readonly nesting?: Nesting | undefined },
  [source]: readonly NamedSource[],
  select: Select<Resolved>,
): Pick<PlannedQuery, 'query' | 'isPage'> | undefined {
  if (nesting === undefined || !(source instanceof ConceptSource) || source.hasKeyless) return undefined;
  const tree = new RelationTree(source.table.options.alias, source.relations);
  const written = select.orderBy.slice(0, select.orderBy.length - (nesting.elementOrder ?? 0));
  const items = select.items.slice(0, select.items.length - (nesting.places ?? 0));
  const fanOut = new FanOut(tree, { ...select, items, orderBy: written });
  const isPage = isPaged(nesting);
  const page = isPage ? planPage(planning, source, fanOut, { select, nesting }) : undefined;
  const sorted = page === undefined ? select : { ...select, orderBy: sortByPage(select, nesting, page) };
  const query = readRelations(planning, fanOut, sorted, { source, page, nesting });
  const tables = page && [{ name: { name: page.alias }, query: page.query }];
  return { query: { ...query, ...(tables && { with: { recursive: false, tables } }) }, isPage };
}

/**
 * Returns the SELECT with independent to-many relations in separate rows. Some engines would read the entities once for
 * each of them. The engine is known after the concept is planned.
 */
function readRelations(
  planning: Planning,
  fanOut: FanOut,
  select: Select<Resolved>,
  { source, page, nesting: { off } }: { readonly source: ConceptSource; readonly page: Page | undefined; readonly nesting: Nesting }, // prettier-ignore
): Select<Resolved> {
  const start = (): Source<Resolved> => startFrom(source, page);
  const from = start();
  if (off?.has('split-relations') === true || fanOut.arms.length < 2)
    return { ...select, from: joinRelations(from, fanOut.tree.roots) };
  if (off?.has('number-arms') !== true && !planning.traits.sharesReadsOfArms && fanOut.hasOneWhere) {
    if (!planning.traits.buffersJoins) return { ...select, from: joinNumberedArms(planning, fanOut, { start: from }) };
    // the source is built again, because it has the columns that were asked for before
    const key = source.identity().at(-1);
    return { ...select, from: joinNumberedArms(planning, fanOut, { start: start(), key }) };
  }
  return splitRows(planning, fanOut, select, { start, page });
}

/** Reports whether the statement returns only the entities of the page. */
function isPaged({ off, limit, offset }: Nesting): boolean {
  return (limit !== undefined || offset > 0) && off?.has('page-entities') !== true;
}

/** Returns the SELECT over a UNION with one query for each arm. */
function splitRows(
  planning: Planning,
  fanOut: FanOut,
  select: Select<Resolved>,
  { start, page }: { readonly start: () => Source<Resolved>; readonly page: Page | undefined },
): Select<Resolved> {
  const { tree, arms } = fanOut;
  const alias = planning.alias('nested');
  const { outer, columns } = liftColumns(select, [...aliasesOf(start()), ...tree.aliases], alias);
  const identity = page?.keys.map(({ value }) => value);
  const queries = arms.map((arm) => {
    const isThere = (name: string): boolean => {
      const relation = tree.find(name);
      return relation === undefined || fanOut.isJoined(relation, arm);
    };
    const items = columns.map(({ column, name }) => ({
      expression: isThere(column.source) ? ({ kind: 'reference', reference: column } as const) : NULL,
      alias: { name },
    }));
    const from = joinRelations(start(), tree.roots, (relation) => fanOut.isJoined(relation, arm));
    return rowsOf(items, from, fanOut.where(arm, identity));
  });
  return {
    ...outer,
    from: { kind: 'derived', query: unionAll<Resolved>(queries), alias: { name: alias }, lateral: false },
  };
}

function rowsOf(items: Select<Resolved>['items'], from: Source<Resolved>, where: Value | undefined): Select<Resolved> {
  return { ...selectOf(items), from, ...(where && { where }) };
}

/** Returns the entities of the page: their identity, and their sort values. */
function planPage(
  planning: Planning,
  source: ConceptSource,
  fanOut: FanOut,
  { select, nesting }: { readonly select: Select<Resolved>; readonly nesting: Nesting },
): Page {
  const keys = identityOf(planning, source).map((value, index) => ({ name: `${PAGE_KEY}${index + 1}`, value }));
  const orders = select.orderBy.slice(0, nesting.entityOrder).map((order, index) => ({
    name: `${PAGE_ORDER}${index + 1}`,
    order,
    value: firstOfGroup(order, select),
  }));
  const { joined, where } = fanOut.forEntities(orders.map(({ value }) => value));
  const from = joinRelations(source.table.build(), fanOut.tree.roots, (relation) => joined.has(relation));
  const items = [...keys, ...orders].map(({ name, value }) => ({ expression: value, alias: { name } }));
  return {
    alias: planning.alias('page'),
    keys,
    orders,
    query: {
      ...rowsOf(items, from, where),
      groupBy: keys.map(({ name, value }) => ({
        kind: 'reference',
        reference: { source: '', name, type: typeOf(value), isOutput: true },
      })),
      orderBy: orders.map(({ order, ...column }) => ({
        ...order,
        expression: order.nulls === undefined ? ofPage('', column) : column.value,
      })),
      ...(nesting.limit !== undefined && { limit: nesting.limit }),
      ...(nesting.offset > 0 && { offset: nesting.offset }),
    },
  };
}

/**
 * Returns the sort value of an entity as an aggregate over its rows. An output name is replaced by its value, and a
 * window over the rows by an aggregate over the group.
 */
function firstOfGroup({ expression, descending }: OrderItem<Resolved>, { items }: Select<Resolved>): Value {
  if (expression.kind === 'call' && expression.over !== undefined) return { ...expression, over: undefined };
  const item = isOutput(expression) && items.find(({ alias }) => alias?.name === expression.reference.name);
  const value = item && isExpression(item.expression) ? item.expression : expression;
  return { kind: 'call', name: descending ? 'MAX' : 'MIN', arguments: [value], distinct: false };
}

function isOutput(expression: Value): expression is Reference<Resolved> {
  return expression.kind === 'reference' && expression.reference.source === '';
}

/** Returns the ORDER BY: the page's order of entities, then the statement's order of the rows of each. */
function sortByPage(select: Select<Resolved>, { entityOrder }: Nesting, page: Page): readonly OrderItem<Resolved>[] {
  const ofEntities = page.orders.map((order) => ({ ...order.order, expression: ofPage(page.alias, order) }));
  return [...ofEntities, ...select.orderBy.slice(entityOrder)];
}

/** Returns a column of the page in a table with this alias. */
function ofPage(alias: string, { name, value }: PageColumn): Value {
  return columnOf(alias, name, typeOf(value));
}

/** Returns the identity of nested entities, with the `entity_type` of the row if there are several types. */
function identityOf(planning: Planning, source: ConceptSource): readonly Value[] {
  const types = new Set(branchesOf(planning.ontology, source.concept).map(({ owner }) => owner.name));
  return types.size > 1 ? [...source.identity(), source.table.read('entity_type')] : source.identity();
}

/** Returns the concept's rows, restricted to the page's entities if there is a page. */
function startFrom(source: ConceptSource, page: Page | undefined): Source<Resolved> {
  const right = source.table.build();
  if (page === undefined) return right;
  const { alias } = page;
  const left = { kind: 'table', table: { kind: 'common', name: alias }, alias: { name: alias } } as const;
  const on = conjunction(page.keys.map((key) => binary(key.value, '=', ofPage(alias, key))));
  return { kind: 'join', join: 'inner', natural: false, left, right, ...(on && { on }) };
}
