import type { Expression, Query, Source } from '../../../model';
import type { Column, Resolved } from '../../values';
import { rewriteChildren, rewriteParts, rewriteSource, type Rewrite } from '../../tree';

type Value = Expression<Resolved>;

/** What nodes and columns are replaced by; nothing where they stay. */
export type ReplaceNode = (node: Value) => Value | undefined;
export type ReplaceColumn = (column: Column) => Value | undefined;

/** The query with nodes replaced from the outside in, those of its sub-queries included; the same object where none is. */
export function replaceNodes(query: Query<Resolved>, replace: ReplaceNode): Query<Resolved> {
  return rewriteParts(query, rewriteOf(replace));
}

/** The query with columns replaced, those of its sub-queries included; the same object where none is. */
export function replaceColumns(query: Query<Resolved>, replace: ReplaceColumn): Query<Resolved> {
  return replaceNodes(query, ofColumns(replace));
}

/** The value with columns replaced, those of its sub-queries included; the same object where none is. */
export function replaceColumnsOf(value: Value, replace: ReplaceColumn): Value {
  return rewriteOf(ofColumns(replace)).expression(value);
}

/** The source with columns replaced, in its derived tables too; the same object where none is. */
export function replaceColumnsIn(source: Source<Resolved>, replace: ReplaceColumn): Source<Resolved> {
  return rewriteSource(source, rewriteOf(ofColumns(replace)));
}

/** Columns of one source as columns of another. */
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
