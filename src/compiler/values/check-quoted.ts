import { ServiceError } from '../../errors';
import type { Expression } from '../../model';
import { someNode } from '../tree';
import type { Column, Resolved, ValueType } from './plan.ast';

type Value = Expression<Resolved>;

const TEMPORAL: ReadonlySet<ValueType> = new Set<ValueType>(['date', 'time', 'timestamp']);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', 'div', '%']);
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'double']);

/**
 * Refuses what is compared with a date, time or timestamp and is arithmetic on numbers: a date without its quotes
 * (`born = 2000-02-29`). MariaDB compares the result as a number, silently; DuckDB fails.
 */
export function checkQuoted(value: Value, { type, name }: Column): void {
  if (!TEMPORAL.has(type) || value.kind !== 'binary' || someNode(value, isNotNumeric)) return;
  const message = `"${name}" is of type ${type} and is not compared with arithmetic on numbers`;
  throw new ServiceError('plan_bad_value', message, {
    hint: `a ${type} is written in quotes`,
    offset: offsetOf(value),
  });
}

function isNotNumeric(node: Value): boolean {
  if (node.kind === 'literal') return !NUMBERS.has(node.type);
  return node.kind !== 'unary' && !(node.kind === 'binary' && ARITHMETIC.has(node.operator));
}

function offsetOf(value: Value): number | undefined {
  if (value.kind === 'binary') return offsetOf(value.left);
  if (value.kind === 'unary') return offsetOf(value.operand);
  return value.kind === 'literal' ? value.at : undefined;
}
