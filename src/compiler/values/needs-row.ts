import type { BinaryOperator, Expression } from '../../model';
import type { Resolved } from './plan.ast';
import { COMPARISON_OPERATORS } from './value-sets';

type Value = Expression<Resolved>;

/**
 * Whether a condition surely holds on no row in which all columns of these sources are NULL, as they are where an outer
 * join found none: a comparison with one of the columns is NULL there.
 */
export function needsRow(condition: Value, sources: ReadonlySet<string>): boolean {
  if (condition.kind === 'binary' && condition.operator === 'and')
    return needsRow(condition.left, sources) || needsRow(condition.right, sources);
  if (condition.kind === 'binary' && condition.operator === 'or')
    return needsRow(condition.left, sources) && needsRow(condition.right, sources);
  return comparedValues(condition).some((value) => value.kind === 'reference' && sources.has(value.reference.source));
}

/** The values with one of which NULL a condition, which is no conjunction, does not hold. */
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

/** Whether a comparison is NULL where an operand is. */
function isNullRejecting(operator: BinaryOperator): boolean {
  return operator !== '<=>' && COMPARISON_OPERATORS.has(operator);
}
