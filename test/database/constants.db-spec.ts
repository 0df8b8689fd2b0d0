import { PASS_NAMES } from '../../src/compiler/optimize';
import { type Cell } from '../../src/model';
import { onEachEngine, statementsOf } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE t (id INTEGER PRIMARY KEY, name VARCHAR(10), n INTEGER)',
  "INSERT INTO t VALUES (1, 'b', 10), (2, 'a', 20), (3, 'b', 30)",
];

/** Properties that a mapping defines as constants, including numbers that could be read as positions of columns. */
const SCRIPT = `
CREATE PROPERTY twice integer AS SELECT level * 2;
CREATE PROPERTY negative integer AS SELECT -level;
CREATE CONCEPT c (id integer, name string, n integer, level integer, minus integer, word string, half decimal(3,1), flag boolean, day date,
  nothing string, twice integer, negative integer, PRIMARY KEY (id));
CREATE CONCEPT small INHERITS (c) FROM svc.c WHERE id < 3;
CREATE MAPPING m INTO (c) AS SELECT id, name, n, 2 AS level, -2 AS minus, 'w' AS word, 1.5 AS half, TRUE AS flag, DATE '2020-01-01' AS day,
  NULL AS nothing FROM t;
`;

type Rows = readonly (readonly Cell[])[];

const ORDERED: readonly (readonly [sql: string, rows: Rows])[] = [
  ['SELECT level, COUNT(*) FROM c GROUP BY level', [[2, 3]]],
  ['SELECT name, COUNT(*) FROM c GROUP BY level, name ORDER BY name', [['a', 1], ['b', 2]]],
  ['SELECT name, COUNT(*) FROM c GROUP BY name, negative, NOT level ORDER BY 1', [['a', 1], ['b', 2]]],
  ['SELECT COUNT(*) FROM c GROUP BY level, minus, word, half, flag, day, nothing, twice, negative', [[3]]],
  ['SELECT COUNT(*) FROM c WHERE id > 5 GROUP BY level', []],
  ['SELECT COUNT(*) FROM c WHERE id > 5 GROUP BY twice', []],
  ['SELECT COUNT(*) FROM c GROUP BY `_type_of_small` ORDER BY 1', [[1], [2]]],
  ['SELECT entity_type, COUNT(*) FROM thing GROUP BY entity_type', [['c', 3]]],
  ['SELECT name, 1 AS one, COUNT(*) FROM c GROUP BY one, name ORDER BY one, name', [['a', 1, 1], ['b', 1, 2]]],
  ["SELECT name, COUNT(*) FROM c GROUP BY 'x', name ORDER BY 'x', name", [['a', 1], ['b', 2]]],
  ['SELECT (SELECT COUNT(*) FROM c d GROUP BY d.level) FROM c WHERE id = 1', [[3]]],
  ['SELECT name, id FROM c ORDER BY level, id', [['b', 1], ['a', 2], ['b', 3]]],
  ['SELECT id FROM c ORDER BY minus DESC, level, twice, negative, flag, day, word, nothing, id DESC', [[3], [2], [1]]],
  ['SELECT level AS n, id FROM c ORDER BY n, id DESC', [[2, 3], [2, 2], [2, 1]]],
  ['SELECT DISTINCT level FROM c ORDER BY level', [[2]]],
  ['SELECT level FROM c UNION SELECT id FROM c ORDER BY level', [[1], [2], [3]]],
  ["SELECT GROUP_CONCAT(name ORDER BY level, id DESC SEPARATOR ',') FROM c", [['b,a,b']]],
  ["SELECT GROUP_CONCAT(id ORDER BY minus, level, name, id SEPARATOR ',') FROM c", [['2,1,3']]],
  ["SELECT GROUP_CONCAT(name ORDER BY level SEPARATOR ',') FROM c WHERE id = 1", [['b']]],
  ["SELECT GROUP_CONCAT(name, id ORDER BY 1 DESC, 2 DESC SEPARATOR ',') FROM c", [['b3,b1,a2']]],
  ["SELECT GROUP_CONCAT(DISTINCT name ORDER BY 1 DESC SEPARATOR ',') FROM c", [['b,a']]],
  ['SELECT id, ROW_NUMBER() OVER (PARTITION BY level ORDER BY level, id DESC) FROM c ORDER BY id', [[1, 3], [2, 2], [3, 1]]], // prettier-ignore
  ['SELECT id, SUM(n) OVER (ORDER BY level) FROM c ORDER BY id', [[1, 60], [2, 60], [3, 60]]],
]; // prettier-ignore

/** The totals of each level have NULL in the grouping columns. */
const ROLLED_UP: readonly (readonly [sql: string, rows: Rows])[] = [
  ['SELECT level, COUNT(*) FROM c GROUP BY level WITH ROLLUP', [[2, 3], [null, 3]]],
  ['SELECT name, level, COUNT(*) FROM c GROUP BY level, name WITH ROLLUP', [['a', 2, 1], ['b', 2, 2], [null, 2, 3], [null, null, 3]]],
  ['SELECT id, entity_id, entity_type FROM small GROUP BY id, entity_id, entity_type WITH ROLLUP', [[1, '1', 'c'], [1, '1', null], [1, null, null], [2, '2', 'c'], [2, '2', null], [2, null, null], [null, null, null]]],
]; // prettier-ignore

const sorted = (rows: Rows): readonly string[] => rows.map((row) => JSON.stringify(row)).toSorted();

onEachEngine('constants', TABLES, (dialect, test) => {
  const { compile, rows } = statementsOf(SCRIPT, dialect, test);

  it.each(ORDERED)('%s', async (sql, expected) => {
    expect(await rows(sql)).toEqual(expected);
    expect(await rows(sql, PASS_NAMES)).toEqual(expected);
  });

  it.each(ROLLED_UP)('%s', async (sql, expected) => {
    expect(sorted(await rows(sql))).toEqual(sorted(expected));
    expect(sorted(await rows(sql, PASS_NAMES))).toEqual(sorted(expected));
  });

  it('rejects an aggregate that sorts by an argument it does not have', () => {
    expect(() => compile('SELECT GROUP_CONCAT(name ORDER BY 2) FROM c')).toThrow('GROUP_CONCAT has no argument 2');
  });
});
