import {
  nameKey,
  type CommonTable,
  type DerivedSource,
  type Expression,
  type OrderItem,
  type Query,
  type Select,
  type Source,
} from '../../../model';
import { isPageColumn, isPageKey, type Column, type Resolved } from '../../values';
import { conjuncts, isExpression, isSameTree, selectOf } from '../../tree';
import { columnsOf } from '../facts/projection';
import { resultOf } from '../facts/relation';
import { isRowWise } from '../rewrite/subtree-facts';
import { moveColumns, replaceColumns } from '../rewrite/replace-nodes';
import { isSameSource } from '../rewrite/same-source';
import { rewriteBlocks } from '../rewrite/rewrite-query';

type Value = Expression<Resolved>;
type From = Source<Resolved>;
type Rows = DerivedSource<Resolved>;

/**
 * Reads the entities of a page directly from the page if each of them has one row. Otherwise, the query groups all rows
 * and joins the page to all of them again. No index can then be used, and no branch can be dropped.
 */
export function pageRows(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) => (block.kind === 'select' ? readOnce(block) : block));
}

/** A page in which each row is one row of `rows`, identified by the values of `keys`. */
interface Page {
  readonly name: string;
  readonly rows: Rows;
  readonly keys: ReadonlyMap<string, Value>;
  readonly query: Select<Resolved>;
}

function readOnce(block: Select<Resolved>): Query<Resolved> {
  const { with: tables, ...rest } = block;
  const [table, ...others] = tables?.tables ?? [];
  const page = table && others.length === 0 ? readPage(table) : undefined;
  if (page === undefined || tables === undefined) return block;
  const read = new Map<string, Column>();
  const query = rewriteBlocks(rest, (inner) => (inner.kind === 'select' ? readFrom(page, inner, read) : inner));
  if (query === rest) return block;
  const columns = [...read.values()].map((reference) => ({
    expression: { kind: 'reference', reference } as const,
    alias: { name: reference.name },
  }));
  const whole = { ...page.query, items: [...page.query.items, ...columns] };
  return { ...query, with: { ...tables, tables: [{ name: { name: page.name }, query: whole }] } };
}

/** Returns the common table of a page without its groups, if each group is one row. */
function readPage({ name, columns, query }: CommonTable<Resolved>): Page | undefined {
  if (columns !== undefined || query.kind !== 'select' || query.from === undefined) return undefined;
  const rows = firstOf(query.from);
  const keys = keysOf(query);
  const isOfRows = (value: Value): boolean => value.kind === 'reference' && value.reference.source === rows?.alias.name;
  if (keys === undefined || rows === undefined || ![...keys.values()].every(isOfRows)) return undefined;
  if (![rows, query.from].every((from) => isKey([...keys.values()], from))) return undefined;
  const plain = withoutGroups(query, [...keys.values()]);
  const isPlain = plain.items.every(({ expression }) => isExpression(expression) && isRowWise(expression));
  return isPlain ? { name: name.name, rows, keys, query: plain } : undefined;
}

/** Returns the keys that a page groups by, by the names of its columns, or undefined if the query is not a page. */
function keysOf(query: Select<Resolved>): Page['keys'] | undefined {
  const { groupBy, having, rollup, distinct } = query;
  const columns = columnsOf(query);
  const keys = new Map([...columns].filter(([column]) => isPageKey(column)));
  const isPage = having === undefined && !rollup && !distinct && columns.size === query.items.length;
  const isOfPage = (value: Value): boolean =>
    value.kind === 'reference' && value.reference.source === '' && keys.has(value.reference.name);
  if (!isPage || ![...columns.keys()].every(isPageColumn)) return undefined;
  return groupBy.length > 0 && groupBy.length === keys.size && groupBy.every(isOfPage) ? keys : undefined;
}

/** Returns a query without its groups, if each group is a single row. */
function withoutGroups(query: Select<Resolved>, keys: readonly Value[]): Select<Resolved> {
  const items = query.items.map((item) => (isExpression(item.expression) ? { ...item, expression: ofOneRow(item.expression) } : item)); // prettier-ignore
  const orderBy = query.orderBy.map((order) => ({ ...order, expression: ofOneRow(order.expression) }));
  return { ...query, groupBy: [], items, orderBy: upToKey(orderBy, columnsOf({ ...query, items }), keys) };
}

