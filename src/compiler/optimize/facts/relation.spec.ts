import { ontologyOf, planText, READER } from '../../../../test/support/compile';
import { findTableIn } from '../../../../test/support/tables';
import type { Query, Select } from '../../../model';
import type { Resolved } from '../../values';
import { matchesAtMostOne, relationOf, resultOf } from './relation';

const findTable = findTableIn(`
  parent(id*#, code=$, name)
  child(id*#, parent_id!# > parent.id, other_id# > parent.id, parent_code$, n, m#)
  pair(a*#, b*#, c)
`);

/** Returns a query over physical tables, as in the mapping of a concept. */
function queryOf(sql: string): Query<Resolved> {
  const ontology = ontologyOf(
    `CREATE CONCEPT concept (x integer, y integer, PRIMARY KEY (x)); CREATE MAPPING m INTO (concept) AS ${sql}`,
  );
  const { from } = selectOf(planText(ontology, 'SELECT x FROM concept', READER, findTable).query);
  const branch = from?.kind === 'derived' ? selectOf(from.query).from : undefined;
  if (branch?.kind !== 'derived') throw new Error(`no mapping: ${sql}`);
  return branch.query;
}

function selectOf(query: Query<Resolved>): Select<Resolved> {
  if (query.kind !== 'select') throw new Error('not a SELECT');
  return query;
}

/** Returns the keys and the NOT NULL columns, as `a.x`. */
function known(sql: string): { readonly keys: readonly string[]; readonly notNull: readonly string[] } {
  const { keys, notNull } = relationOf(selectOf(queryOf(sql)).from);
  const readable = (key: string): string => key.replace('\u0000', '.');
  return { keys: keys.map((key) => key.map(readable).join(' ')), notNull: [...notNull].map(readable) };
}

describe('relationOf', () => {
  it('knows the unique keys and NOT NULL columns of a table', () => {
    expect(known('SELECT id AS x FROM parent AS p')).toEqual({ keys: ['p.id', 'p.code'], notNull: ['p.id'] });
  });

  it('knows nothing about a table that is missing from the catalogue', () => {
    expect(known('SELECT id AS x FROM stranger AS s')).toEqual({ keys: [], notNull: [] });
  });

  it.each([
    ['to one, inner', 'child AS c JOIN parent AS p ON p.id = c.parent_id', ['c.id']],
    ['to one, left', 'child AS c LEFT JOIN parent AS p ON c.parent_id = p.id AND p.name > 1', ['c.id']],
    ['to one, right', 'parent AS p RIGHT JOIN child AS c ON c.parent_id = p.id', ['c.id']],
    ['to many', 'parent AS p LEFT JOIN child AS c ON c.parent_id = p.id', ['c.id']],
    ['to many of many', 'parent AS p LEFT JOIN child AS c ON c.parent_id = p.id LEFT JOIN child AS d ON d.other_id = c.id', ['d.id']], // prettier-ignore
    ['to one either way', 'child AS c LEFT JOIN parent AS p ON c.id = p.id', ['c.id', 'p.id', 'p.code']],
    ['to many by less than', 'parent AS p LEFT JOIN child AS c ON c.parent_id < p.id', ['p.id c.id', 'p.code c.id']],
    ['by a part of a key', 'child AS c JOIN pair AS q ON q.a = c.id', ['q.a q.b']],
    ['by a whole key of two columns', 'child AS c JOIN pair AS q ON q.a = c.id AND q.b = c.m', ['c.id', 'q.a q.b']],
    ['by a constant and the rest of a key', 'child AS c JOIN pair AS q ON q.a = c.m AND q.b = 3', ['c.id']],
    ['by text of the same collation', 'child AS c LEFT JOIN parent AS p ON p.code = c.parent_code', ['c.id']],
    ['of nothing', 'child AS c CROSS JOIN pair AS q', ['c.id q.a q.b']],
    ['by OR', 'child AS c JOIN parent AS p ON p.id = c.parent_id OR p.id = c.other_id', ['c.id p.id', 'c.id p.code']],
    ['with USING', 'child AS c JOIN parent AS p USING (id)', []],
  ])('knows the keys of a join %s', (_, from, keys) => {
    expect(known(`SELECT c.id AS x FROM ${from}`).keys).toEqual(keys);
  });

  it.each([
    ['a number, which is equal to several strings', 'p.code = c.m'],
    ['a column of unknown type', 'p.id = c.n'],
    ['what is reckoned', 'p.id = c.m + 1'],
    ['text under a collation of its own', 'p.code = c.parent_code COLLATE utf8mb4_bin'],
    ['text that is a constant number', 'p.code = 1'],
    ['itself', 'p.id = p.id'],
    ['less than', 'p.id < c.m'],
    ['NULL, too', 'p.id <=> c.m'],
  ])('rejects as a match of at most one row: %s', (_, on) => {
    const { from } = selectOf(queryOf(`SELECT c.id AS x FROM child AS c LEFT JOIN parent AS p ON ${on}`));
    if (from?.kind !== 'join') throw new Error('no join');
    expect(matchesAtMostOne(from.right, from.on, from.left)).toBe(false);
  });

  it('knows that the optional side of an outer join may be NULL', () => {
    expect(known('SELECT c.id AS x FROM child AS c LEFT JOIN parent AS p ON p.id = c.parent_id').notNull).toEqual([
      'c.id',
      'c.parent_id',
    ]);
    expect(known('SELECT c.id AS x FROM child AS c RIGHT JOIN parent AS p ON p.id = c.parent_id').notNull).toEqual([
      'p.id',
    ]);
  });

  it('knows that columns compared by an inner join are NOT NULL', () => {
    expect(known('SELECT c.id AS x FROM child AS c JOIN pair AS q ON q.c > c.n').notNull).toEqual([
      'c.id',
      'c.parent_id',
      'q.a',
      'q.b',
      'q.c',
      'c.n',
    ]);
  });

  it('runs in time proportional to the number of joins', () => {
    const joins = Array.from({ length: 40 }, (_, i) => `LEFT JOIN parent AS p${i} ON p${i}.id = c.parent_id`);
    expect(known(`SELECT c.id AS x FROM child AS c ${joins.join(' ')}`).keys).toEqual(['c.id']);
  });
});

