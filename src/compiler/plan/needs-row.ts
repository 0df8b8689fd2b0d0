import type { Binary, Expression } from '../../model';
import type { Resolved } from './plan';

type Value = Expression<Resolved>;

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

/**
 * Whether a condition surely holds on no row in which all columns of these sources are NULL, as they are where an outer
 * join found none: a comparison with one of the columns is NULL there.
 */
export function needsRow(condition: Value, sources: ReadonlySet<string>): boolean {
  if (condition.kind === 'binary') return needsRowInBinary(condition, sources);
  return operandsOf(condition).some((operand) => isColumnOf(operand, sources));
}

function needsRowInBinary({ operator, left, right }: Binary<Resolved>, sources: ReadonlySet<string>): boolean {
  if (operator === 'and') return needsRow(left, sources) || needsRow(right, sources);
  if (operator === 'or') return needsRow(left, sources) && needsRow(right, sources);
  return COMPARISONS.has(operator) && [left, right].some((side) => isColumnOf(side, sources));
}

/** The values with one of which NULL the condition does not hold. */
function operandsOf(condition: Value): readonly Value[] {
  switch (condition.kind) {
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

function isColumnOf(value: Value, sources: ReadonlySet<string>): boolean {
  return value.kind === 'reference' && sources.has(value.reference.source);
}
