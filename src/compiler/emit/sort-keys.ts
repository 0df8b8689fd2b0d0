import type { Expression, OrderItem } from './emit.ast';

/** Returns whether a value is the same for every row. Engines would read a number as the position of a column. */
export function isConstant(value: Expression): boolean {
  if (value.kind === 'literal') return value.isPlace !== true;
  if (value.kind === 'cast') return value.type.name === 'boolean' && isConstant(value.operand);
  return value.kind === 'unary' && value.operand.kind === 'literal';
}

/** Returns the items that sort rows, without constants. */
export function sortKeys(items: readonly OrderItem[]): readonly OrderItem[] {
  return items.filter(({ expression }) => !isConstant(expression));
}
