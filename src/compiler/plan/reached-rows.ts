import type { Expression, Select, SelectItem, Source } from '../../model';
import { mapChildren, mapQuery, rebuildQuery, selectOf } from '../tree';
import type { Column, Resolved } from './plan';
import { identifier } from './unfold-concept';

type Value = Expression<Resolved>;

/**
 * The SELECT over its rows as a derived table, in which `marks` are computed beside the columns that it reads: what
 * must be known of single rows before they are grouped. References to marks name the alias already.
 */
export function overReachedRows(
  select: Select<Resolved>,
  from: Source<Resolved>,
  alias: string,
  marks: readonly SelectItem<Resolved>[],
): Select<Resolved> {
  const inner = new Map<string, { readonly name: string; readonly value: Value }>();
  const sources = new Set(aliasesOf(from));
  const lift = (column: Column): Value => {
    if (!sources.has(column.source)) return { kind: 'reference', reference: column };
    const key = `${column.source}.${column.name}`;
    const name = inner.get(key)?.name ?? `c${inner.size + 1}`;
    inner.set(key, { name, value: { kind: 'reference', reference: column } });
    return { kind: 'reference', reference: { ...column, source: alias, name } };
  };
  const { where, ...rest } = select;
  const outer = mapSelect({ ...rest, from: undefined }, lift);
  const columns = [...inner.values()].map(({ name, value }) => ({ expression: value, alias: identifier(name) }));
  const query = { ...selectOf<Resolved>([...columns, ...marks]), from, ...(where && { where }) };
  return { ...outer, from: { kind: 'derived', query, alias: identifier(alias), lateral: false } };
}

/** The SELECT without the marks that hold on every row: `CASE WHEN mark AND condition` needs the condition alone. */
export function withoutMarks(select: Select<Resolved>, isDropped: (column: Column) => boolean): Select<Resolved> {
  const drops = (node: Value): boolean => node.kind === 'reference' && isDropped(node.reference);
  const settle = (node: Value): Value => {
    if (node.kind === 'literal' || node.kind === 'reference') return node;
    const settled = mapChildren<Resolved, Resolved>(node, { expression: settle, query: (query) => query });
    if (settled.kind === 'binary' && settled.operator === 'and' && drops(settled.left)) return settled.right;
    const [branch] = settled.kind === 'case' ? settled.branches : [];
    return branch !== undefined && drops(branch.when) ? branch.then : settled;
  };
  const rebuilt = rebuildQuery<Resolved, Resolved>(select, {
    expression: settle,
    query: (query) => query,
    source: (source) => source,
  });
  return rebuilt.kind === 'select' ? rebuilt : select;
}

export function mapSelect(select: Select<Resolved>, reference: (column: Column) => Value): Select<Resolved> {
  const mapped = mapQuery<Resolved, Resolved>(select, { reference, source: (source) => source });
  return mapped.kind === 'select' ? mapped : select;
}

function aliasesOf(source: Source<Resolved>): readonly string[] {
  if (source.kind === 'join') return [...aliasesOf(source.left), ...aliasesOf(source.right)];
  return source.alias === undefined ? [] : [source.alias.name];
}
