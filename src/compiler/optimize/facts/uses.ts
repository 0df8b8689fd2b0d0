import { nameKey, type Expression, type Query, type Source } from '../../../model';
import type { Resolved } from '../../values';
import { childrenOf, queryIn, valuesOf } from '../../tree';

type Value = Expression<Resolved>;

/** The number of times that each column is read, including subqueries: by alias ('' for unqualified names) and `nameKey`. */
export type Uses = ReadonlyMap<string, ReadonlyMap<string, number>>;
type Counts = Map<string, Map<string, number>>;

const NONE: Uses = new Map();
const KNOWN = new WeakMap<object, Uses>();

export function usesOfExpression(expression: Value | undefined): Uses {
  return expression === undefined ? NONE : once(expression, addExpression);
}

export function usesOfSource(source: Source<Resolved>): Uses {
  return source.kind === 'table' ? NONE : once(source, addSource);
}

export function usesOfQuery(query: Query<Resolved>): Uses {
  return once(query, addQuery);
}

/** Returns how often a column is read; without a name, how often all columns of the alias are. */
export function countUses(uses: Uses, alias: string, name?: string): number {
  const columns = uses.get(alias);
  if (columns === undefined) return 0;
  return name === undefined ? [...columns.values()].reduce((sum, count) => sum + count, 0) : (columns.get(name) ?? 0);
}

function addExpression(counts: Counts, value: Value): void {
  if (value.kind === 'reference') addColumn(counts, value.reference.source, nameKey(value.reference.name), 1);
  for (const child of childrenOf(value)) addExpression(counts, child);
  const query = queryIn(value);
  if (query !== undefined) addUses(counts, usesOfQuery(query));
}

function addSource(counts: Counts, source: Source<Resolved>): void {
  if (source.kind === 'table') return;
  if (source.kind === 'derived') {
    addUses(counts, usesOfQuery(source.query));
    return;
  }
  addSource(counts, source.left);
  addSource(counts, source.right);
  if (source.on !== undefined) addExpression(counts, source.on);
}

function addQuery(counts: Counts, query: Query<Resolved>): void {
  for (const value of valuesOf(query)) addExpression(counts, value);
  for (const table of query.with?.tables ?? []) addUses(counts, usesOfQuery(table.query));
  if (query.kind === 'set') {
    addSide(counts, query.left);
    addSide(counts, query.right);
  } else if (query.from !== undefined) {
    addSource(counts, query.from);
  }
}

/** Adds the uses of one side of a chain of set operations directly, so that they are summed only once for the whole chain. */
function addSide(counts: Counts, side: Query<Resolved>): void {
  if (side.kind === 'set') addQuery(counts, side);
  else addUses(counts, usesOfQuery(side));
}

function addUses(counts: Counts, uses: Uses): void {
  for (const [alias, columns] of uses) for (const [name, count] of columns) addColumn(counts, alias, name, count);
}

function addColumn(counts: Counts, alias: string, name: string, count: number): void {
  const columns = counts.get(alias) ?? new Map<string, number>();
  counts.set(alias, columns);
  columns.set(name, (columns.get(name) ?? 0) + count);
}

/** Returns the stored result for a node. Trees are immutable, so it stays valid. */
function once<T extends object>(node: T, add: (counts: Counts, node: T) => void): Uses {
  const known = KNOWN.get(node);
  if (known !== undefined) return known;
  const counts: Counts = new Map();
  add(counts, node);
  KNOWN.set(node, counts);
  return counts;
}
