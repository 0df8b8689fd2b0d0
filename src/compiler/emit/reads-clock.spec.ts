import { compileText, ontologyOf } from '../../../test/support/compile';
import { FUNCTIONS } from '../values';

const ontology = ontologyOf(`
  CREATE CONCEPT task (id integer, due date, day date, PRIMARY KEY (id));
  CREATE MAPPING tasks INTO (task) AS SELECT id, due, CURRENT_DATE AS day FROM tasks;
  CREATE CONCEPT late INHERITS (task) FROM dsvc.task WHERE due < NOW();
  CREATE VIEW overdue AS SELECT id FROM late;
`);
const readsClock = (sql: string) => compileText(ontology, sql, 'mysql').readsClock;

it.each([
  'SELECT id, NOW() FROM task',
  'SELECT id FROM task WHERE due < CURRENT_DATE',
  'SELECT id FROM task GROUP BY id HAVING MAX(due) < CURDATE()',
  'SELECT id FROM task ORDER BY DATEDIFF(due, UTC_DATE())',
  'SELECT id FROM task WHERE due IN (SELECT CURRENT_DATE)',
  'SELECT id FROM task UNION SELECT UNIX_TIMESTAMP()',
  'WITH t AS (SELECT CURTIME() AS n) SELECT n FROM t',
  'SELECT d.n FROM (SELECT LOCALTIME AS n) d JOIN task ON task.id = 1',
  'SELECT a.id FROM task a JOIN task b ON a.due = b.due AND b.due = CURRENT_DATE',
  'SELECT ROW_NUMBER() OVER (PARTITION BY due > NOW()) AS n FROM task',
  'SELECT day FROM task',
  'SELECT id FROM late',
  'SELECT id FROM vsvc.overdue',
])('reports that a statement reads the clock: %s', (sql) => {
  expect(readsClock(sql)).toBe(true);
});

it.each([
  'SELECT id, due FROM task',
  'SELECT UNIX_TIMESTAMP(due), FROM_UNIXTIME(id), YEAR(due) FROM task',
  'SELECT USER(), DATABASE()',
])('reports that a statement does not read the clock: %s', (sql) => {
  expect(readsClock(sql)).toBe(false);
});

it('treats only constants and window functions without arguments as independent of the clock', () => {
  const others = [...FUNCTIONS].filter(([, { least, readsClock }]) => least === 0 && readsClock !== true);
  expect(others.filter(([, { kind }]) => kind === 'scalar').map(([name]) => name)).toEqual(['PI']);
});
