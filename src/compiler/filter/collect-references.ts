import { nameKey, type Query, type Select, type SelectItem, type Written } from '../../model';
import { namesOutsideQueries, rebuildQuery } from '../tree';
import { isAggregateCall } from '../values';

/**
 * Returns the last parts of all names in a statement, in order of first use: properties and paths. Names in its sub-queries
 * and derived tables are not names of its rows.
 */
export function collectReferences(query: Query<Written>): readonly string[] {
  const names = new Set<string>();
  const collect = (part: Query<Written>): Query<Written> =>
    rebuildQuery<Written, Written>(part, {
      expression: (expression) => {
        for (const name of namesOutsideQueries(expression)) names.add(name);
        return expression;
      },
      query: collect,
      source: (source) => source,
    });
  collect(query);
  return [...names];
}

/** Returns whether a name is that of a measure. */
export function isMeasureName(name: string): boolean {
  return nameKey(name).startsWith('measure.');
}

/** Returns whether the rows of a statement are groups: with measures, which group implicitly, or with aggregates. */
export function isGrouped(select: Select<Written>): boolean {
  const isAggregate = ({ expression }: SelectItem<Written>): boolean =>
    expression.kind === 'call' && isAggregateCall(expression);
  return select.groupBy.length > 0 || select.items.some(isAggregate) || collectReferences(select).some(isMeasureName);
}
