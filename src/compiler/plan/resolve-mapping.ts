import type { Expression, Mapping, Query, Source, TableSource, Written, WrittenName } from '../../model';
import { constant, isExpression, mapChildren, rebuildQuery } from '../tree';
import type { Resolved } from './plan';

const RESOLVED = new WeakMap<Mapping, Query<Resolved>>();

/**
 * The query of a parsed mapping over the tables of its data source. Physical names stay as they were written; in a
 * SELECT over one table they are qualified with it. A double-quoted token alone as an item is a name, elsewhere a
 * string: the planner does not know the source's columns.
 */
export function resolveMapping(mapping: Mapping, query: Query<Written>): Query<Resolved> {
  let resolved = RESOLVED.get(mapping);
  if (resolved === undefined) {
    resolved = resolveQuery(query);
    RESOLVED.set(mapping, resolved);
  }
  return resolved;
}

function resolveQuery(query: Query<Written>): Query<Resolved> {
  const sole = query.kind === 'select' && query.from?.kind === 'table' ? tableName(query.from) : '';
  const expression = (node: Expression<Written>): Expression<Resolved> => resolveExpression(node, sole);
  const rebuilt = rebuildQuery<Written, Resolved>(query, {
    expression,
    query: resolveQuery,
    source: (source) => resolveSource(source),
  });
  if (rebuilt.kind === 'set' || query.kind === 'set') return rebuilt;
  const items = rebuilt.items.map((item, index) => {
    const written = query.items[index]?.expression;
    const isName = written !== undefined && isExpression(written) && written.kind === 'reference';
    return isName ? { ...item, expression: reference(written.reference, sole) } : item;
  });
  return { ...rebuilt, items };
}

function tableName(source: TableSource<Written>): string {
  return source.alias?.name ?? source.table.parts.at(-1)?.name ?? '';
}

function resolveExpression(node: Expression<Written>, sole: string): Expression<Resolved> {
  if (node.kind === 'literal') return { ...node, inline: true };
  if (node.kind === 'reference') {
    const { quote, parts } = node.reference;
    return quote === 'double' ? constant('string', parts[0]?.name ?? '') : reference(node.reference, sole);
  }
  return mapChildren<Written, Resolved>(node, {
    expression: (child) => resolveExpression(child, sole),
    query: resolveQuery,
  });
}

function reference(name: WrittenName, sole: string): Expression<Resolved> {
  const source = name.parts.slice(0, -1).at(-1)?.name ?? sole;
  return { kind: 'reference', reference: { source, name: name.parts.at(-1)?.name ?? '', type: 'unknown' } };
}

function resolveSource(source: Source<Written>): Source<Resolved> {
  switch (source.kind) {
    case 'table':
      return { ...source, table: { kind: 'physical', parts: source.table.parts.map((part) => part.name) } };
    case 'derived':
      return { ...source, query: resolveQuery(source.query) };
    case 'join': {
      const { on, ...rest } = source;
      return {
        ...rest,
        left: resolveSource(source.left),
        right: resolveSource(source.right),
        ...(on && { on: resolveExpression(on, '') }),
      };
    }
  }
}
