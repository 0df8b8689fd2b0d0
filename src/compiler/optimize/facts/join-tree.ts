import { nameKey, type Expression, type Select, type Source } from '../../../model';
import type { Resolved } from '../../values';
import { conjunction, isExpression, valuesOf } from '../../tree';
import { isProjection } from './projection';
import { hasBareName, holdsBareName } from '../rewrite/subtree-facts';

type Value = Expression<Resolved>;
export type Join = Extract<Source<Resolved>, { kind: 'join' }>;
/** A source that is no join. */
export type Scan = Exclude<Source<Resolved>, { kind: 'join' }>;

/** Whether each name in a SELECT tells of which source it is: no star, no USING, and bare names only for outputs in ORDER BY. */
export function isQualified(select: Select<Resolved>): boolean {
  return (
    select.items.every((item) => isExpression(item.expression)) &&
    (select.from === undefined || isPlain(select.from)) &&
    !hasBareName(withoutOutputs(select))
  );
}

/** Whether each column that a SELECT itself reads of its FROM tells of which source it is, whatever its derived tables do. */
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

/** The SELECT without those parts of its ORDER BY that are outputs of its own. */
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

/** Whether the joins of a FROM say in ON what they join by, and none of its sources depends on another. */
function isPlain(source: Source<Resolved>): boolean {
  if (source.kind === 'table') return true;
  if (source.kind === 'derived') return !source.lateral;
  return !source.natural && source.using === undefined && isPlain(source.left) && isPlain(source.right);
}

/** The sources of a FROM by their aliases. */
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

/** Whether a FROM is of tables, or of what folds into them: reading those once for each branch costs no more than what is looked up. */
export function isCheap(source: Source<Resolved>): boolean {
  if (source.kind === 'join') return isCheap(source.left) && isCheap(source.right);
  if (source.kind === 'table') return source.table.kind === 'physical';
  return source.query.kind === 'select' && source.query.from?.kind === 'table' && isProjection(source.query);
}

/** What is left of a FROM in which a join became something else, and conditions that its rows must meet. */
export interface Rest {
  readonly source: Source<Resolved>;
  readonly conditions: readonly Value[];
}

/** The joins of a FROM, outermost first. */
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

/** A source that is one side of a join, and what is on the other. */
export interface Side {
  readonly join: Join;
  readonly scan: Scan;
  readonly other: Source<Resolved>;
}

/** The sides of a join that can go: a source of an inner join, that of an outer join which is filled up with NULL. */
export function sidesOf(join: Join): readonly Side[] {
  const { left, right } = join;
  const ofRight = right.kind === 'join' || join.join === 'right' ? [] : [{ join, scan: right, other: left }];
  const ofLeft = left.kind === 'join' || join.join === 'left' ? [] : [{ join, scan: left, other: right }];
  return [...ofRight, ...ofLeft];
}

/**
 * The SELECT with something else for one of its joins. The conditions go where those rows are: into the ON of a join
 * above them, or into WHERE.
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

/** Rows of the side that an outer join keeps are filtered above it. */
function within(join: Join, conditions: readonly Value[], side: 'left' | 'right'): Rest {
  if (conditions.length === 0 || join.join === side) return { source: join, conditions };
  const on = conjunction([join.on, ...conditions]);
  const kind = join.join === 'cross' ? 'inner' : join.join;
  return { source: { ...join, join: kind, ...(on && { on }) }, conditions: [] };
}

/** A conjunct that says that two columns are equal. */
export interface Pair {
  readonly inner: Value & { readonly kind: 'reference' };
  readonly outer: Value & { readonly kind: 'reference' };
  readonly part: Value;
}

/** What these conditions set equal of `alias` and of others. */
export function pairsOf(parts: readonly Value[], alias: string): readonly Pair[] {
  return parts.map((part) => pairOf(part, alias)).filter((pair) => pair !== undefined);
}

/** The column of `alias` and the other one that a condition sets equal. */
function pairOf(part: Value, alias: string): Pair | undefined {
  if (part.kind !== 'binary' || part.operator !== '=') return undefined;
  const { left, right } = part;
  if (left.kind !== 'reference' || right.kind !== 'reference') return undefined;
  const [inner, outer] = left.reference.source === alias ? [left, right] : [right, left];
  return inner.reference.source === alias && outer.reference.source !== alias ? { inner, outer, part } : undefined;
}
