import type { Expression, Query, Select, Source, SourceFacts } from '../../../model';
import { FUNCTIONS, type Resolved } from '../../values';
import { childrenOf, conjunction, isNull } from '../../tree';
import { isNullLiteral } from '../facts/contradiction';
import { namesSources, type Join } from '../facts/join-tree';
import { columnsOf, isProjection, valueFor } from '../facts/projection';
import { columnKey, rejectedNulls } from '../facts/rejects-null';
import { relationOf } from '../facts/relation';
import {
  moveColumns,
  replaceColumns,
  replaceColumnsIn,
  replaceColumnsOf,
  type ReplaceColumn,
} from '../rewrite/replace-nodes';
import { rewriteBlocks } from '../rewrite/rewrite-query';
import { hasBareName, holdsQuery } from '../rewrite/subtree-facts';

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
 * one FROM; on the nullable side of an outer join of one table, with the condition moved into ON.
 * Makes a concept of one mapping the table itself, which engines join by index and people can read. WITH ROLLUP makes
 * NULL of what is grouped by, each column for itself: of a column, not of a value that stands for it.
 */
export function inlineDerived(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) =>
    block.kind === 'select' && block.from !== undefined && !block.rollup && namesSources(block)
      ? foldFrom(block, block.from)
      : block,
  );
}

/**
 * The conditions that come out of a folded table speak of the table below it already, under the same alias: only what
 * stood around it is put in terms of its values.
 */
function foldFrom(select: Select<Resolved>, from: From): Query<Resolved> {
  const folded = fold(from, false);
  if (folded.columns.size === 0 || isAskedOfGroups(select.having, folded.columns)) return select;
  const around = replaceColumns({ ...select, from: undefined }, valuesOf(folded.columns));
  if (around.kind !== 'select') return select;
  const where = conjunction([...folded.where, around.where]);
  return { ...around, from: folded.source, ...(where && { where }) };
}

/** Whether HAVING reads what is reckoned of a row, but for aggregates: MariaDB knows the columns of GROUP BY there, not what they are reckoned of. */
function isAskedOfGroups(node: Value | undefined, columns: Folded['columns']): boolean {
  if (node === undefined) return false;
  if (node.kind === 'call' && FUNCTIONS.get(node.name)?.kind === 'aggregate') return false;
  if (node.kind !== 'reference') return childrenOf(node).some((child) => isAskedOfGroups(child, columns));
  const value = columns.get(node.reference.source)?.get(node.reference.name);
  return value !== undefined && value.kind !== 'reference' && value.kind !== 'literal';
}

function fold(source: From, nullable: boolean): Folded {
  if (source.kind === 'derived') return foldDerived(source, nullable) ?? keep(source);
  if (source.kind === 'table') return keep(source);
  return foldJoin(source, nullable);
}

function keep(source: From): Folded {
  return { source, where: [], columns: new Map() };
}

function foldJoin(join: Join, nullable: boolean): Folded {
  if (join.natural || join.using !== undefined) return keep(join);
  const left = fold(join.left, nullable || join.join === 'right');
  const right = fold(join.right, nullable || join.join === 'left');
  const columns = new Map([...left.columns, ...right.columns]);
  const own = join.on && replaceColumnsOf(join.on, valuesOf(columns));
  if (asksInOuterJoin(join, own)) return keep(join);
  const { moved, kept } = conditionsOf(join, left, right);
  const on = conjunction([own, ...moved]);
  return {
    source: { ...join, left: left.source, right: beside(right.source, left), ...(on && { on }) },
    where: kept,
    columns,
  };
}

/** Whether a condition of an outer join would become one over a sub-query, which DuckDB does not take. */
function asksInOuterJoin({ join, on }: Join, folded: Value | undefined): boolean {
  if (join !== 'left' && join !== 'right') return false;
  return on !== undefined && folded !== undefined && holdsQuery(folded) && !holdsQuery(on);
}

