import { PASS_NAMES } from '../../src/compiler/optimize';
import { type Cell } from '../../src/model';
import { onEachEngine, statementsOf } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE t (id INTEGER PRIMARY KEY, name VARCHAR(10), n INTEGER)',
  "INSERT INTO t VALUES (1, 'b', 10), (2, 'a', 20), (3, 'b', 30)",
];

const SCRIPT = `
CREATE CONCEPT c (id integer, name string, n integer, level integer, made string, nothing string, PRIMARY KEY (id));
CREATE MAPPING m INTO (c) AS SELECT id, name, n, 2 AS level, CONCAT('a', 'b') AS made, NULL AS nothing FROM t;
`;

type Rows = readonly (readonly Cell[])[];

/** MariaDB returns one row for a SELECT DISTINCT whose values it knows before it reads rows, and ignores OFFSET there. */
const CASES: readonly (readonly [sql: string, rows: Rows])[] = [
  ['SELECT DISTINCT level FROM c LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT level FROM c LIMIT 6 OFFSET 0', [[2]]],
  ['SELECT DISTINCT level, made, nothing FROM c LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT nothing FROM c LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT level FROM c ORDER BY level LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT 1 AS one FROM c LIMIT 6 OFFSET 2', []],
  ['SELECT DISTINCT YEAR(NOW()) - YEAR(NOW()) AS zero FROM c LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT x FROM (SELECT NULL AS x FROM c) d LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT x FROM (SELECT y + 1 AS x FROM (SELECT 3 AS y FROM c) e) d LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT x FROM (SELECT DISTINCT 1 AS x FROM c LIMIT 6 OFFSET 1) d', []],
  ['SELECT COUNT(*) FROM (SELECT DISTINCT 1 AS x FROM c LIMIT 6 OFFSET 1) d', [[0]]],
  ['WITH d AS (SELECT DISTINCT 1 AS x FROM c LIMIT 6 OFFSET 1) SELECT x FROM d', []],
  ['SELECT (SELECT DISTINCT 1 AS x FROM c LIMIT 1 OFFSET 1) FROM c WHERE id = 1', [[null]]],
  ['(SELECT DISTINCT level FROM c LIMIT 6 OFFSET 1) UNION ALL SELECT id FROM c WHERE id = 3', [[3]]],
  ['SELECT level FROM c UNION SELECT 2 FROM c LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT (SELECT MAX(d.n) FROM c d) AS x FROM c LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT 1 AS one FROM c GROUP BY name LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT 1 AS one FROM c GROUP BY name HAVING COUNT(*) > 0 LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT COUNT(*) FROM c GROUP BY name ORDER BY 1 LIMIT 6 OFFSET 1', [[2]]],
  ['SELECT DISTINCT a.n FROM c a JOIN c b ON b.id > 0 WHERE a.id = 2 LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT a.n FROM c a JOIN c b ON b.id > 0 WHERE a.id = 2 ORDER BY a.n LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT x FROM (SELECT a.n AS x FROM c a JOIN c b ON b.id > 0 WHERE a.id = 2) d LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT n FROM c WHERE id = 2 LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT level FROM c WHERE level = 2 AND n > 0 LIMIT 6 OFFSET 1', []],
  ["SELECT DISTINCT name FROM c WHERE name = 'b' LIMIT 6 OFFSET 1", []],
  ['SELECT DISTINCT x FROM (SELECT MAX(n) AS x FROM c) d LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT x FROM (SELECT level AS x FROM c UNION ALL SELECT 2 FROM c) d LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT level FROM c GROUP BY level, name LIMIT 6 OFFSET 1', []],
  ['SELECT DISTINCT name FROM c ORDER BY name LIMIT 6 OFFSET 1', [['b']]],
  ['SELECT DISTINCT name, level FROM c ORDER BY name DESC LIMIT 1 OFFSET 1', [['a', 2]]],
  ['SELECT DISTINCT id * 0 + level AS v, ROW_NUMBER() OVER (ORDER BY id) AS r FROM c ORDER BY r LIMIT 6 OFFSET 1', [[2, 2], [2, 3]]],
  ['SELECT id FROM c WHERE EXISTS (SELECT DISTINCT 1 FROM c LIMIT 1 OFFSET 1)', []],
  ['SELECT id FROM c WHERE EXISTS (SELECT id FROM c LIMIT 1 OFFSET 3)', []],
  ['SELECT id FROM c WHERE EXISTS (SELECT DISTINCT name, level FROM c LIMIT 1 OFFSET 2)', []],
  ['SELECT id FROM c WHERE EXISTS (SELECT name FROM c GROUP BY name LIMIT 1 OFFSET 2)', []],
  ['SELECT id FROM c WHERE EXISTS (SELECT DISTINCT COUNT(*) FROM c GROUP BY n LIMIT 1 OFFSET 1)', []],
  ['SELECT id FROM c WHERE EXISTS (SELECT name FROM c UNION SELECT name FROM c LIMIT 1 OFFSET 2)', []],
  ['SELECT id FROM c WHERE EXISTS (WITH d AS (SELECT DISTINCT level FROM c LIMIT 6 OFFSET 1) SELECT DISTINCT * FROM d LIMIT 1 OFFSET 1)', []],
  ['SELECT id FROM c o WHERE EXISTS (SELECT DISTINCT name FROM c i WHERE i.id <= o.id ORDER BY name LIMIT 1 OFFSET 1) ORDER BY id', [[2], [3]]],
  ['SELECT id FROM c o WHERE EXISTS (SELECT name FROM c i WHERE i.id <= o.id GROUP BY name LIMIT 1 OFFSET 1) ORDER BY id', [[2], [3]]],
  ['SELECT id FROM c WHERE (SELECT DISTINCT level FROM c LIMIT 1 OFFSET 1) IS NULL AND id = 2', [[2]]],
]; // prettier-ignore

onEachEngine('distinct_pages', TABLES, (dialect, test) => {
  const { rows } = statementsOf(SCRIPT, dialect, test);

  it.each(CASES)('%s', async (sql, expected) => {
    expect(await rows(sql)).toEqual(expected);
    expect(await rows(sql, PASS_NAMES)).toEqual(expected);
  });
});
