import { childrenOf, queryIn, valuesOf } from '../tree';
import type { Expression, Query, Source } from './emit.ast';

/** Returns whether a query reads only base tables at every depth (`CompiledQuery`), according to the catalogue. */
export function readsBaseTables(query: Query): boolean {
  if (!(query.with?.tables ?? []).every((table) => readsBaseTables(table.query))) return false;
  if (!valuesOf(query).every(isOverBaseTables)) return false;
  if (query.kind === 'set') return readsBaseTables(query.left) && readsBaseTables(query.right);
  return query.from === undefined || isOfBaseTables(query.from);
}

function isOfBaseTables(source: Source): boolean {
  if (source.kind === 'derived') return readsBaseTables(source.query);
  if (source.kind === 'table')
    return source.table.kind === 'common' || (source.table.kind === 'physical' && source.facts?.isBaseTable === true);
  const { left, right, on } = source;
  return isOfBaseTables(left) && isOfBaseTables(right) && (on === undefined || isOverBaseTables(on));
}

function isOverBaseTables(value: Expression): boolean {
  const query = queryIn(value);
  return (query === undefined || readsBaseTables(query)) && childrenOf(value).every(isOverBaseTables);
}