describe('resultOf', () => {
  it.each([
    ['names keys as they are put out', 'SELECT id AS x, name AS y FROM parent', ['x'], ['x']],
    ['loses keys that are not put out', 'SELECT parent_id AS x FROM child', [], ['x']],
    ['learns from WHERE', 'SELECT id AS x, other_id AS y FROM child WHERE other_id > 3', ['x'], ['x', 'y']],
    ['knows constants', 'SELECT id AS x, 1 AS y FROM parent', ['x'], ['x', 'y']],
    ['knows nothing of what is reckoned', 'SELECT id + 1 AS x, NULL AS y FROM parent', [], []],
    ['knows the rows of DISTINCT', 'SELECT DISTINCT parent_id AS x, n AS y FROM child', ['x y'], ['x']],
    ['knows groups', 'SELECT parent_id AS x, MAX(n) AS y FROM child GROUP BY parent_id', ['x'], ['x']],
    ['loses groups that are not put out', 'SELECT parent_id AS x FROM child GROUP BY parent_id, n', [], ['x']],
    ['loses groups of what is reckoned', 'SELECT parent_id AS x FROM child GROUP BY parent_id + 1', [], ['x']],
    ['trusts no group of ROLLUP', 'SELECT parent_id AS x, COUNT(*) AS y FROM child GROUP BY parent_id WITH ROLLUP', [], []], // prettier-ignore
    ['trusts no column next to an aggregate without rows', 'SELECT parent_id AS x, COUNT(*) AS y FROM child', [], []],
    [
      'knows no key of what two tables put out a part of',
      'SELECT q.a AS x, p.id AS y FROM pair AS q, parent AS p',
      [],
      ['x', 'y'],
    ],
    ['keeps keys under LIMIT', 'SELECT id AS x FROM parent ORDER BY id LIMIT 3', ['x'], ['x']],
    ['knows the rows of UNION', 'SELECT id AS x, n AS y FROM child UNION SELECT id, name FROM parent', ['x y'], ['x']],
    ['knows no keys of UNION ALL', 'SELECT id AS x FROM child UNION ALL SELECT id FROM parent', [], ['x']],
    ['knows NULL of a branch', 'SELECT id AS x FROM child UNION ALL SELECT name FROM parent', [], []],
    ['reads derived tables', 'SELECT d.k AS x FROM (SELECT id AS k FROM parent WHERE name > 1) AS d', ['x'], ['x']],
    ['reads no renamed columns', 'SELECT d.k AS x FROM (SELECT id FROM parent) AS d (k)', [], []],
    ['reads no LATERAL', 'SELECT p.id AS x, d.k AS y FROM parent AS p JOIN LATERAL (SELECT c.id AS k FROM child AS c WHERE c.n = p.name) AS d ON d.k = p.id', [], ['x', 'y']], // prettier-ignore
  ])('derives keys and NOT NULL columns: %s', (_, sql, keys, notNull) => {
    const result = resultOf(queryOf(sql));
    expect(result.keys.map((key) => key.join(' '))).toEqual(keys);
    expect([...result.notNull]).toEqual(notNull);
  });
});
