import type { Expression, Phase } from '../../model';
import { childrenOf } from './children';

/** Returns whether the expression or one of its descendants passes the test. Subqueries are not searched. */
export function someNode<P extends Phase>(expression: Expression<P>, test: (node: Expression<P>) => boolean): boolean {
  return test(expression) || childrenOf(expression).some((child) => someNode(child, test));
}
