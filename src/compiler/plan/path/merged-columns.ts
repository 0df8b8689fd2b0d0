import { nameKey, type Expression, type Identifier } from '../../../model';
import { conjunction } from '../../tree';
import { compare } from '../expression/compare-kinds';
import { locate } from '../locate';
import type { Resolved } from '../plan';
import { Scope, type NamedSource } from '../scope';

/** The columns that both sides of a NATURAL join have. */
export function sharedColumns(left: readonly NamedSource[], right: readonly NamedSource[]): readonly string[] {
  const visible = (sources: readonly NamedSource[]): readonly string[] =>
    sources.flatMap((source) =>
      source
        .starColumns()
        .map((column) => column.name)
        .filter((name) => !source.hidden?.has(nameKey(name))),
    );
  const known = new Set(visible(right).map(nameKey));
  return visible(left).filter((name) => known.has(nameKey(name)));
}

/** That the columns of both sides which a join merges are equal. */
export function equalColumns(
  names: readonly Identifier[],
  left: readonly NamedSource[],
  right: readonly NamedSource[],
): Expression<Resolved> | undefined {
  const value = (sources: readonly NamedSource[], name: Identifier): Expression<Resolved> =>
    new Scope(sources, undefined, new Map()).resolve({ parts: [name], at: name.at });
  return conjunction(names.map((name) => locate(name.at, () => compare(value(left, name), '=', value(right, name)))));
}

/** The sources without the columns that are read of the other side of a join. */
export function hide(sources: readonly NamedSource[], merged: readonly Identifier[]): readonly NamedSource[] {
  if (merged.length === 0) return sources;
  const keys = merged.map((column) => nameKey(column.name));
  return sources.map((source) => ({
    name: source.name,
    ...(source.schema !== undefined && { schema: source.schema }),
    hidden: new Set([...(source.hidden ?? []), ...keys]),
    find: (column) => source.find(column),
    starColumns: () => source.starColumns(),
    columnNames: () => source.columnNames(),
    findMany: (column, own) => source.findMany?.(column, own),
    settledAliases: (isSettled) => source.settledAliases?.(isSettled) ?? [],
  }));
}
