import {
  nameKey,
  type Expression,
  type Query,
  type Source,
  type TableSource,
  type Written,
  type WrittenName,
} from '../../../model';
import { constant, isExpression, mapChildren, rebuildQuery } from '../../tree';
import type { Resolved } from '../plan';
import type { Planning } from '../planning';
import { tableFacts } from './source-facts';

/** The sources that one SELECT of a mapping can name, with the aliases they have in the plan; `sole` is the only one. */
interface Names {
  readonly aliases: ReadonlyMap<string, string>;
  readonly sole: string;
  readonly outer: Names | undefined;
}

/**
 * The query of a parsed mapping over the tables of its data source, its sources under aliases of their own. Columns
 * stay as they were written; in a SELECT over one table they are qualified with it. A double-quoted token alone as an
 * item is a name, elsewhere a string: the planner does not know the source's columns.
 */
export function resolveMapping(planning: Planning, query: Query<Written>): Query<Resolved> {
  return resolveQuery(planning, query, undefined);
}

function resolveQuery(planning: Planning, query: Query<Written>, outer: Names | undefined): Query<Resolved> {
  const from = query.kind === 'select' ? query.from : undefined;
  const aliases = new Map<string, string>();
  if (from !== undefined) nameSources(planning, from, aliases);
  const [sole = ''] = from?.kind === 'join' ? [] : aliases.values();
  const names: Names = { aliases, sole, outer };
  const rebuilt = rebuildQuery<Written, Resolved>(query, {
    expression: (node) => resolveExpression(planning, node, names),
    query: (inner) => resolveQuery(planning, inner, outer),
    source: (source) => resolveSource(planning, source, names),
  });
  if (rebuilt.kind === 'set' || query.kind === 'set') return rebuilt;
  const items = rebuilt.items.map((item, index) => {
    const written = query.items[index]?.expression;
    if (written === undefined || !isExpression(written) || written.kind !== 'reference') return item;
    const alias = item.alias ?? written.reference.parts.at(-1);
    return { ...item, expression: reference(written.reference, names), ...(alias && { alias }) };
  });
  return { ...rebuilt, items };
}

function nameSources(planning: Planning, source: Source<Written>, aliases: Map<string, string>): void {
  if (source.kind === 'join') {
    nameSources(planning, source.left, aliases);
    nameSources(planning, source.right, aliases);
    return;
  }
  const name = sourceName(source);
  aliases.set(nameKey(name), planning.alias(name));
}

function sourceName(source: Exclude<Source<Written>, { kind: 'join' }>): string {
  return source.kind === 'derived' ? source.alias.name : tableName(source);
}

function tableName(source: TableSource<Written>): string {
  return source.alias?.name ?? source.table.parts.at(-1)?.name ?? '';
}

function resolveExpression(planning: Planning, node: Expression<Written>, names: Names): Expression<Resolved> {
  if (node.kind === 'literal') return { ...node, inline: true };
  if (node.kind === 'reference') {
    const { quote, parts } = node.reference;
    return quote === 'double' ? constant('string', parts[0]?.name ?? '') : reference(node.reference, names);
  }
  return mapChildren<Written, Resolved>(node, {
    expression: (child) => resolveExpression(planning, child, names),
    query: (inner) => resolveQuery(planning, inner, names),
  });
}

function reference(name: WrittenName, names: Names): Expression<Resolved> {
  const qualifier = name.parts.slice(0, -1).at(-1)?.name;
  const source = qualifier === undefined ? names.sole : (findAlias(names, nameKey(qualifier)) ?? qualifier);
  return { kind: 'reference', reference: { source, name: name.parts.at(-1)?.name ?? '', type: 'unknown' } };
}

function findAlias(names: Names | undefined, key: string): string | undefined {
  return names && (names.aliases.get(key) ?? findAlias(names.outer, key));
}

function resolveSource(planning: Planning, source: Source<Written>, names: Names): Source<Resolved> {
  switch (source.kind) {
    case 'table': {
      const alias = { name: names.aliases.get(nameKey(tableName(source))) ?? tableName(source) };
      const parts = source.table.parts.map((part) => part.name);
      return { kind: 'table', table: { kind: 'physical', parts }, alias, facts: tableFacts(planning, parts) };
    }
    case 'derived': {
      const alias = { name: names.aliases.get(nameKey(source.alias.name)) ?? source.alias.name };
      return { ...source, alias, query: resolveQuery(planning, source.query, source.lateral ? names : names.outer) };
    }
    case 'join': {
      const { on, ...rest } = source;
      return {
        ...rest,
        left: resolveSource(planning, source.left, names),
        right: resolveSource(planning, source.right, names),
        ...(on && { on: resolveExpression(planning, on, names) }),
      };
    }
  }
}
