import type { Expression, OutputColumn, Query, Source } from '../../model';
import type { Resolved } from '../values';
import { isExpression } from '../tree';

type Value = Expression<Resolved>;

/**
 * Returns whether a comparison with a returned value follows the order of the column. This is not so for computed
 * decimals, because an engine may compare digits that it does not return. Nor is it so for strings from several tables:
 * a condition that is pushed down compares by the collation of each table, but the order uses one collation for all.
 */
export function isComparedAsSorted(query: Query<Resolved>, { name, type }: OutputColumn): boolean {
  if (type !== 'decimal' && type !== 'string') return true;
  const origins = originsOf(query, name).filter((origin) => origin?.kind !== 'literal' || origin.type !== 'null');
  if (type === 'decimal') return origins.every((origin) => origin?.kind === 'reference');
  return origins.length < 2 || origins.every((origin) => origin?.kind === 'literal' || origin?.kind === 'cast');
}

/** Returns the expressions that a column of a query originates from, through derived tables; undefined for an unknown origin. */
function originsOf(query: Query<Resolved>, name: string): readonly (Value | undefined)[] {
  if (query.kind === 'select') {
    const item = query.items.find(({ alias }) => alias?.name === name);
    return item !== undefined && isExpression(item.expression) ? followed(item.expression, query.from) : [undefined];
  }
  const index = namesOf(query.left).indexOf(name);
  const other = namesOf(query.right)[index];
  return other === undefined ? [undefined] : [...originsOf(query.left, name), ...originsOf(query.right, other)];
}

function followed(value: Value, from: Source<Resolved> | undefined): readonly (Value | undefined)[] {
  if (value.kind !== 'reference') return [value];
  const { source: alias, name } = value.reference;
  const source = from && findSource(from, alias);
  if (source?.kind === 'table') return [source.table.kind === 'common' ? undefined : value];
  return source?.kind === 'derived' && source.columns === undefined ? originsOf(source.query, name) : [undefined];
}

function findSource(source: Source<Resolved>, alias: string): Exclude<Source<Resolved>, { kind: 'join' }> | undefined {
  if (source.kind === 'join') return findSource(source.left, alias) ?? findSource(source.right, alias);
  return source.alias?.name === alias ? source : undefined;
}

function namesOf(query: Query<Resolved>): readonly (string | undefined)[] {
  return query.kind === 'set' ? namesOf(query.left) : query.items.map(({ alias }) => alias?.name);
}
