import type { Expression, Select, SelectItem, Source } from '../../../model';
import type { Resolved } from '../../values';
import { conjunction, conjuncts, constant, isExpression, rewriteChildren, someNode } from '../../tree';
import { isQualified, joinsOf, replaceJoin, scansOf, type Scan, type Side } from '../facts/join-tree';
import { relationOf } from '../facts/relation';
import { dropSides } from './drop-sides';
import { replaceSource } from './replace-source';
import { columnOfOne, findSameRow, keyIsNotNull, type SameRow } from './same-row';
import { holdsQuery, isOverQuery, isRowWise } from '../rewrite/subtree-facts';
import { usesOfExpression } from '../facts/uses';

type Value = Expression<Resolved>;
type From = Source<Resolved>;

/** The rows to which a condition applies. */
interface Around {
  readonly scans: ReadonlyMap<string, Scan>;
  readonly notNull: ReadonlySet<string>;
}

/**
 * Makes an EXISTS that reads the row of the outer SELECT again, by its key, read the outer row directly. If it reads
 * nothing else, it is replaced with its condition.
 */
export function mergeOuterRows(select: Select<Resolved>): Select<Resolved> {
  if (select.from === undefined || !readsQueries(select)) return select;
  const around = aroundOf(select.from);
  const where = ofConditions(select.where, around);
  const from = ofJoins(select.from);
  const items = isGrouped(select) ? select.items : select.items.map((item) => ofItem(item, around));
  const isSame = where === select.where && from === select.from && items.every((item, index) => item === select.items[index]); // prettier-ignore
  return isSame ? select : { ...select, items, from, ...(where && { where }) };
}

function ofItem(item: SelectItem<Resolved>, around: Around): SelectItem<Resolved> {
  const expression = isExpression(item.expression) ? ofValue(item.expression, around) : item.expression;
  return expression === item.expression ? item : { ...item, expression };
}

function readsQueries({ from, where, items }: Select<Resolved>): boolean {
  const conditions = [where, ...joinsOf(from).map(({ on }) => on)].filter((condition) => condition !== undefined);
  const values = [...conditions, ...items.map(({ expression }) => expression).filter(isExpression)];
  return values.some(holdsQuery);
}

function aroundOf(...sources: readonly From[]): Around {
  return {
    scans: new Map(sources.flatMap((source) => [...scansOf(source)])),
    notNull: new Set(sources.flatMap((source) => [...relationOf(source).notNull])),
  };
}

/** Returns whether a SELECT has groups, whose rows each represent many rows. */
function isGrouped({ groupBy, having, items }: Select<Resolved>): boolean {
  const isPlain = items.every(({ expression }) => isExpression(expression) && isRowWise(expression));
  return groupBy.length > 0 || having !== undefined || !isPlain;
}

function ofJoins(source: From): From {
  if (source.kind !== 'join') return source;
  const on = ofConditions(source.on, aroundOf(source.left, source.right));
  const [left, right] = [ofJoins(source.left), ofJoins(source.right)];
  if (left === source.left && right === source.right && on === source.on) return source;
  return { ...source, left, right, ...(on && { on }) };
}

function ofConditions(condition: Value | undefined, around: Around): Value | undefined {
  const parts = conjuncts(condition);
  const after = parts.map((part) => ofCondition(part, around));
  return after.every((part, index) => part === parts[index]) ? condition : conjunction(after);
}

/** Rewrites a part of a condition, where NULL and FALSE are equivalent. */
function ofCondition(part: Value, around: Around): Value {
  if (part.kind !== 'exists' || part.query.kind !== 'select') return ofValue(part, around);
  return asCondition(part.query, around) ?? ofValue(part, around);
}

function ofValue(value: Value, around: Around): Value {
  if (!holdsQuery(value)) return value;
  if (value.kind === 'exists' && value.query.kind === 'select') {
    const condition = asCondition(value.query, around);
    if (condition !== undefined) return { kind: 'is', operand: condition, test: 'true', negated: false };
    const query = withoutOuterRow(value.query, around);
    return query === value.query ? value : { ...value, query };
  }
  return rewriteChildren<Resolved>(value, {
    expression: (child) => ofValue(child, around),
    query: (query) => query,
  });
}

/** Returns whether a SELECT inside EXISTS returns exactly the rows that pass its WHERE. */
function isPlain(select: Select<Resolved>): boolean {
  const clauses = [select.with, select.having, select.limit, select.offset];
  return (
    clauses.every((clause) => clause === undefined) &&
    select.groupBy.length === 0 &&
    select.windows.length === 0 &&
    select.orderBy.length === 0 &&
    select.items.every(({ expression }) => isExpression(expression) && isRowWise(expression)) &&
    isQualified(select)
  );
}

/** Returns the condition that an EXISTS places on the outer row, if it reads nothing else. */
function asCondition(select: Select<Resolved>, around: Around): Value | undefined {
  if (select.from === undefined || select.from.kind === 'join' || !isPlain(select)) return undefined;
  const same = findSameRow(select.from, conjuncts(select.where), around.scans);
  if (same === undefined) return undefined;
  const where = conjunction([...keyIsNotNull(same, around.notNull), ...same.others]) ?? constant('boolean', 'true');
  return substitute({ ...select, items: [], where }, select.from, same)?.where;
}

function withoutOuterRow(select: Select<Resolved>, around: Around): Select<Resolved> {
  return isPlain(select) ? dropSides(select, (current, side) => withoutScan(current, around, side)) : select;
}

function withoutScan(
  select: Select<Resolved>,
  around: Around,
  { join, scan, other }: Side,
): Select<Resolved> | undefined {
  if (join.join !== 'inner' && join.join !== 'cross') return undefined;
  const { where, ...rest } = select;
  if (rest.from === undefined || !isKept(rest.from, scan) || isReadDeeper(select, scan)) return undefined;
  const same = findSameRow(scan, [...conjuncts(join.on), ...conjuncts(where)], around.scans);
  if (same === undefined) return undefined;
  const kept = conjunction([...keyIsNotNull(same, around.notNull), ...same.others]);
  return substitute(
    { ...replaceJoin(rest, join, { source: other, conditions: [] }), ...(kept && { where: kept }) },
    scan,
    same,
  );
}

function substitute(select: Select<Resolved>, scan: Scan, same: SameRow): Select<Resolved> | undefined {
  return replaceSource(select, scan.alias?.name ?? '', columnOfOne(same));
}

/** Returns whether a source is not on the nullable side of an outer join. */
function isKept(from: From, scan: Scan): boolean {
  if (from === scan) return true;
  if (from.kind !== 'join') return false;
  return (from.join !== 'right' && isKept(from.left, scan)) || (from.join !== 'left' && isKept(from.right, scan));
}

/** Returns whether an outer join or a nested subquery reads the source. Engines do not allow these to read a query further out. */
function isReadDeeper(select: Select<Resolved>, scan: Scan): boolean {
  const alias = scan.alias?.name ?? '';
  const holdsQuery = (node: Value): boolean => isOverQuery(node) && usesOfExpression(node).has(alias);
  const ons = joinsOf(select.from).map(({ on }) => on);
  const values = [...select.items.map(({ expression }) => expression).filter(isExpression), select.where, ...ons];
  const outer = joinsOf(select.from).filter(({ join }) => join === 'left' || join === 'right');
  return (
    outer.some(({ on }) => usesOfExpression(on).has(alias)) ||
    values.some((value) => value !== undefined && someNode(value, holdsQuery))
  );
}
