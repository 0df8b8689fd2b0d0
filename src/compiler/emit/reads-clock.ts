import { FUNCTIONS } from '../values';
import { childrenOf, queryIn, valuesOf } from '../tree';
import type { Expression, Query, Source } from './emit.ast';

/** Returns whether any part of a query reads the clock. Mappings WITHOUT PARSING and views of the data source are not inspected. */
export function readsClock(query: Query): boolean {
  if (valuesOf(query).some(asksTime) || (query.with?.tables ?? []).some((table) => readsClock(table.query)))
    return true;
  if (query.kind === 'set') return readsClock(query.left) || readsClock(query.right);
  return query.from !== undefined && asksTimeIn(query.from);
}

function asksTimeIn(source: Source): boolean {
  if (source.kind === 'table') return false;
  if (source.kind === 'derived') return readsClock(source.query);
  return asksTimeIn(source.left) || asksTimeIn(source.right) || (source.on !== undefined && asksTime(source.on));
}

function asksTime(value: Expression): boolean {
  if (value.kind === 'call' && value.arguments.length === 0 && FUNCTIONS.get(value.name)?.readsClock === true)
    return true;
  const query = queryIn(value);
  return (query !== undefined && readsClock(query)) || childrenOf(value).some(asksTime);
}
