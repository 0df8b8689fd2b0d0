import type { Expression, Written } from '../../model';
import { someNode } from '../tree';
import { isAggregateCall } from '../values';

/** Whether the value is one of a group: an aggregate or a measure. */
export function isOfGroup(expression: Expression<Written>): boolean {
  return someNode(expression, (node) => {
    if (node.kind === 'reference') return /^measure\./i.test(nameOf(node.reference.parts));
    return isAggregateCall(node);
  });
}

/** The last part of a name, which its qualifiers precede. */
export function nameOf(parts: readonly { readonly name: string }[]): string {
  return parts.at(-1)?.name ?? '';
}
