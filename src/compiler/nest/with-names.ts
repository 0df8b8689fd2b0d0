import { nameKey, type Expression, type Select, type SelectItem, type Written } from '../../model';
import { rewriteChildren, rewriteParts } from '../tree';
import { nameOf } from './read-names';

/**
 * Returns the statement with other names for the columns that it reads, outside of sub-queries: nested rows are named by the steps of full
 * paths.
 */
export function withNames(query: Select<Written>, rename: (name: string) => string): Select<Written> {
  const aliases = new Set(query.items.filter(isRenamed).map(({ alias }) => nameKey(alias?.name ?? '')));
  const rewrite = {
    expression: (node: Expression<Written>): Expression<Written> =>
      node.kind === 'reference' ? full(node) : rewriteChildren(node, rewrite),
    query: <Q>(inner: Q): Q => inner,
  };
  const full = (node: Extract<Expression<Written>, { kind: 'reference' }>): Expression<Written> => {
    const { parts, quote } = node.reference;
    const last = parts.at(-1);
    if (last === undefined || quote !== undefined || aliases.has(nameKey(last.name))) return node;
    const name = rename(last.name);
    if (name === last.name) return node;
    return { kind: 'reference', reference: { ...node.reference, parts: [...parts.slice(0, -1), { ...last, name }] } };
  };
  return rewriteParts(query, rewrite) as Select<Written>;
}

/** Returns whether the output name of an item is not the name that it reads. */
function isRenamed({ expression, alias }: SelectItem<Written>): boolean {
  const name = expression.kind === 'reference' ? nameOf(expression.reference.parts) : undefined;
  return alias !== undefined && (name === undefined || nameKey(alias.name) !== nameKey(name));
}
