import type { Binary, BinaryOperator, Expression, Query, Select, Source } from '../../../model';
import type { Column, Resolved } from '../../values';
import { binary, conjuncts, constant } from '../../tree';
import { relationOf } from '../facts/relation';
import { columnKey, rejectedNulls } from '../facts/rejects-null';
import { rewriteBlocks } from '../rewrite/rewrite-query';

type Value = Expression<Resolved>;

/** What is known of the rows that a condition is asked of. */
export interface Rows {
  /** How values of the column are equal (`SourceFacts`); undefined where that is not known. */
  comparisonOf(column: Column): string | undefined;
  isNotNull(column: Column): boolean;
}

/** Something that holds for the same rows, or nothing where the condition stays; FALSE and NULL are one. */
export type RewriteCondition = (condition: Value, rows: Rows) => Value | undefined;

export const FALSE = constant('boolean', 'false');

/**
 * The query with the conditions of WHERE and ON rewritten, each part of AND and OR before the whole. Nothing else is
 * rewritten: elsewhere NULL is another value than FALSE, and no index is asked.
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

/** `around` is the operator above: what it joins is rewritten as one whole, not once for each of its parts. */
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

/** Whether a condition is of parts that AND or OR joins. */
function isChain(condition: Value, operator?: BinaryOperator): condition is Binary<Resolved> {
  if (condition.kind !== 'binary') return false;
  return operator === undefined ? condition.operator === 'and' || condition.operator === 'or' : condition.operator === operator; // prettier-ignore
}

function withoutFalse(left: Value, operator: BinaryOperator, right: Value): Value {
  if (left === FALSE) return right;
  return right === FALSE ? left : binary(left, operator, right);
}

/** Only what says of a column that it is not NULL, and nothing else, is counted on: it is never rewritten itself. */
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
