import type { Expression, Query, Source } from '../../../model';
import { FUNCTIONS, type Resolved } from '../../values';
import { childrenOf, queryIn, valuesOf } from '../../tree';

type Value = Expression<Resolved>;

/** The facts about the nodes of an expression. */
interface Traits {
  readonly holdsQuery: boolean;
  /** Whether it contains an aggregate or a window, outside subqueries. */
  readonly readsRows: boolean;
  /** Whether it contains a name without a source, also in subqueries. */
  readonly holdsBareName: boolean;
}

const NOTHING: Traits = { holdsQuery: false, readsRows: false, holdsBareName: false };
const BARE_NAME: Traits = { ...NOTHING, holdsBareName: true };
/** The known facts about each node. Trees are immutable, so an entry stays valid. */
const KNOWN = new WeakMap<Value, Traits>();
const OVER_QUERIES = new WeakMap<Query<Resolved>, boolean>();
const BARE_QUERIES = new WeakMap<Query<Resolved>, boolean>();

function traitsOf(value: Value): Traits {
  if (value.kind === 'literal') return NOTHING;
  if (value.kind === 'reference') return value.reference.source === '' ? BARE_NAME : NOTHING;
  const known = KNOWN.get(value);
  if (known !== undefined) return known;
  const [query, parts] = [queryIn(value), childrenOf(value).map(traitsOf)];
  const traits = {
    holdsQuery: query !== undefined || parts.some((part) => part.holdsQuery),
    readsRows: isOverRows(value) || parts.some((part) => part.readsRows),
    holdsBareName: (query !== undefined && hasBareName(query)) || parts.some((part) => part.holdsBareName),
  };
  KNOWN.set(value, traits);
  return traits;
}

function isOverRows(value: Value): boolean {
  return value.kind === 'call' && (value.over !== undefined || FUNCTIONS.get(value.name)?.kind !== 'scalar');
}

/** Returns whether a node itself contains a query. */
export function isOverQuery(node: Value): boolean {
  return queryIn(node) !== undefined;
}

/** Returns whether a value contains a query at any depth. */
export function holdsQuery(value: Value): boolean {
  return traitsOf(value).holdsQuery;
}

/** Returns whether one of the expressions of a query contains a query: in its items, its conditions or its ORDER BY. */
export function someValueHoldsQuery(query: Query<Resolved>): boolean {
  const known = OVER_QUERIES.get(query);
  if (known !== undefined) return known;
  const holds = valuesOf(query).some(holdsQuery);
  OVER_QUERIES.set(query, holds);
  return holds;
}

/** Returns whether a value depends on its own row alone, without aggregates and windows. */
export function isRowWise(value: Value): boolean {
  return !traitsOf(value).readsRows;
}

/** Returns whether a value contains a name without a source, also in subqueries. */
export function holdsBareName(value: Value): boolean {
  return traitsOf(value).holdsBareName;
}

/** Returns whether a query contains a name without a source, also in subqueries. */
export function hasBareName(query: Query<Resolved>): boolean {
  const known = BARE_QUERIES.get(query);
  if (known !== undefined) return known;
  const inside = query.kind === 'set' ? [query.left, query.right] : [];
  const has =
    valuesOf(query).some(holdsBareName) ||
    (query.with?.tables ?? []).some((table) => hasBareName(table.query)) ||
    inside.some(hasBareName) ||
    (query.kind === 'select' && query.from !== undefined && sourceHasBareName(query.from));
  BARE_QUERIES.set(query, has);
  return has;
}

/** Returns whether a FROM contains a name without a source, also in derived tables. */
export function sourceHasBareName(source: Source<Resolved>): boolean {
  if (source.kind === 'table') return false;
  if (source.kind === 'derived') return hasBareName(source.query);
  return (
    (source.on !== undefined && holdsBareName(source.on)) ||
    sourceHasBareName(source.left) ||
    sourceHasBareName(source.right)
  );
}
