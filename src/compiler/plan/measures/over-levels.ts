import type { Expression, Query, Select, SelectItem, Source } from '../../../model';
import { binary, constant, rewriteChildren, rewriteParts, identifier } from '../../tree';
import { columnOf, type Resolved, scaleOf, typeOf } from '../../values';
import type { Grouping } from './grouping';
import { numbersTo } from './numbers-to';

type Value = Expression<Resolved>;

/** A SELECT that replaces WITH ROLLUP: it groups by the level and by the keys of that level. */
interface Levelled {
  /** The SELECT without WITH ROLLUP, with its keys as columns of the rows. */
  readonly select: Select<Resolved>;
  /** The rows, once for each level. */
  readonly from: Source<Resolved>;
  /** The level and its keys as columns of the rows. Together they distinguish the groups of all levels. */
  readonly keys: readonly (SelectItem<Resolved> & { readonly expression: Value })[];
}

/** The aliases of the grouped rows and of the table of levels. */
interface Aliases {
  readonly rows: string;
  readonly levels: string;
}

const KEPT = 'kept';

/**
 * Returns GROUP BY WITH ROLLUP as a plain GROUP BY over one copy of the rows for each level. A copy is grouped by its
 * level and the first keys, and its other keys are NULL. Each row therefore has its group before grouping, as
 * ROW_NUMBER requires.
 */
export function overLevels(grouping: Grouping, from: Source<Resolved>, { rows, levels }: Aliases): Levelled {
  const { select } = grouping;
  const kept = columnOf(levels, KEPT, 'integer');
  const keys = select.groupBy.map((key, index) => {
    const when = binary(kept, '>=', constant('integer', String(index + 1)));
    return {
      expression: { kind: 'case', branches: [{ when, then: key }] } as const,
      alias: identifier(`key ${index + 1}`),
    };
  });
  const level = { expression: kept, alias: identifier(KEPT) };
  const columns = [level, ...keys].map(({ expression, alias }): Value => ({
    kind: 'reference',
    reference: { source: rows, name: alias.name, type: typeOf(expression), scale: scaleOf(expression) },
  }));
  const [, ...keyColumns] = columns;
  const { where, groupBy, ...values } = select;
  const replaced = withKeys(grouping, { ...values, groupBy: [] }, keyColumns, false);
  return {
    select: {
      ...(replaced.kind === 'select' ? replaced : values),
      groupBy: columns,
      rollup: false,
      ...(where && { where }),
    },
    from: {
      kind: 'join',
      join: 'cross',
      natural: false,
      left: from,
      right: numbersTo(groupBy.length, level.alias, identifier(levels)),
    },
    keys: [level, ...keys],
  };
}

/** Returns the query with these columns in place of the group keys, except inside aggregates, which read single rows. */
function withKeys(
  grouping: Grouping,
  query: Query<Resolved>,
  columns: readonly Value[],
  isWithin: boolean,
): Query<Resolved> {
  const replace = (node: Value): Value => {
    if (grouping.isAggregate(node, isWithin)) return node;
    const column = columns[grouping.keyOf(node) ?? -1];
    return column ?? rewriteChildren(node, rewrite);
  };
  const rewrite = {
    expression: replace,
    query: (inner: Query<Resolved>) => withKeys(grouping, inner, columns, true),
  };
  return rewriteParts(query, rewrite);
}
