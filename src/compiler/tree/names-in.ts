import type { Expression, Phase, Query, Written } from '../../model';
import { childrenOf } from './children';
import { mapExpression, mapQuery } from './map-query';

/** Returns the references in an expression, including its subqueries, in the order of the SQL. */
export function referencesIn<P extends Phase>(expression: Expression<P>): readonly P['reference'][] {
  return collect<P>((reference) => mapExpression<P, P>(expression, { reference, source: (source) => source }));
}

/** Returns the references in a query, including its derived tables and subqueries. */
export function referencesOf<P extends Phase>(query: Query<P>): readonly P['reference'][] {
  return collect<P>((reference) => mapQuery<P, P>(query, { reference, source: (source) => source }));
}

/** Returns the names that an expression reads, without qualifiers and including its subqueries: properties, measures and paths. */
export function namesIn(expression: Expression<Written>): readonly string[] {
  return referencesIn(expression).map(({ parts }) => parts.at(-1)?.name ?? '');
}

/** Returns the same names as `namesIn` without those in subqueries, which belong to other tables. */
export function namesOutsideQueries(expression: Expression<Written>): readonly string[] {
  const names: string[] = [];
  const add = (node: Expression<Written>): void => {
    if (node.kind === 'reference') names.push(node.reference.parts.at(-1)?.name ?? '');
    else childrenOf(node).forEach(add);
  };
  add(expression);
  return names;
}

function collect<P extends Phase>(
  walk: (see: (reference: P['reference']) => Expression<P>) => unknown,
): readonly P['reference'][] {
  const references: P['reference'][] = [];
  walk((reference) => {
    references.push(reference);
    return { kind: 'reference', reference };
  });
  return references;
}
