import type { Expression, Query, Select, Source } from '../../../model';
import type { Column, Resolved } from '../../values';
import { conjunction, conjuncts, isExpression } from '../../tree';
import { aliasesOf, relationOf } from '../facts/relation';
import { columnKey, rejectedNulls } from '../facts/rejects-null';
import { rewriteBlocks } from '../rewrite/rewrite-query';

type Value = Expression<Resolved>;
type From = Source<Resolved>;
type Check = Extract<Value, { kind: 'is' }>;

/**
 * A mark: `ROW_NUMBER() OVER (PARTITION BY ...) = 1 AND entity IS NOT NULL`. It selects one row of each entity, so that
 * a measure counts the entity once.
 */
interface Mark {
  readonly partition: readonly Value[];
  readonly present: Check;
}

/**
 * Drops the window of a mark that is true for all rows with an entity, because its partition already distinguishes
 * those rows by a unique key. The marked rows become a plain projection, which other passes merge.
 */
export function dropMarks(query: Query<Resolved>): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select') return block;
    const items = block.items.map((item) => {
      const mark = isExpression(item.expression) ? readMark(item.expression) : undefined;
      return mark !== undefined && isOnEachRow(block, mark) ? { ...item, expression: mark.present } : item;
    });
    return items.every((item, index) => item === block.items[index]) ? block : { ...block, items };
  });
}

function readMark(expression: Value): Mark | undefined {
  const [number, present, ...others] = conjuncts(expression);
  if (number === undefined || present === undefined || others.length > 0) return undefined;
  const partition = firstOf(number);
  const isCheck = present.kind === 'is' && present.test === 'null' && present.negated;
  return partition !== undefined && isCheck ? { partition, present } : undefined;
}

/** Returns the partition of `ROW_NUMBER() OVER (PARTITION BY ...) = 1`. */
function firstOf(condition: Value): readonly Value[] | undefined {
  if (condition.kind !== 'binary' || condition.operator !== '=') return undefined;
  const { left, right } = condition;
  if (right.kind !== 'literal' || right.inline !== true || right.type !== 'integer' || right.text !== '1')
    return undefined;
  const isNumber = left.kind === 'call' && left.name === 'ROW_NUMBER' && left.over !== undefined;
  return isNumber && 'partitionBy' in left.over ? left.over.partitionBy : undefined;
}

/** Returns whether no two rows with this entity belong to the same partition. */
function isOnEachRow(
  { from, where, groupBy, having, distinct }: Select<Resolved>,
  { partition, present }: Mark,
): boolean {
  const { operand } = present;
  if (from === undefined || operand.kind !== 'reference' || groupBy.length > 0 || having !== undefined || distinct)
    return false;
  const known = new Set([
    ...notNullWith(from, operand.reference.source),
    ...rejectedNulls(conjunction([where, present])),
  ]);
  const partitioned = new Set(
    partition.flatMap((value) => (value.kind === 'reference' ? [columnKey(value.reference)] : [])),
  );
  const { keys } = relationOf(withoutMissing(from, conjuncts(where).flatMap(missingColumn)));
  return keys.some((key) => key.every((column) => partitioned.has(column) && known.has(column)));
}

/** Returns the columns that are never NULL on rows for which the source of this alias has a match. */
function notNullWith(from: From, alias: string): ReadonlySet<string> {
  const { notNull } = relationOf(from);
  if (from.kind !== 'join' || !aliasesOf(from).has(alias)) return notNull;
  const [own, other] = aliasesOf(from.left).has(alias) ? [from.left, from.right] : [from.right, from.left];
  const isFilled = from.join === (own === from.right ? 'left' : 'right');
  const matched = isFilled ? [...relationOf(other).notNull, ...rejectedNulls(from.on)] : [];
  return new Set([...notNull, ...notNullWith(own, alias), ...matched]);
}

/** Returns the column that `x IS NULL` tests. */
function missingColumn(part: Value): readonly Column[] {
  if (part.kind !== 'is' || part.test !== 'null' || part.negated || part.operand.kind !== 'reference') return [];
  return [part.operand.reference];
}

/** Returns the FROM without sources that match no row, because a column that is NOT NULL in every match must be NULL. */
function withoutMissing(from: From, missing: readonly Column[]): From {
  if (from.kind !== 'join' || missing.length === 0) return from;
  const { join, left, right } = from;
  if (join === 'left' && isMissing(right, from.on, missing)) return withoutMissing(left, missing);
  if (join === 'right' && isMissing(left, from.on, missing)) return withoutMissing(right, missing);
  return {
    ...from,
    left: join === 'right' ? left : withoutMissing(left, missing),
    right: join === 'left' ? right : withoutMissing(right, missing),
  };
}

function isMissing(side: From, on: Value | undefined, missing: readonly Column[]): boolean {
  const inMatch = new Set([...relationOf(side).notNull, ...rejectedNulls(on)]);
  const aliases = aliasesOf(side);
  return missing.some((column) => aliases.has(column.source) && inMatch.has(columnKey(column)));
}
