import type { Expression } from '../../model';
import type { Resolved } from '../plan';
import { someNode } from '../tree';

type Value = Expression<Resolved>;

const HOLDERS: ReadonlySet<Value['kind']> = new Set(['in-query', 'exists', 'quantified', 'scalar-query'] as const);

/** Whether a node is over a query of its own. */
export function isOverQuery(node: Value): boolean {
  return HOLDERS.has(node.kind);
}

/** Whether a query stands anywhere in a value. */
export function holdsQuery(value: Value): boolean {
  return someNode(value, isOverQuery);
}
