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

/** The result of merging the derived tables of one FROM. */
interface Folded {
  readonly source: From;
  /** Conditions that belong to the WHERE of the outer query. */
  readonly where: readonly Value[];
  /** The values of the columns of the merged tables, by alias and then by column. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, Value>>;
}

/**
 * Merges `(SELECT ... FROM t WHERE ...) AS a` into the outer query if this changes no row. The derived table must be a
 * plain projection; on the nullable side of an outer join it must read one table, and its condition moves into ON. A
 * concept with one mapping becomes the table itself, which engines join by index and people can read. WITH ROLLUP
 * blocks the rewrite: it sets columns to NULL, not the values that would replace them.
 */
export function inlineDerived(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) =>
    block.kind === 'select' && block.from !== undefined && !block.rollup && namesSources(block)
      ? foldFrom(block, block.from)
      : block,
  );
}

/**
 * Merges the derived tables of a FROM. The conditions of a merged table already refer to the table below it, under the
 * same alias. Only the outer query is rewritten in terms of its values.
 */
function foldFrom(select: Select<Resolved>, from: From): Query<Resolved> {
  const folded = fold(from, false);
  if (folded.columns.size === 0 || isAskedOfGroups(select.having, folded.columns)) return select;
  const around = replaceColumns({ ...select, from: undefined }, valuesOf(folded.columns));
  if (around.kind !== 'select') return select;
  const where = conjunction([...folded.where, around.where]);
  return { ...around, from: folded.source, ...(where && { where }) };
}

/**
 * Returns whether HAVING reads a computed value outside aggregates. In HAVING, MariaDB resolves the columns of GROUP
 * BY, but not the columns from which they are computed.
 */
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

/** Returns whether a condition of an outer join would then contain a subquery, which DuckDB rejects. */
function asksInOuterJoin({ join, on }: Join, folded: Value | undefined): boolean {
  if (join !== 'left' && join !== 'right') return false;
  return on !== undefined && folded !== undefined && holdsQuery(folded) && !holdsQuery(on);
}

/** Returns the conditions of merged tables that move into the ON of their join, and those that move up into WHERE. */
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

/** Returns whether a SELECT can be merged. DuckDB rejects subqueries in the ON of an outer join, and other engines evaluate them slowly. */
function isFoldable(query: Select<Resolved>, nullable: boolean): boolean {
  if (!isProjection(query)) return false;
  if (hasBareName(query)) return false;
  return !nullable || (query.from?.kind === 'table' && !(query.where !== undefined && holdsQuery(query.where)));
}

/** Marks the first table of a FROM as the mapping that the FROM belongs to. */
function ofMapping(source: From, declared: SourceFacts | undefined): From {
  if (declared?.mapping === undefined) return source;
  if (source.kind === 'join') return { ...source, left: ofMapping(source.left, declared) };
  const { mapping, disjointFrom } = declared;
  return { ...source, ...(source.facts && { facts: { ...source.facts, mapping, disjointFrom } }) };
}

/**
 * Returns the values of a nullable side. On a row without a match, all of them must be NULL, including values that are
 * not NULL for a row of NULLs. Returns undefined if no column shows whether there is a match.
 */
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

/** Returns whether a value is NULL if every column is. */
function isStrict(value: Value): boolean {
  return value.kind === 'reference' || (value.kind === 'cast' && isStrict(value.operand)) || isNullLiteral(value);
}

/** Returns the only table of a projection under the alias of the derived table. */
function rename(
  query: Select<Resolved>,
  table: Extract<From, { kind: 'table' }>,
  alias: string,
): { readonly from: From; readonly query: Select<Resolved> } {
  const old = table.alias?.name ?? '';
  const requalified = replaceColumns(query, moveColumns(old, alias));
  return { from: { ...table, alias: { name: alias } }, query: requalified.kind === 'select' ? requalified : query };
}

/** Rewrites a LATERAL table, which reads the tables before it. */
function beside(source: From, left: Folded): From {
  return source.kind === 'derived' && source.lateral ? replaceColumnsIn(source, valuesOf(left.columns)) : source;
}

function valuesOf(columns: Folded['columns']): ReplaceColumn {
  return (column) => valueFor(column, columns.get(column.source)?.get(column.name));
}
