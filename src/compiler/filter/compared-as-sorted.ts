import type { Expression, OutputColumn, Query, Source } from '../../model';
import type { Resolved } from '../values';
import { isExpression } from '../tree';

type Value = Expression<Resolved>;

/**
 * Whether a comparison with a shown value falls as the order of the column does. Not with a decimal that is reckoned:
 * an engine may compare digits that it does not show. Nor with texts of several tables: where the condition is moved
 * into them each compares by its own collation, and the order has one for all.
 */
export function isComparedAsSorted(query: Query<Resolved>, { name, type }: OutputColumn): boolean {
  if (type !== 'decimal' && type !== 'string') return true;
  const origins = originsOf(query, name).filter((origin) => origin?.kind !== 'literal' || origin.type !== 'null');
  if (type === 'decimal') return origins.every((origin) => origin?.kind === 'reference');
  return origins.length < 2 || origins.every((origin) => origin?.kind === 'literal' || origin?.kind === 'cast');
}

/** What a column of a query is at its ends, followed through derived tables; undefined where that is not seen. */
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