/** The conditions of folded tables that go into the ON of their join, and those that go up into the WHERE. */
function conditionsOf(
  { join }: Join,
  left: Folded,
  right: Folded,
): { readonly moved: readonly Value[]; readonly kept: readonly Value[] } {
  if (join === 'left') return { moved: right.where, kept: left.where };
  if (join === 'right') return { moved: left.where, kept: right.where };
  return { moved: [], kept: [...left.where, ...right.where] };
}

function foldDerived(source: Extract<From, { kind: 'derived' }>, nullable: boolean): Folded | undefined {
  const { query, alias } = source;
  if (source.lateral || source.columns !== undefined) return undefined;
  if (query.kind !== 'select' || query.from === undefined || !isFoldable(query, nullable)) return undefined;
  const from = ofMapping(query.from, source.facts);
  const renamed = from.kind === 'table' ? rename(query, from, alias.name) : { from, query };
  const columns = nullable ? nullableColumns(renamed.query, renamed.from) : columnsOf(renamed.query);
  if (columns === undefined) return undefined;
  return {
    source: renamed.from,
    where: renamed.query.where === undefined ? [] : [renamed.query.where],
    columns: new Map([[alias.name, columns]]),
  };
}

/** DuckDB knows no sub-queries in the ON of an outer join, and others are slow at them. */
function isFoldable(query: Select<Resolved>, nullable: boolean): boolean {
  if (!isProjection(query)) return false;
  if (hasBareName(query)) return false;
  return !nullable || (query.from?.kind === 'table' && !(query.where !== undefined && holdsQuery(query.where)));
}

/** The first table of a FROM stands for the mapping of which the FROM was. */
function ofMapping(source: From, declared: SourceFacts | undefined): From {
  if (declared?.mapping === undefined) return source;
  if (source.kind === 'join') return { ...source, left: ofMapping(source.left, declared) };
  const { mapping, disjointFrom } = declared;
  return { ...source, ...(source.facts && { facts: { ...source.facts, mapping, disjointFrom } }) };
}

/** The values as they are where an outer join fills up a row: NULL, also what has a value for a row of nothing but NULL. */
function nullableColumns(query: Select<Resolved>, from: From): ReadonlyMap<string, Value> | undefined {
  const columns = columnsOf(query);
  const strict = [...columns].filter(([, value]) => isStrict(value));
  if (strict.length === columns.size) return columns;
  const notNull = new Set([...relationOf(from).notNull, ...rejectedNulls(query.where)]);
  const witness = [...columns.values()].find(
    (value) => value.kind === 'reference' && notNull.has(columnKey(value.reference)),
  );
  if (witness === undefined) return undefined;
  const guarded = (then: Value): Value => ({ kind: 'case', branches: [{ when: isNull(witness, true), then }] });
  return new Map([...columns].map(([name, value]) => [name, isStrict(value) ? value : guarded(value)]));
}

/** Whether a value is NULL where every column is. */
function isStrict(value: Value): boolean {
  return value.kind === 'reference' || (value.kind === 'cast' && isStrict(value.operand)) || isNullLiteral(value);
}

/** The one table of a projection under the alias of the derived table. */
function rename(
  query: Select<Resolved>,
  table: Extract<From, { kind: 'table' }>,
  alias: string,
): { readonly from: From; readonly query: Select<Resolved> } {
  const old = table.alias?.name ?? '';
  const requalified = replaceColumns(query, moveColumns(old, alias));
  return { from: { ...table, alias: { name: alias } }, query: requalified.kind === 'select' ? requalified : query };
}

/** A LATERAL table reads those before it. */
function beside(source: From, left: Folded): From {
  return source.kind === 'derived' && source.lateral ? replaceColumnsIn(source, valuesOf(left.columns)) : source;
}

function valuesOf(columns: Folded['columns']): ReplaceColumn {
  return (column) => valueFor(column, columns.get(column.source)?.get(column.name));
}
