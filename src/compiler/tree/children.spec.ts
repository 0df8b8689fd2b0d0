import { parseQuery } from '../../../test/support/compile';
import type { Expression, Query, Written } from '../../model';
import { childrenOf, queryIn, valuesOf } from './children';
import { mapChildren } from './map-children';
import { rebuildQuery } from './map-query';

const STATEMENTS = [
  "SELECT -a, a + 1, a IS NULL, a BETWEEN b AND c, a IN (b, 1), a LIKE 'x', a RLIKE b FROM t",
  'SELECT a IN (SELECT b FROM t), EXISTS (SELECT 1 FROM t), a > ALL (SELECT b FROM t), (SELECT MAX(b) FROM t) FROM t',
  'SELECT (a, b) IN ((1, 2)), CASE WHEN a THEN b END, CASE a WHEN b THEN c WHEN 2 THEN d ELSE e END FROM t',
  'SELECT CAST(a AS SIGNED), CONVERT(a USING utf8mb4), a COLLATE utf8mb4_bin, a + INTERVAL b DAY FROM t',
  "SELECT EXTRACT(YEAR FROM a), TRIM(a), TRIM(LEADING b FROM a), COUNT(*), GROUP_CONCAT(a ORDER BY b SEPARATOR ',') FROM t",
  'SELECT SUM(a) OVER (PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING), RANK() OVER w FROM t WINDOW w AS (PARTITION BY d ORDER BY e)',
  'SELECT a, COUNT(*) FROM t WHERE b = 1 GROUP BY a HAVING COUNT(*) > c ORDER BY d',
  'SELECT a FROM t UNION ALL SELECT b FROM t ORDER BY a',
];

type Value = Expression<Written>;

function mappedChildren(node: Value): {
  readonly values: readonly Value[];
  readonly queries: readonly Query<Written>[];
} {
  const [values, queries]: [Value[], Query<Written>[]] = [[], []];
  if (node.kind === 'literal' || node.kind === 'reference') return { values, queries };
  mapChildren<Written, Written>(node, {
    expression: (child) => (values.push(child), child),
    query: (query) => (queries.push(query), query),
  });
  return { values, queries };
}

function mappedValues(query: Query<Written>): readonly Value[] {
  const values: Value[] = [];
  rebuildQuery<Written, Written>(query, {
    expression: (value) => (values.push(value), value),
    query: (inner) => inner,
    source: (source) => source,
  });
  return values;
}

function nodesIn(query: Query<Written>): readonly Value[] {
  const below = (value: Value): readonly Value[] => [value, ...childrenOf(value).flatMap(below)];
  return valuesOf(query).flatMap(below);
}

const QUERIES = STATEMENTS.map(parseQuery);
const NODES = QUERIES.flatMap(nodesIn);

describe('childrenOf', () => {
  it('returns the parts that a rewrite visits', () => {
    for (const node of NODES) {
      const { values, queries } = mappedChildren(node);
      expect(new Set(childrenOf(node))).toEqual(new Set(values));
      expect(queryIn(node)).toBe(queries[0]);
    }
  });

  it('supports every kind of node', () => {
    expect(new Set(NODES.map(({ kind }) => kind)).size).toBe(22);
  });
});

it('returns the expressions of a query that a rewrite visits', () => {
  for (const query of QUERIES) expect(new Set(valuesOf(query))).toEqual(new Set(mappedValues(query)));
});
