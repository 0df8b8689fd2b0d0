import type { Expression, Query, Source } from '../../../model';
import type { Column, Resolved } from '../../values';
import { rewriteChildren, rewriteParts, rewriteSource, type Rewrite } from '../../tree';

type Value = Expression<Resolved>;

/** Returns the replacement of a node or column, or undefined if it stays. */
export type ReplaceNode = (node: Value) => Value | undefined;
export type ReplaceColumn = (column: Column) => Value | undefined;

/** Returns the query with nodes replaced from the outside in, including its subqueries, or the same object if nothing changes. */
export function replaceNodes(query: Query<Resolved>, replace: ReplaceNode): Query<Resolved> {
  return rewriteParts(query, rewriteOf(replace));
}

/** Returns the query with columns replaced, including its subqueries, or the same object if nothing changes. */
export function replaceColumns(query: Query<Resolved>, replace: ReplaceColumn): Query<Resolved> {
  return replaceNodes(query, ofColumns(replace));
}

/** Returns the value with columns replaced, including its subqueries, or the same object if nothing changes. */
export function replaceColumnsOf(value: Value, replace: ReplaceColumn): Value {
  return rewriteOf(ofColumns(replace)).expression(value);
}

/** Returns the source with columns replaced, including its derived tables, or the same object if nothing changes. */
export function replaceColumnsIn(source: Source<Resolved>, replace: ReplaceColumn): Source<Resolved> {
  return rewriteSource(source, rewriteOf(ofColumns(replace)));
}

/** Maps the columns of one source to another. */
export function moveColumns(from: string, to: string): ReplaceColumn {
  return (column) =>
    column.source === from && from !== to ? { kind: 'reference', reference: { ...column, source: to } } : undefined;
}

function ofColumns(replace: ReplaceColumn): ReplaceNode {
  return (node) => (node.kind === 'reference' ? replace(node.reference) : undefined);
}

function rewriteOf(replace: ReplaceNode): Rewrite<Resolved> {
  const rewrite: Rewrite<Resolved> = {
    expression: (node) => replace(node) ?? rewriteChildren(node, rewrite),
    query: (query) => rewriteParts(query, rewrite),
  };
  return rewrite;
}
