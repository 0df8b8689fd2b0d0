import { ServiceError } from '../../errors';
import type { Expression } from '../../model';
import { someNode } from '../tree';
import type { Column, Resolved } from './plan.ast';
import { TEMPORAL_TYPES, ARITHMETIC_OPERATORS, NUMBER_LITERALS } from './value-sets';

type Value = Expression<Resolved>;

/**
 * Rejects arithmetic on numbers compared with a date, time or timestamp: `born = 2000-02-29` is a date without quotes.
 * MariaDB silently compares the result as a number; DuckDB fails.
 */
export function checkQuoted(value: Value, { type, name }: Column): void {
  if (!TEMPORAL_TYPES.has(type) || value.kind !== 'binary' || someNode(value, isNotNumeric)) return;
  const message = `"${name}" is of type ${type} and cannot be compared with arithmetic on numbers`;
  throw new ServiceError('plan_bad_value', message, {
    hint: `write a ${type} in quotes`,
    offset: offsetOf(value),
  });
}

function isNotNumeric(node: Value): boolean {
  if (node.kind === 'literal') return !NUMBER_LITERALS.has(node.type);
  return node.kind !== 'unary' && !(node.kind === 'binary' && ARITHMETIC_OPERATORS.has(node.operator));
}

function offsetOf(value: Value): number | undefined {
  if (value.kind === 'binary') return offsetOf(value.left);
  if (value.kind === 'unary') return offsetOf(value.operand);
  return value.kind === 'literal' ? value.at : undefined;
}
