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
 * Makes outer joins inner if their unmatched rows are filtered out or every row has a match. Drops outer joins that are
 * not read and repeat no rows.
 */
export function reduceLeftJoins(query: Query<Resolved>, traits: DialectTraits): Query<Resolved> {
  return rewriteBlocks(query, (block) => {
    if (block.kind !== 'select' || block.from?.kind !== 'join') return block;
    const from = makeInner(block.from, { known: conjuncts(block.where), traits });
    return dropUnused(from === block.from ? block : { ...block, from });
  });
}

interface Wanted {
  /** Conditions that hold for every requested row of a source. */
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
 * Returns whether an outer join can be inner. Servers of the MySQL family choose the join order without regard to
 * LIMIT. If only a foreign key guarantees a match, the outer join stays: it keeps them from starting with the parent
 * and sorting all of its children.
 */
function isInner(join: Join, { known, traits }: Wanted): boolean {
  const { kept, filled } = outerSidesOf(join) ?? {};
  if (kept === undefined || filled === undefined) return false;
  const aliases = aliasesOf(filled);
  if (known.some((condition) => needsRow(condition, aliases))) return true;
  return !traits.ordersJoinsWithoutLimit && alwaysMatches(join, kept, filled, known);
}

/** Returns the preserved side of an outer join and its nullable side. */
function outerSidesOf({ join, left, right }: Join): { readonly kept: From; readonly filled: From } | undefined {
  if (join === 'left') return { kept: left, filled: right };
  return join === 'right' ? { kept: right, filled: left } : undefined;
}

/** Returns whether a foreign key that is NOT NULL leads to a row of the whole parent. */
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

/** Returns whether one side of a join is read only in its ON and by the side itself. */
function isUnused(join: Join, side: From, all: Uses): boolean {
  const [on, own] = [usesOfExpression(join.on), usesOfSource(side)];
  return [...aliasesOf(side)].every((alias) => countUses(all, alias) === countUses(on, alias) + countUses(own, alias));
}

/** Returns whether a repeated row changes nothing: the SELECT is DISTINCT and has no groups. */
function ignoresRepetition({ distinct, groupBy, having, items }: Select<Resolved>): boolean {
  const isPlain = items.every(({ expression }) => isExpression(expression) && isRowWise(expression));
  return distinct && groupBy.length === 0 && having === undefined && isPlain;
}
