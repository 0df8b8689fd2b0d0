import { ServiceError } from '../../errors';
import type { Expression, Written } from '../../model';
import { locateOffset, parseCondition } from '../statement';
import { childrenOf } from '../tree';
import type { ListOption } from '../nest';
import type { Filter, TextCondition } from './filter.ast';

/** The maximum number of comparisons in a condition: as many as groups in a filter, for the same reason. */
const MOST_COMPARISONS = 500;

const EXAMPLE = "write one condition as in WHERE, such as name LIKE 'A%' AND NOT population > 1000";
const LOGICAL: ReadonlySet<string> = new Set(['and', 'or', 'xor', 'not']);
const COMPARISONS: ReadonlySet<string> = new Set(['=', '<=>', '<>', '<', '<=', '>', '>=']);
const PREDICATES: ReadonlySet<string> = new Set(['is', 'between', 'in-list', 'like', 'regexp']);

type Node = Expression<Written>;

/**
 * Returns the condition of a parameter, in the language of statements (docs/filters.md). Rejects sub-queries and other statements, with
 * their place; the planner rejects aggregates, windows and measures in WHERE.
 */
export function parseTextCondition(text: string, parameter: string, base = 0): TextCondition {
  try {
    return { text, base, expression: parseConditionAt(text, base) };
  } catch (error) {
    throw locateInCondition(error, { text, base }, parameter);
  }
}

/** Returns the condition in a text; the offsets in its tree, and the places of errors, are those of the text after `base` spaces. */
export function parseConditionAt(text: string, base: number): Expression<Written> {
  const expression = parseCondition(' '.repeat(base) + text);
  if (countComparisons(expression, true) > MOST_COMPARISONS) throw tooLong(base);
  return expression;
}

/** Adds the parameter, the place in its condition and a hint to an error about a condition of a filter; returns any other error unchanged. */
export function locateInFilter(error: unknown, { where, having, lists = [] }: Filter): unknown {
  const offset = error instanceof ServiceError ? error.details.offset : undefined;
  if (offset === undefined) return error;
  const list = lists.findLast(({ at }) => offset >= at);
  if (list !== undefined)
    return locateInCondition(error, { text: list.text, base: list.at }, list.parameter, list.kind);
  if (having !== undefined && offset >= having.base) return locateInCondition(error, having, '_having_');
  return where === undefined ? error : locateInCondition(error, where, '_where_');
}

function locateInCondition(
  error: unknown,
  { text, base }: Omit<TextCondition, 'expression'>,
  parameter: string,
  kind: ListOption['kind'] = 'where',
): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { offset = base, hint = kind === 'where' ? EXAMPLE : undefined, position: found } = error.details;
  const { line, column } = found ?? locateOffset(' '.repeat(base) + text, offset);
  const position = { line, column: line === 1 ? column - base : column };
  const code = error.code.startsWith('statement_') ? 'filter_malformed' : error.code;
  return new ServiceError(code, `${parameter}: ${error.message}`, { ...error.details, hint, position });
}

function tooLong(offset: number): ServiceError {
  return new ServiceError('filter_malformed', `a condition has at most ${MOST_COMPARISONS} comparisons`, {
    hint: 'IN (...) accepts any number of values',
    offset,
  });
}

/** Counts the comparisons at any depth, and the conditions without one. */
function countComparisons(node: Node, isCondition: boolean): number {
  const isLogical = 'operator' in node && LOGICAL.has(node.operator);
  const isCounted = !isLogical && (isCondition || isComparison(node));
  return childrenOf(node).reduce(
    (sum, child) => sum + countComparisons(child, isLogical && isCondition),
    isCounted ? 1 : 0,
  );
}

function isComparison(node: Node): boolean {
  return PREDICATES.has(node.kind) || (node.kind === 'binary' && COMPARISONS.has(node.operator));
}
