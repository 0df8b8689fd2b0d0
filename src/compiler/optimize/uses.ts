import { nameKey, type Expression, type Query, type Source } from '../../model';
import type { Resolved } from '../plan';
import { mapChildren, rebuildQuery } from '../tree';

type Value = Expression<Resolved>;

/** How often columns are read, sub-queries included: by alias ('' of names without one) and `nameKey`. */
export type Uses = ReadonlyMap<string, ReadonlyMap<string, number>>;

const NONE: Uses = new Map();
const KNOWN = new WeakMap<object, Uses>();

export function usesOfExpression(expression: Value | undefined): Uses {
  if (expression === undefined || expression.kind === 'literal') return NONE;
  return once(expression, (add) => {
    if (expression.kind === 'reference') {
      const { source, name } = expression.reference;
      add(new Map([[source, new Map([[nameKey(name), 1]])]]));
      return;
    }
    mapChildren<Resolved, Resolved>(expression, {
      expression: (child) => {
        add(usesOfExpression(child));
        return child;
      },
      query: (query) => {
        add(usesOfQuery(query));
        return query;
      },
    });
  });
}

export function usesOfSource(source: Source<Resolved>): Uses {
  if (source.kind === 'table') return NONE;
  if (source.kind === 'derived') return usesOfQuery(source.query);
  return once(source, (add) => {
    add(usesOfSource(source.left));
    add(usesOfSource(source.right));
    add(usesOfExpression(source.on));
  });
}

export function usesOfQuery(query: Query<Resolved>): Uses {
  return once(query, (add) => {
    rebuildQuery<Resolved, Resolved>(query, {
      expression: (expression) => {
        add(usesOfExpression(expression));
        return expression;
      },
      query: (inner) => {
        add(usesOfQuery(inner));
        return inner;
      },
      source: (source) => {
        add(usesOfSource(source));
        return source;
      },
    });
  });
}

/** How often a column is read; without a name, how often any column of the alias is. */
export function countUses(uses: Uses, alias: string, name?: string): number {
  const columns = uses.get(alias);
  if (columns === undefined) return 0;
  return name === undefined ? [...columns.values()].reduce((sum, count) => sum + count, 0) : (columns.get(name) ?? 0);
}

/** Trees do not change, so that what is known of a node stays true. */
function once(node: object, collect: (add: (uses: Uses) => void) => void): Uses {
  const known = KNOWN.get(node);
  if (known !== undefined) return known;
  const all = new Map<string, Map<string, number>>();
  collect((uses) => {
    for (const [alias, columns] of uses) {
      const sums = all.get(alias) ?? new Map<string, number>();
      all.set(alias, sums);
      for (const [name, count] of columns) sums.set(name, (sums.get(name) ?? 0) + count);
    }
  });
  KNOWN.set(node, all);
  return all;
}
