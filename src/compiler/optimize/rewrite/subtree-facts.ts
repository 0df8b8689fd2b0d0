import type { Expression, Query, Source } from '../../../model';
import { FUNCTIONS, type Resolved } from '../../values';
import { childrenOf, queryIn, valuesOf } from '../../tree';

type Value = Expression<Resolved>;

/** What stands somewhere in an expression. */
interface Traits {
  readonly holdsQuery: boolean;
  /** An aggregate or a window, sub-queries not looked at. */
  readonly readsRows: boolean;
  /** A name without a source, sub-queries included. */
  readonly holdsBareName: boolean;
}

const NOTHING: Traits = { holdsQuery: false, readsRows: false, holdsBareName: false };
const BARE_NAME: Traits = { ...NOTHING, holdsBareName: true };
/** Trees do not change, so that what is known of a node stays true. */
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

/** Whether a node is over a query of its own. */
export function isOverQuery(node: Value): boolean {
  return queryIn(node) !== undefined;
}

/** Whether a query stands anywhere in a value. */
export function holdsQuery(value: Value): boolean {
  return traitsOf(value).holdsQuery;
}

/** Whether a query stands in one of the values of a query: in its items, in its conditions, in its ORDER BY. */
export function someValueHoldsQuery(query: Query<Resolved>): boolean {
  const known = OVER_QUERIES.get(query);
  if (known !== undefined) return known;
  const holds = valuesOf(query).some(holdsQuery);
  OVER_QUERIES.set(query, holds);
  return holds;
}

/** Whether the value of a row depends on that row alone: no aggregate, no window. */
export function isRowWise(value: Value): boolean {
  return !traitsOf(value).readsRows;
}

/** Whether a name in a value tells of no source, those of its sub-queries included. */
export function holdsBareName(value: Value): boolean {
  return traitsOf(value).holdsBareName;
}

/** Whether a name in a query tells of no source, those of its sub-queries included. */
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

/** Whether a name in a FROM tells of no source, those of its derived tables included. */
export function sourceHasBareName(source: Source<Resolved>): boolean {
  if (source.kind === 'table') return false;
  if (source.kind === 'derived') return hasBareName(source.query);
  return (
    (source.on !== undefined && holdsBareName(source.on)) ||
    sourceHasBareName(source.left) ||
    sourceHasBareName(source.right)
  );
}
