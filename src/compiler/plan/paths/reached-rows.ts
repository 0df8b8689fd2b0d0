import type { Expression, Select, SelectItem, Source } from '../../../model';
import { mapChildren, mapQuery, rebuildQuery, selectOf, identifier } from '../../tree';
import type { Column, Resolved } from '../../values';

type Value = Expression<Resolved>;

/** A SELECT over a derived table, and the columns that the derived table must return. */
export interface LiftedSelect {
  /** The SELECT without a FROM. It reads only columns of the derived table. */
  readonly outer: Select<Resolved>;
  /** The columns of the derived table. */
  readonly columns: readonly { readonly column: Column; readonly name: string }[];
}

/**
 * Returns the SELECT, without its WHERE, with columns of these sources replaced by columns of a derived table with the
 * alias.
 */
export function liftColumns(select: Select<Resolved>, sources: readonly string[], alias: string): LiftedSelect {
  const lifted = new Set(sources);
  const columns = new Map<string, { readonly column: Column; readonly name: string }>();
  const lift = (column: Column): Value => {
    if (!lifted.has(column.source)) return { kind: 'reference', reference: column };
    const key = `${column.source}.${column.name}`;
    const name = columns.get(key)?.name ?? `c${columns.size + 1}`;
    columns.set(key, { column, name });
    return { kind: 'reference', reference: { ...column, source: alias, name } };
  };
  const outer = mapSelect({ ...select, from: undefined, where: undefined }, lift);
  return { outer, columns: [...columns.values()] };
}

/**
 * Returns the SELECT over its rows as a derived table, which also computes `marks`: values of single rows that are
 * required before grouping. References to marks already use the alias.
 */
export function overReachedRows(
  select: Select<Resolved>,
  from: Source<Resolved>,
  alias: string,
  marks: readonly SelectItem<Resolved>[],
): Select<Resolved> {
  const { outer, columns } = liftColumns(select, aliasesOf(from), alias);
  const items = columns.map(({ column, name }) => ({
    expression: { kind: 'reference', reference: column } as const,
    alias: identifier(name),
  }));
  const { where } = select;
  const query = { ...selectOf<Resolved>([...items, ...marks]), from, ...(where && { where }) };
  return { ...outer, from: { kind: 'derived', query, alias: identifier(alias), lateral: false } };
}

/** Removes the marks that are true on every row: `CASE WHEN mark AND condition` becomes the condition alone. */
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

export function aliasesOf(source: Source<Resolved>): readonly string[] {
  if (source.kind === 'join') return [...aliasesOf(source.left), ...aliasesOf(source.right)];
  return source.alias === undefined ? [] : [source.alias.name];
}
