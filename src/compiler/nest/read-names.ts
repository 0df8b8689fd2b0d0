import type { Expression, Written } from '../../model';
import { isAggregateCall } from '../values';
import { mapChildren } from '../tree';

type Node = Expression<Written>;

/** The names of an expression, without what stands in front of them; those of its sub-queries belong to other tables. */
export function readNames(expression: Node): readonly string[] {
  const names: string[] = [];
  visit(expression, (node) => {
    if (node.kind === 'reference') names.push(nameOf(node.reference.parts));
  });
  return names;
}

/** Whether the value is one of a group: an aggregate or a measure. */
export function isOfGroup(expression: Node): boolean {
  let found = false;
  visit(expression, (node) => {
    if (node.kind === 'reference') found ||= /^measure\./i.test(nameOf(node.reference.parts));
    else found ||= isAggregateCall(node);
  });
  return found;
}

export function nameOf(parts: readonly { readonly name: string }[]): string {
  return parts.at(-1)?.name ?? '';
}

function visit(expression: Node, see: (node: Node) => void): void {
  see(expression);
  if (expression.kind === 'literal' || expression.kind === 'reference') return;
  mapChildren<Written, Written>(expression, {
    expression: (child) => {
      visit(child, see);
      return child;
    },
    query: (query) => query,
  });
}
