import type { Expression, Phase } from '../../model';
import { childrenOf } from './children';

/** Whether the expression or one within it passes the test; what its sub-queries hold is not looked at. */
export function someNode<P extends Phase>(expression: Expression<P>, test: (node: Expression<P>) => boolean): boolean {
  return test(expression) || childrenOf(expression).some((child) => someNode(child, test));
}
