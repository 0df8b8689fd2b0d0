import { ServiceError } from '../../../errors';
import { nameKey, type Expression, type Identifier, type JoinSource, type Written } from '../../../model';
import { conjunction } from '../../tree';
import { isSystemColumn, compare, type Resolved } from '../../values';
import { firstTable, locate } from './locate';
import { Scope, type NamedSource } from './scope';

/**
 * Returns the columns that a join merges: those of USING, or those that both sides of a NATURAL join have. NATURAL does
 * not merge system columns, which all concepts have.
 */
export function mergedColumns(
  { natural, using = [], right: written }: JoinSource<Written>,
  left: readonly NamedSource[],
  right: readonly NamedSource[],
): readonly Identifier[] {
  if (!natural) return using;
  const known = new Set(visibleColumns(right).map(nameKey));
  const shared = visibleColumns(left).filter((name) => known.has(nameKey(name)) && !isSystemColumn(nameKey(name)));
  if (shared.length > 0) return shared.map((name) => ({ name }));
  throw new ServiceError('plan_invalid', 'the sides of this NATURAL JOIN have no common column', {
    hint: 'write the condition in ON, or use CROSS JOIN',
    offset: written.kind === 'derived' ? written.alias.at : firstTable(written),
  });
}

function visibleColumns(sources: readonly NamedSource[]): readonly string[] {
  return sources.flatMap((source) =>
    source
      .starColumns()
      .map((column) => column.name)
      .filter((name) => !source.hidden?.has(nameKey(name))),
  );
}

/** Returns the condition that the merged columns of both sides are equal. */
export function equalColumns(
  names: readonly Identifier[],
  left: readonly NamedSource[],
  right: readonly NamedSource[],
): Expression<Resolved> | undefined {
  const value = (sources: readonly NamedSource[], name: Identifier): Expression<Resolved> =>
    new Scope(sources, undefined, new Map()).resolve({ parts: [name], at: name.at });
  return conjunction(names.map((name) => locate(name.at, () => compare(value(left, name), '=', value(right, name)))));
}

/** Returns the sources without the columns that are read from the other side of a join. */
export function hide(sources: readonly NamedSource[], merged: readonly Identifier[]): readonly NamedSource[] {
  if (merged.length === 0) return sources;
  const keys = merged.map((column) => nameKey(column.name));
  return sources.map((source) => ({
    name: source.name,
    ...(source.schema !== undefined && { schema: source.schema }),
    hidden: new Set([...(source.hidden ?? []), ...keys]),
    find: (column) => source.find(column),
    findShort: (path) => source.findShort?.(path),
    isPath: (name) => source.isPath?.(name) === true,
    hintAtPath: (name) => source.hintAtPath?.(name),
    starColumns: () => source.starColumns(),
    columnNames: () => source.columnNames(),
    findMany: (column, own) => source.findMany?.(column, own),
    settledAliases: (isSettled) => source.settledAliases?.(isSettled) ?? [],
  }));
}
