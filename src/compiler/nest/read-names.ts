import type { Expression, Written } from '../../model';
import { someNode } from '../tree';
import { isAggregateCall } from '../values';

/** Returns whether the value belongs to a group: an aggregate or a measure. */
export function isOfGroup(expression: Expression<Written>): boolean {
  return someNode(expression, (node) => {
    if (node.kind === 'reference') return /^measure\./i.test(nameOf(node.reference.parts));
    return isAggregateCall(node);
  });
}

/** Returns the last part of a name, without its qualifiers. */
export function nameOf(parts: readonly { readonly name: string }[]): string {
  return parts.at(-1)?.name ?? '';
}
