import type { Expression, OrderItem } from './emit.ast';

/** Whether a value is the same on every row: engines would take a number for the place of a column. */
export function isConstant(value: Expression): boolean {
  if (value.kind === 'literal') return value.isPlace !== true;
  return value.kind === 'unary' && value.operand.kind === 'literal';
}

/** What sorts rows, which a constant does not. */
export function sortKeys(items: readonly OrderItem[]): readonly OrderItem[] {
  return items.filter(({ expression }) => !isConstant(expression));
}
