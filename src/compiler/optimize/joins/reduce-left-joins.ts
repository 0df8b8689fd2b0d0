import type { DialectTraits, Expression, Query, Select, Source } from '../../../model';
import { needsRow, type Resolved } from '../../values';
import { conjuncts, conjunction, isExpression } from '../../tree';
import { findForeignKey } from './foreign-key';
import { isQualified, joinsOf, replaceJoin, type Join } from '../facts/join-tree';
import { isRowWise } from '../rewrite/subtree-facts';
import { aliasesOf, matchesAtMostOne, relationOf } from '../facts/relation';
import { columnKey, rejectedNulls } from '../facts/rejects-null';
import { rewriteBlocks } from '../rewrite/rewrite-query';
import { countUses, usesOfExpression, usesOfQuery, usesOfSource, type Uses } from '../facts/uses';

type Value = Expression<Resolved>;
type From = Source<Resolved>;

/**
 * Makes outer joins inner where the rows that they add are filtered out or where each row has a match, and drops those
 * of which nothing is read and which repeat no row.
 */
export function reduceLeftJoins(query: Query<Resolved>, traits: DialectTraits): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select' || block.from?.kind !== 'join') return block;
    const from = makeInner(block.from, { known: conjuncts(block.where), traits });
    return dropUnused(from === block.from ? block : { ...block, from });
  });
}

interface Wanted {
  /** Holds on every row that is wanted of a source. */
  readonly known: readonly Value[];
  readonly traits: DialectTraits;
}

function makeInner(source: From, wanted: Wanted): From {
  if (source.kind !== 'join' || source.natural || source.using !== undefined) return source;
  const join = isInner(source, wanted) ? { ...source, join: 'inner' as const } : source;
  const matching = conjuncts(join.on);
  const both = [...wanted.known, ...matching];
  const [ofLeft, ofRight] =
    join.join === 'left' ? [wanted.known, matching] : join.join === 'right' ? [matching, wanted.known] : [both, both];
  const left = makeInner(join.left, { ...wanted, known: ofLeft });
  const right = makeInner(join.right, { ...wanted, known: ofRight });
  return left === source.left && right === source.right && join === source ? source : { ...join, left, right };
}

/**
 * Servers of the MySQL family choose the order of joins without regard to LIMIT: where only a foreign key says that
 * each row has a match, an outer join keeps them from beginning with the parent and sorting all of its children.
 */
function isInner(join: Join, { known, traits }: Wanted): boolean {
  const { kept, filled } = outerSidesOf(join) ?? {};
  if (kept === undefined || filled === undefined) return false;
  const aliases = aliasesOf(filled);
  if (known.some((condition) => needsRow(condition, aliases))) return true;
  return !traits.ordersJoinsWithoutLimit && alwaysMatches(join, kept, filled, known);
}

/** The side of an outer join of which all rows stay, and the one of which rows are filled up with NULL. */
function outerSidesOf({ join, left, right }: Join): { readonly kept: From; readonly filled: From } | undefined {
  if (join === 'left') return { kept: left, filled: right };
  return join === 'right' ? { kept: right, filled: left } : undefined;
}

/** A foreign key that is not NULL leads to a row of the whole parent. */
function alwaysMatches(join: Join, kept: From, filled: From, known: readonly Value[]): boolean {
  const found = filled.kind === 'join' ? undefined : findForeignKey(filled, join.on, kept);
  if (found === undefined || found.others.length > 0) return false;
  const notNull = new Set([...relationOf(kept).notNull, ...rejectedNulls(conjunction(known))]);
  return found.pairs.every(({ outer }) => notNull.has(columnKey(outer.reference)));
}

function dropUnused(select: Select<Resolved>): Select<Resolved> {
  if (!joinsOf(select.from).some(outerSidesOf) || !isQualified(select)) return select;
  const all = usesOfQuery(select);
  const mayRepeat = ignoresRepetition(select);
  for (const join of joinsOf(select.from)) {
    const { kept, filled } = outerSidesOf(join) ?? {};
    if (kept === undefined || filled === undefined || !isUnused(join, filled, all)) continue;
    if (!mayRepeat && !matchesAtMostOne(filled, join.on, kept)) continue;
    return dropUnused(replaceJoin(select, join, { source: kept, conditions: [] }));
  }
  return select;
}

/** Whether all that is read of one side of a join is read in its ON and by the side itself. */
function isUnused(join: Join, side: From, all: Uses): boolean {
  const [on, own] = [usesOfExpression(join.on), usesOfSource(side)];
  return [...aliasesOf(side)].every((alias) => countUses(all, alias) === countUses(on, alias) + countUses(own, alias));
}

/** Whether a row that comes twice changes nothing: under DISTINCT, without a group to count it. */
function ignoresRepetition({ distinct, groupBy, having, items }: Select<Resolved>): boolean {
  const isPlain = items.every(({ expression }) => isExpression(expression) && isRowWise(expression));
  return distinct && groupBy.length === 0 && having === undefined && isPlain;
}
