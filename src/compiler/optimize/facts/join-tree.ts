import { nameKey, type Expression, type Select, type Source } from '../../../model';
import type { Resolved } from '../../values';
import { conjunction, isExpression, valuesOf } from '../../tree';
import { isProjection } from './projection';
import { hasBareName, holdsBareName } from '../rewrite/subtree-facts';

type Value = Expression<Resolved>;
export type Join = Extract<Source<Resolved>, { kind: 'join' }>;
/** A source other than a join. */
export type Scan = Exclude<Source<Resolved>, { kind: 'join' }>;

/**
 * Returns whether each name in a SELECT identifies its source: there is no star and no USING, and unqualified names
 * occur only as outputs in ORDER BY.
 */
export function isQualified(select: Select<Resolved>): boolean {
  return (
    select.items.every((item) => isExpression(item.expression)) &&
    (select.from === undefined || isPlain(select.from)) &&
    !hasBareName(withoutOutputs(select))
  );
}

/** Returns whether each column that a SELECT itself reads from its FROM identifies its source, regardless of its derived tables. */
export function namesSources(select: Select<Resolved>): boolean {
  const values = [
    ...valuesOf(withoutOutputs(select)).filter((value) => !isOutput(value)),
    ...joinsOf(select.from).flatMap(({ on }) => on ?? []),
  ];
  return (
    select.items.every((item) => isExpression(item.expression)) &&
    !values.some(holdsBareName) &&
    ![...(select.from ? scansOf(select.from).values() : [])].some(
      (scan) => scan.kind === 'derived' && scan.lateral && hasBareName(scan.query),
    )
  );
}

function isOutput(value: Value): boolean {
  return value.kind === 'reference' && value.reference.isOutput === true;
}

/** Returns the SELECT without the items of ORDER BY that refer to its outputs. */
function withoutOutputs(select: Select<Resolved>): Select<Resolved> {
  const outputs = new Set(select.items.map((item) => nameKey(item.alias?.name ?? '')));
  const orderBy = select.orderBy.filter(
    ({ expression }) =>
      expression.kind !== 'reference' ||
      expression.reference.source !== '' ||
      !outputs.has(nameKey(expression.reference.name)),
  );
  return orderBy.length === select.orderBy.length ? select : { ...select, orderBy };
}

/** Returns whether all joins of a FROM have their conditions in ON, and no source depends on another. */
function isPlain(source: Source<Resolved>): boolean {
  if (source.kind === 'table') return true;
  if (source.kind === 'derived') return !source.lateral;
  return !source.natural && source.using === undefined && isPlain(source.left) && isPlain(source.right);
}

/** Returns the sources of a FROM by their aliases. */
export function scansOf(source: Source<Resolved>): ReadonlyMap<string, Scan> {
  const scans = new Map<string, Scan>();
  addScans(source, scans);
  return scans;
}

function addScans(source: Source<Resolved>, scans: Map<string, Scan>): void {
  if (source.kind === 'join') {
    addScans(source.left, scans);
    addScans(source.right, scans);
  } else scans.set(source.alias?.name ?? '', source);
}

/**
 * Returns whether a FROM consists of tables, or of derived tables that the engine merges. Reading them once for each
 * branch costs no more than the lookups.
 */
export function isCheap(source: Source<Resolved>): boolean {
  if (source.kind === 'join') return isCheap(source.left) && isCheap(source.right);
  if (source.kind === 'table') return source.table.kind === 'physical';
  return source.query.kind === 'select' && source.query.from?.kind === 'table' && isProjection(source.query);
}

/** The remainder of a FROM after a join was replaced, and the conditions that its rows must meet. */
export interface Rest {
  readonly source: Source<Resolved>;
  readonly conditions: readonly Value[];
}

/** Returns the joins of a FROM, outermost first. */
export function joinsOf(source: Source<Resolved> | undefined): readonly Join[] {
  const joins: Join[] = [];
  if (source !== undefined) addJoins(source, joins);
  return joins;
}

function addJoins(source: Source<Resolved>, joins: Join[]): void {
  if (source.kind !== 'join') return;
  joins.push(source);
  addJoins(source.left, joins);
  addJoins(source.right, joins);
}

/** A source that is one side of a join, and the other side. */
export interface Side {
  readonly join: Join;
  readonly scan: Scan;
  readonly other: Source<Resolved>;
}

/** Returns the sides of a join that may be removed: a source of an inner join, or the nullable side of an outer join. */
export function sidesOf(join: Join): readonly Side[] {
  const { left, right } = join;
  const ofRight = right.kind === 'join' || join.join === 'right' ? [] : [{ join, scan: right, other: left }];
  const ofLeft = left.kind === 'join' || join.join === 'left' ? [] : [{ join, scan: left, other: right }];
  return [...ofRight, ...ofLeft];
}

/**
 * Returns the SELECT with another source in place of one of its joins. The conditions move to where those rows are
 * filtered: into the ON of an enclosing join, or into WHERE.
 */
export function replaceJoin(select: Select<Resolved>, join: Join, rest: Rest): Select<Resolved> {
  if (select.from === undefined) return select;
  const { source, conditions } = replaceIn(select.from, join, rest);
  const where = conjunction([...conditions, select.where]);
  return { ...select, from: source, ...(where && { where }) };
}

function replaceIn(source: Source<Resolved>, join: Join, rest: Rest): Rest {
  if (source === join) return rest;
  if (source.kind !== 'join') return { source, conditions: [] };
  const [left, right] = [replaceIn(source.left, join, rest), replaceIn(source.right, join, rest)];
  if (left.source === source.left && right.source === source.right) return { source, conditions: [] };
  const replaced = { ...source, left: left.source, right: right.source };
  return left.source === source.left
    ? within(replaced, right.conditions, 'right')
    : within(replaced, left.conditions, 'left');
}

/** Adds conditions to a join. Conditions on the preserved side of an outer join are applied above it. */
function within(join: Join, conditions: readonly Value[], side: 'left' | 'right'): Rest {
  if (conditions.length === 0 || join.join === side) return { source: join, conditions };
  const on = conjunction([join.on, ...conditions]);
  const kind = join.join === 'cross' ? 'inner' : join.join;
  return { source: { ...join, join: kind, ...(on && { on }) }, conditions: [] };
}

/** A conjunct that states the equality of two columns. */
export interface Pair {
  readonly inner: Value & { readonly kind: 'reference' };
  readonly outer: Value & { readonly kind: 'reference' };
  readonly part: Value;
}

/** Returns the equalities between columns of `alias` and of other sources in these conditions. */
export function pairsOf(parts: readonly Value[], alias: string): readonly Pair[] {
  return parts.map((part) => pairOf(part, alias)).filter((pair) => pair !== undefined);
}

/** Returns the column of `alias` and the other column that a condition equates. */
function pairOf(part: Value, alias: string): Pair | undefined {
  if (part.kind !== 'binary' || part.operator !== '=') return undefined;
  const { left, right } = part;
  if (left.kind !== 'reference' || right.kind !== 'reference') return undefined;
  const [inner, outer] = left.reference.source === alias ? [left, right] : [right, left];
  return inner.reference.source === alias && outer.reference.source !== alias ? { inner, outer, part } : undefined;
}
