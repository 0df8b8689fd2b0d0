import type { Expression, Query } from '../../model';
import { mapExpression, mapQuery } from '../tree';
import type { Column, Resolved } from '../values';

/** The columns that an expression reads, in its sub-queries too. */
export function columnsRead(value: Expression<Resolved>): readonly Column[] {
  return gather((reference) => mapExpression<Resolved, Resolved>(value, { reference, source: (source) => source }));
}

/** The columns that a query reads, those of its derived tables and sub-queries included. */
export function columnsReadBy(query: Query<Resolved>): readonly Column[] {
  return gather((reference) => mapQuery<Resolved, Resolved>(query, { reference, source: (source) => source }));
}

function gather(walk: (reference: (column: Column) => Expression<Resolved>) => unknown): readonly Column[] {
  const columns: Column[] = [];
  walk((column) => {
    columns.push(column);
    return { kind: 'reference', reference: column };
  });
  return columns;
}