/** Returns an order without the items after a complete key, because no two rows are equal there. An index can then provide the order. */
function upToKey(
  orderBy: readonly OrderItem<Resolved>[],
  columns: ReadonlyMap<string, Value>,
  keys: readonly Value[],
): readonly OrderItem<Resolved>[] {
  const values = orderBy.map(({ expression }) =>
    expression.kind === 'reference' && expression.reference.source === ''
      ? columns.get(expression.reference.name)
      : expression,
  );
  const places = keys.map((key) => values.findIndex((value) => isSameTree(value, key)));
  return places.includes(-1) ? orderBy : orderBy.slice(0, Math.max(...places) + 1);
}

/** Returns the first source of a FROM, to which all others are joined. */
function firstOf(from: From): Rows | undefined {
  if (from.kind === 'join') return from.join === 'right' ? undefined : firstOf(from.left);
  return from.kind === 'derived' && from.columns === undefined && !from.lateral ? from : undefined;
}

/** Returns whether no two rows of a FROM are equal in these values, none of which is NULL. */
function isKey(values: readonly Value[], from: From): boolean {
  const items = values.map((expression, index) => ({ expression, alias: { name: `key ${index}` } }));
  const { keys, notNull } = resultOf({ ...selectOf(items), from });
  return keys.some((key) => key.every((column) => notNull.has(column)));
}

/** Returns the argument of MIN or MAX, which is the result for a single row. */
function ofOneRow(value: Value): Value {
  if (value.kind !== 'call' || (value.name !== 'MIN' && value.name !== 'MAX') || value.over !== undefined) return value;
  const [argument] = value.arguments;
  return argument !== undefined && isExpression(argument) ? argument : value;
}

/** Returns a SELECT that reads the rows from the page instead of joining them to it. Adds the columns of `rows` that it reads to `read`. */
function readFrom(page: Page, select: Select<Resolved>, read: Map<string, Column>): Query<Resolved> {
  const joined = select.from && joinOf(page, select.from);
  if (joined === undefined || select.from === undefined) return select;
  const alias = page.rows.alias.name;
  const from = replace(select.from, joined.join, { ...joined.page, alias: page.rows.alias });
  return replaceColumns(
    replaceColumns({ ...select, from }, moveColumns(joined.page.alias?.name ?? '', alias)),
    (column) => {
      if (column.source === alias && !isPageColumn(column.name)) read.set(nameKey(column.name), column);
      return undefined;
    },
  );
}

interface Joined {
  readonly join: From;
  readonly page: Extract<From, { kind: 'table' }>;
}

/** Returns the join of a page to its rows, if it is the first join of a FROM. */
function joinOf(page: Page, from: From): Joined | undefined {
  if (from.kind !== 'join') return undefined;
  const { left, right, on } = from;
  if (left.kind !== 'table') return joinOf(page, left);
  const isOfPage = left.table.kind === 'common' && left.table.name === page.name && from.join === 'inner';
  if (!isOfPage || right.kind !== 'derived' || right.alias.name !== page.rows.alias.name) return undefined;
  const isAsked = ([name, key]: readonly [string, Value]): boolean =>
    conjuncts(on).some((part) => isPair(part, key, { source: left.alias?.name ?? '', name }));
  const isWhole = conjuncts(on).length === page.keys.size && [...page.keys].every(isAsked);
  return isWhole && isSameSource(right, page.rows) ? { join: from, page: left } : undefined;
}

function isPair(part: Value, key: Value, { source, name }: Pick<Column, 'source' | 'name'>): boolean {
  if (part.kind !== 'binary' || part.operator !== '=' || part.right.kind !== 'reference') return false;
  return part.right.reference.source === source && part.right.reference.name === name && isSameTree(part.left, key);
}

function replace(from: From, join: From, by: From): From {
  if (from === join) return by;
  return from.kind === 'join' ? { ...from, left: replace(from.left, join, by) } : from;
}
