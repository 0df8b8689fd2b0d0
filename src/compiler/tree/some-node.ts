import type { Expression, Phase } from '../../model';
import { mapChildren } from './map-children';

/** Whether the expression or one within it passes the test; what its sub-queries hold is not looked at. */
export function someNode<P extends Phase>(expression: Expression<P>, test: (node: Expression<P>) => boolean): boolean {
  if (test(expression)) return true;
  if (expression.kind === 'literal' || expression.kind === 'reference') return false;
  let found = false;
  mapChildren<P, P>(expression, {
    expression: (child) => {
      found ||= someNode(child, test);
      return child;
    },
    query: (query) => query,
  });
  return found;
}
