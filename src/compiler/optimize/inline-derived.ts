import type { Expression, Query, Select, Source, SourceFacts } from '../../model';
import type { Resolved } from '../plan';
import { conjunction, mapQuery } from '../tree';
import { columnsOf, isProjection, valueFor } from './projection';
import { rewriteBlocks } from './rewrite-query';

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
  return rewriteBlocks(query, (block) =>
    block.kind === 'select' && block.from !== undefined ? foldFrom(block, block.from) : block,
  );
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
  const from = ofMapping(query.from, source.facts);
  const renamed = from.kind === 'table' ? rename(query, from, alias.name) : { from, query };
  return {
    source: renamed.from,
    where: renamed.query.where === undefined ? [] : [renamed.query.where],
    columns: new Map([[alias.name, columnsOf(renamed.query)]]),
  };
}

/** The first table of a FROM stands for the mapping of which the FROM was. */
function ofMapping(source: From, declared: SourceFacts | undefined): From {
  if (declared?.mapping === undefined) return source;
  if (source.kind === 'join') return { ...source, left: ofMapping(source.left, declared) };
  const { mapping, disjointFrom } = declared;
  return { ...source, ...(source.facts && { facts: { ...source.facts, mapping, disjointFrom } }) };
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
  return mapQuery<Resolved, Resolved>(query, {
    reference: (column) => valueFor(column, columns.get(column.source)?.get(column.name)),
    source: (source) => source,
  });
}
