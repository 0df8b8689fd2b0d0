import type { BinaryOperator, Expression } from '../../model';
import type { Resolved } from './plan.ast';
import { COMPARISON_OPERATORS } from './value-sets';

type Value = Expression<Resolved>;

/**
 * Reports whether a condition is never true on a row in which all columns of these sources are NULL, as in an outer
 * join without a match: a comparison with one of these columns is NULL.
 */
export function needsRow(condition: Value, sources: ReadonlySet<string>): boolean {
  if (condition.kind === 'binary' && condition.operator === 'and')
    return needsRow(condition.left, sources) || needsRow(condition.right, sources);
  if (condition.kind === 'binary' && condition.operator === 'or')
    return needsRow(condition.left, sources) && needsRow(condition.right, sources);
  return comparedValues(condition).some((value) => value.kind === 'reference' && sources.has(value.reference.source));
}

/** Returns the operands of a condition that is not true if one of them is NULL. The condition is not a conjunction. */
export function comparedValues(condition: Value): readonly Value[] {
  switch (condition.kind) {
    case 'binary':
      return isNullRejecting(condition.operator) ? [condition.left, condition.right] : [];
    case 'is':
      return condition.test === 'null' && condition.negated ? [condition.operand] : [];
    case 'in-query':
      return condition.negated ? [] : [condition.operand];
    case 'between':
    case 'in-list':
    case 'like':
    case 'regexp':
      return [condition.operand];
    default:
      return [];
  }
}

/** Reports whether a comparison is NULL if an operand is NULL. */
function isNullRejecting(operator: BinaryOperator): boolean {
  return operator !== '<=>' && COMPARISON_OPERATORS.has(operator);
}
