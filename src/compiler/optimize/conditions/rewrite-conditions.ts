import type { Binary, BinaryOperator, Expression, Query, Select, Source } from '../../../model';
import type { Column, Resolved } from '../../values';
import { binary, conjuncts, constant } from '../../tree';
import { relationOf } from '../facts/relation';
import { columnKey, rejectedNulls } from '../facts/rejects-null';
import { rewriteBlocks } from '../rewrite/rewrite-query';

type Value = Expression<Resolved>;

/** The known facts about the rows to which a condition applies. */
export interface Rows {
  /** Returns how values of the column are compared (`SourceFacts`), or undefined if this is unknown. */
  comparisonOf(column: Column): string | undefined;
  isNotNull(column: Column): boolean;
}

/** Returns a condition that holds for the same rows, or undefined if there is no rewrite. FALSE and NULL are equivalent. */
export type RewriteCondition = (condition: Value, rows: Rows) => Value | undefined;

export const FALSE = constant('boolean', 'false');

/**
 * Rewrites the conditions of WHERE and ON, the operands of AND and OR before the whole. Other conditions stay
 * unchanged: there, NULL and FALSE differ, and indexes are not used.
 */
export function rewriteConditions(query: Query<Resolved>, rewrite: RewriteCondition): Query<Resolved> {
  return rewriteBlocks(query, (block) => (block.kind === 'select' ? rewriteSelect(block, rewrite) : block));
}

function rewriteSelect(select: Select<Resolved>, rewrite: RewriteCondition): Select<Resolved> {
  const { where } = select;
  const from = select.from && rewriteJoins(select.from, rewrite);
  const kept = where && rewriteParts(where, rowsOf(where, from), rewrite);
  return from === select.from && kept === where
    ? select
    : { ...select, ...(from && { from }), ...(kept && { where: kept }) };
}

function rewriteJoins(source: Source<Resolved>, rewrite: RewriteCondition): Source<Resolved> {
  if (source.kind !== 'join') return source;
  const [left, right] = [rewriteJoins(source.left, rewrite), rewriteJoins(source.right, rewrite)];
  const on = source.on && rewriteParts(source.on, rowsOf(source.on, left, right), rewrite);
  if (left === source.left && right === source.right && on === source.on) return source;
  return { ...source, left, right, ...(on && { on }) };
}

/**
 * Rewrites the parts of a condition; `around` is the outer operator. A chain of one operator is rewritten once as a
 * whole, not once for each part.
 */
function rewriteParts(condition: Value, rows: Rows, rewrite: RewriteCondition, around?: BinaryOperator): Value {
  if (!isChain(condition)) return rewrite(condition, rows) ?? condition;
  const { operator } = condition;
  const left = rewriteParts(condition.left, rows, rewrite, operator);
  const right = rewriteParts(condition.right, rows, rewrite, operator);
  if (operator === 'and' && (left === FALSE || right === FALSE)) return FALSE;
  const isSame = left === condition.left && right === condition.right;
  const whole = isSame ? condition : withoutFalse(left, operator, right);
  return operator !== around && isChain(whole, operator) ? (rewrite(whole, rows) ?? whole) : whole;
}

/** Returns whether a condition is an AND or OR. */
function isChain(condition: Value, operator?: BinaryOperator): condition is Binary<Resolved> {
  if (condition.kind !== 'binary') return false;
  return operator === undefined ? condition.operator === 'and' || condition.operator === 'or' : condition.operator === operator; // prettier-ignore
}

function withoutFalse(left: Value, operator: BinaryOperator, right: Value): Value {
  if (left === FALSE) return right;
  return right === FALSE ? left : binary(left, operator, right);
}

/**
 * Returns the facts about the rows of a condition. A column counts as NOT NULL only if the sources or a plain IS NOT
 * NULL imply it, because that check itself is never rewritten.
 */
function rowsOf(condition: Value, ...sources: readonly (Source<Resolved> | undefined)[]): Rows {
  const isChecked = (key: string): boolean =>
    conjuncts(condition).some((part) => part.kind === 'is' && rejectedNulls(part).has(key));
  return {
    comparisonOf: (column) =>
      sources
        .map((source) => relationOf(source).comparisons.get(columnKey(column)))
        .find((comparison) => comparison !== undefined),
    isNotNull: (column) => {
      const key = columnKey(column);
      return isChecked(key) || sources.some((source) => relationOf(source).notNull.has(key));
    },
  };
}
