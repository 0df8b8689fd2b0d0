import type { Expression, Query, Select, Source } from '../../model';
import { FUNCTIONS, type Column, type Resolved } from '../plan';
import { conjunction, isExpression, mapChildren, mapQuery, rebuildQuery } from '../tree';

type Value = Expression<Resolved>;
type From = Source<Resolved>;

/** What folding the derived tables of one FROM gave. */
interface Folded {
  readonly source: From;
  /** Conditions that belong to the WHERE of the query around it. */
  readonly where: readonly Value[];
  /** What stands for the columns of the folded tables, by alias and then by column. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, Value>>;
}

/**
 * Folds `(SELECT ... FROM t WHERE ...) AS a` into the query around it where that changes no row: a plain projection of
 * one FROM, anywhere but on the nullable side of an outer join; there only columns, with the condition moved into ON.
 * Makes a concept of one mapping the table itself, which engines join by index and people can read.
 */
export function inlineDerived(query: Query<Resolved>): Query<Resolved> {
  const inner = rebuildQuery<Resolved, Resolved>(query, {
    expression: inlineInExpression,
    query: inlineDerived,
    source: inlineInSource,
  });
  return inner.kind === 'select' && inner.from !== undefined ? foldFrom(inner, inner.from) : inner;
}

function inlineInExpression(expression: Value): Value {
  if (expression.kind === 'literal' || expression.kind === 'reference') return expression;
  return mapChildren<Resolved, Resolved>(expression, { expression: inlineInExpression, query: inlineDerived });
}

function inlineInSource(source: From): From {
  if (source.kind === 'table') return source;
  if (source.kind === 'derived') return { ...source, query: inlineDerived(source.query) };
  const { on, ...rest } = source;
  return {
    ...rest,
    left: inlineInSource(source.left),
    right: inlineInSource(source.right),
    ...(on && { on: inlineInExpression(on) }),
  };
}

function foldFrom(select: Select<Resolved>, from: From): Query<Resolved> {
  const folded = fold(from, false);
  if (folded.columns.size === 0) return select;
  const where = conjunction([...folded.where, select.where]);
  const whole: Select<Resolved> = { ...select, from: folded.source, ...(where && { where }) };
  return substitute(whole, folded.columns);
}

function fold(source: From, nullable: boolean): Folded {
  if (source.kind === 'derived') return foldDerived(source, nullable) ?? keep(source);
  if (source.kind === 'table') return keep(source);
  return foldJoin(source, nullable);
}

function keep(source: From): Folded {
  return { source, where: [], columns: new Map() };
}

function foldJoin(join: Extract<From, { kind: 'join' }>, nullable: boolean): Folded {
  const left = fold(join.left, nullable || join.join === 'right');
  const right = fold(join.right, nullable || join.join === 'left');
  const isOuter = join.join === 'left' || join.join === 'right';
  const moved = join.join === 'left' ? right.where : join.join === 'right' ? left.where : [];
  const on = conjunction([join.on, ...moved]);
  const kept = isOuter ? (join.join === 'left' ? left.where : right.where) : [...left.where, ...right.where];
  return {
    source: { ...join, left: left.source, right: right.source, ...(on && { on }) },
    where: kept,
    columns: new Map([...left.columns, ...right.columns]),
  };
}

function foldDerived(source: Extract<From, { kind: 'derived' }>, nullable: boolean): Folded | undefined {
  const { query, alias } = source;
  if (source.lateral || source.columns !== undefined) return undefined;
  if (query.kind !== 'select' || query.from === undefined || !isProjection(query)) return undefined;
  if (!(nullable ? isColumnsOfTable(query) : query.from.kind === 'table' || !readsUnqualified(query))) return undefined;
  const renamed = query.from.kind === 'table' ? rename(query, query.from, alias.name) : { from: query.from, query };
  return {
    source: renamed.from,
    where: renamed.query.where === undefined ? [] : [renamed.query.where],
    columns: new Map([[alias.name, columnsOf(renamed.query)]]),
  };
}

/** On the nullable side only columns are NULL where there is no row; anything else would have a value there. */
function isColumnsOfTable(query: Select<Resolved>): boolean {
  return query.from?.kind === 'table' && query.items.every((item) => item.expression.kind === 'reference');
}

/** The one table of a projection under the alias of the derived table. */
function rename(
  query: Select<Resolved>,
  table: Extract<From, { kind: 'table' }>,
  alias: string,
): { readonly from: From; readonly query: Select<Resolved> } {
  const old = table.alias?.name ?? '';
  const requalified = mapQuery<Resolved, Resolved>(query, {
    reference: (column) => ({
      kind: 'reference',
      reference: column.source === old ? { ...column, source: alias } : column,
    }),
    source: (source) => source,
  });
  return { from: { ...table, alias: { name: alias } }, query: requalified.kind === 'select' ? requalified : query };
}

function columnsOf(query: Select<Resolved>): ReadonlyMap<string, Value> {
  const columns = new Map<string, Value>();
  for (const item of query.items) {
    if (item.alias !== undefined && isExpression(item.expression)) columns.set(item.alias.name, item.expression);
  }
  return columns;
}

function isProjection(query: Select<Resolved>): boolean {
  return (
    !query.distinct &&
    query.with === undefined &&
    query.groupBy.length === 0 &&
    query.having === undefined &&
    query.windows.length === 0 &&
    query.orderBy.length === 0 &&
    query.limit === undefined &&
    query.offset === undefined &&
    query.items.every((item) => isExpression(item.expression) && item.alias !== undefined && isRowWise(item.expression))
  );
}

/** Whether the value of a row depends on that row alone: no aggregate, no window. */
function isRowWise(expression: Value): boolean {
  if (expression.kind === 'literal' || expression.kind === 'reference') return true;
  if (
    expression.kind === 'call' &&
    (expression.over !== undefined || FUNCTIONS.get(expression.name)?.kind !== 'scalar')
  )
    return false;
  let rowWise = true;
  mapChildren<Resolved, Resolved>(expression, {
    expression: (child) => {
      rowWise &&= isRowWise(child);
      return child;
    },
    query: (query) => query,
  });
  return rowWise;
}

function readsUnqualified(query: Query<Resolved>): boolean {
  let found = false;
  mapQuery<Resolved, Resolved>(query, {
    reference: (column) => {
      found ||= column.source === '';
      return { kind: 'reference', reference: column };
    },
    source: (source) => source,
  });
  return found;
}

function substitute(query: Query<Resolved>, columns: Folded['columns']): Query<Resolved> {
  const reference = (column: Column): Value => {
    const value = columns.get(column.source)?.get(column.name);
    if (value === undefined) return { kind: 'reference', reference: column };
    return value.kind === 'reference'
      ? { kind: 'reference', reference: { ...value.reference, type: column.type, scale: column.scale } }
      : value;
  };
  return mapQuery<Resolved, Resolved>(query, { reference, source: (source) => source });
}
