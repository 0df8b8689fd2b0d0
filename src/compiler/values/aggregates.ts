import type { Call, Expression, Phase } from '../../model';
import { FUNCTIONS } from './functions';

/** Reports whether the node is an aggregate over the rows of its SELECT. An aggregate with OVER is a window function. */
export function isAggregateCall<P extends Phase>(node: Expression<P>): node is Call<P> {
  return node.kind === 'call' && node.over === undefined && FUNCTIONS.get(node.name)?.kind === 'aggregate';
}

/** Reports whether the node is computed from several rows: an aggregate or a window function. */
export function readsManyRows<P extends Phase>(node: Expression<P>): node is Call<P> {
  return node.kind === 'call' && (node.over !== undefined || FUNCTIONS.get(node.name)?.kind === 'aggregate');
}
