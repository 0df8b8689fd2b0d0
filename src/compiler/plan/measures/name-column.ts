import { nameKey, type Expression, type Query, type Select, type Written, type WrittenName } from '../../../model';
import { childrenOf, isExpression, isSameTree, mapQuery, queryIn, refer, referencesIn, valuesOf } from '../../tree';
import { type Column, isAggregateCall, type Resolved } from '../../values';

/** The name of a column as written in a statement, and its offset outside of aggregates. */
export interface WrittenColumn {
  readonly name: string;
  readonly at: number | undefined;
}

/**
 * Returns a function that finds the written name of a column that a SELECT with groups reads. `find` resolves a name in
 * that SELECT.
 */
export function nameColumn(
  { items, having, windows, orderBy, groupBy, ...rest }: Select<Written>,
  find: (name: WrittenName) => Expression<Resolved> | undefined,
): (column: Column) => WrittenColumn {
  return (column) => {
    const isKey = (node: Expression<Written>): boolean => groupBy.some((key) => isSameTree(key, node));
    const ungrouped = items.filter(({ alias }) => alias === undefined || !isKey(refer(alias.name)));
    const values = valuesOf({ ...rest, where: undefined, groupBy: [], items: ungrouped, having, windows, orderBy });
    const isMeant = (name: WrittenName): boolean => {
      const value = find(name);
      return value !== undefined && referencesIn(value).some((read) => isSame(read, column));
    };
    for (const value of values) {
      const name = search(value, { isKey, isMeant, column: nameKey(column.name) });
      if (name !== undefined) return { name: name.parts.map((part) => part.name).join('.'), at: name.at };
    }
    const star = items.map(({ expression }) => expression).find((expression) => !isExpression(expression));
    return { name: column.name, at: star?.kind === 'star' ? star.at : undefined };
  };
}

interface Search {
  readonly isKey: (node: Expression<Written>) => boolean;
  readonly isMeant: (name: WrittenName) => boolean;
  /** Key of the column's name, which is searched for in sub-queries. */
  readonly column: string;
}

/** Returns the first name of the column outside of group keys and aggregates. */
function search(node: Expression<Written>, wanted: Search): WrittenName | undefined {
  if (wanted.isKey(node)) return undefined;
  if (node.kind === 'reference') return wanted.isMeant(node.reference) ? node.reference : undefined;
  if (isAggregateCall(node)) return undefined;
  for (const child of childrenOf(node)) {
    const found = search(child, wanted);
    if (found !== undefined) return found;
  }
  const query = queryIn(node);
  return query && searchQuery(query, wanted);
}

function searchQuery(query: Query<Written>, { column }: Search): WrittenName | undefined {
  let found: WrittenName | undefined;
  mapQuery<Written, Written>(query, {
    reference: (reference) => {
      if (nameKey(reference.parts.at(-1)?.name ?? '') === column) found ??= reference;
      return { kind: 'reference', reference };
    },
    source: (source) => source,
  });
  return found;
}

function isSame(one: Column, other: Column): boolean {
  return one.source === other.source && one.name === other.name;
}
