import { nameKey, type Expression, type SelectItem, type Written } from '../../model';
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

/** Returns the key of the output name of an item. */
export function outputKey({ expression, alias, text }: SelectItem<Written>): string {
  const named = expression.kind === 'reference' ? nameOf(expression.reference.parts) : text;
  return nameKey(alias?.name ?? named ?? '');
}
