import { describeOnEachEngine } from '../support/company-engines';
import { compileText, fixtureOntology, ontologyOf, planText } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

const ontology = fixtureOntology('company');

/** Conditions over employees, and the number or ids of the employees that meet them. */
const CONDITIONS: readonly (readonly [condition: string, ids: readonly number[]])[] = [
  ["shift = '25:00:00'", []],
  ["shift < '25:00:00'", [1, 2, 4, 5, 6]],
  ["shift > '-01:00:00.5'", [1, 2, 4, 5, 6]],
  ["shift <> TIME '-25:00'", [1, 2, 4, 5, 6]],
  ["shift IN ('08:00', '99:00:00')", [1]],
  ["shift NOT IN ('08:00', '99:00:00')", [2, 4, 5, 6]],
  ["shift BETWEEN '12:00:00.000001' AND '838:59:59'", [2, 5, 6]],
  ["shift NOT BETWEEN '-00:30:00' AND '16:00'", [2, 5]],
  ["employee_id IN (SELECT '1')", [1]],
  ["employee_id IN (SELECT '1' UNION SELECT '2')", [1, 2]],
  ["born IN (SELECT '1990-02-28')", [1]],
  ["born = ANY (SELECT '1990-02-28')", [1]],
  ["(employee_id, boss_id) IN (SELECT '2', '1')", [2]],
  ['employee_id IN (SELECT c.name FROM contractor c)', []],
  ['employee_id > ALL (SELECT c.name FROM contractor c)', []],
  ['employee_id > ALL (SELECT CONCAT(c.contractor_id) FROM contractor c WHERE c.contractor_id < 3)', [3, 4, 5, 6]],
  ["entity_id = 2 OR entity_id IN (3, 4) OR entity_id BETWEEN 5 AND '5'", [2, 3, 4, 5]],
  ['entity_label = 0 OR name <= 0 OR NOT name = 0', []],
  ['name IN (SELECT e.employee_id FROM employee e)', []],
  ['CONCAT(name, 1) IN (SELECT e.born FROM employee e)', []],
  ['CONCAT(born) IN (SELECT e.born FROM employee e)', [1, 2, 4, 5, 6]],
  ['employee_id IN (SELECT CONCAT(c.contractor_id) FROM contractor c)', [1, 2]],
  ['employee_id = (SELECT CONCAT(2))', [2]],
  ["born = (SELECT 'x')", []],
  ['born = CONCAT(born)', [1, 2, 4, 5, 6]],
  ['hired = CONCAT(born)', [5]],
  ['shift = CONCAT(shift)', [1, 2, 4, 5, 6]],
  ['born IN (CONCAT(born), born)', [1, 2, 4, 5, 6]],
  ['employee_id IN (CONCAT(boss_id, 0), boss_id + 1)', [2]],
  ['CONCAT(employee_id) BETWEEN 2 AND boss_id + 2', [2, 3, 4]],
  ['CONCAT(employee_id) NOT BETWEEN 2 AND 4', [1, 5, 6]],
  ["CASE CONCAT(employee_id) WHEN boss_id + 1 THEN 'x' ELSE 'y' END = 'x'", [2]],
  ['NULLIF(CONCAT(employee_id), boss_id + 1) IS NULL', [2]],
  ['(CONCAT(employee_id), 1) = (boss_id + 1, 1)', [2]],
  ['born = 20000229 + grade', [4]],
  ['born + 0 = 20000229', [4]],
  ['hired + 0 = 20240229120000', [6]],
  ['shift + 0 = 163015.25', [2]],
  ['active = salary - 4999', [1]],
  ['GREATEST(employee_id, CONCAT(3)) = 3', [1, 2, 3]],
  ['LEAST(CONCAT(employee_id), 10) = 4', [4]],
  ['NOT born', []],
  ['name AND employee_id < 5', [4]],
  ['CASE WHEN name THEN 1 ELSE 0 END = 1', [4]],
  ['IF(name, 1, 0) = 1', [4]],
  ['employee_id & 3.4 = 2', [2, 6]],
  ["COALESCE(boss_id, born) LIKE '1990%'", [1]],
];

describeOnEachEngine((company) => {
  it.each(CONDITIONS)('%s', async (condition, ids) => {
    const { rows } = await company().ask(`SELECT employee_id FROM employee WHERE ${condition} ORDER BY 1`);
    expect(rows.map(([id]) => id)).toEqual(ids);
  });

  it.each([
    ["entity_type = 'Employee'", 6],
    ["entity_type IN ('EMPLOYEE', 'x')", 6],
    ["entity_type <> 'EMPLOYEE'", 3],
    ["CASE entity_type WHEN 'Contractor' THEN 1 ELSE 0 END = 1", 3],
    ["entity_type IN (SELECT 'Employee')", 6],
    ["entity_type = 'employe'", 0],
  ])('names concepts in any letter case: %s', async (condition, count) => {
    expect((await company().ask(`SELECT COUNT(*) FROM person WHERE ${condition}`)).rows).toEqual([[count]]);
  });

  it('returns strings for values of several kinds', async () => {
    const ofOne = 'FROM employee WHERE employee_id = 1';
    const { rows } = await company().ask(
      `SELECT IF(boss_id, boss_id, born), IFNULL(boss_id, active), born ${ofOne} UNION SELECT rating, 7, active ${ofOne} ORDER BY 1`,
    );
    expect(rows).toEqual([
      ['1990-02-28', 1, '1990-02-28'],
      ['4.5', 7, '1'],
    ]);
  });

  it('joins values of several kinds', async () => {
    const { rows } = await company().ask(
      'SELECT e.employee_id FROM employee e JOIN contractor c ON CONCAT(c.contractor_id) = e.employee_id ORDER BY 1',
    );
    expect(rows).toEqual([[1], [2]]);
  });
});

describe('type errors, at their position', () => {
  it.each([
    ['|shift = hired', 'a time of day cannot be compared with a date'],
    ['|shift IN (SELECT e.hired FROM employee e)', 'a time of day cannot be compared with a date'],
    ["employee_id IN (SELECT |'x')", 'the value "x" does not fit "employee_id"'],
    ["born > ALL (SELECT |'x')", 'the value "x" does not fit "born"'],
    ["shift = |'839:00:00'", 'the value "839:00:00" does not fit "shift"'],
  ])('%s', (marked, message) => {
    const before = 'SELECT 1 FROM employee WHERE ';
    expect(() => planText(ontology, before + marked.replace('|', ''))).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message) as unknown,
        details: expect.objectContaining({
          offset: before.length + marked.indexOf('|'),
        }) as unknown,
      }) as Error,
    );
  });
});

/** The shift starts on the day; `LONG_TIMES` are statements with times beyond 24 hours and their rows on MySQL. */
const SHIFTS = [
  'CREATE TABLE shifts (id INTEGER PRIMARY KEY, starts TIME)',
  "INSERT INTO shifts VALUES (1, '08:00:00')",
];
const LONG_TIMES = [
  ["SELECT TIME '25:00:00' AS t FROM shift", [['25:00:00']]],
  ["SELECT MAX(TIME '-30:00:00') AS t FROM shift", [['-30:00:00']]],
  ["SELECT id FROM shift WHERE IF(starts IS NULL, TIME '25:00:00', starts) < TIME '26:00:00'", [[1]]],
  ["SELECT id FROM shift WHERE id IN (SELECT s.id FROM shift s WHERE TIME '25:00:00' IS NOT NULL)", [[1]]],
] as const;

onEachEngine('long_times', SHIFTS, (dialect, test) => {
  const ontology = ontologyOf(
    'CREATE CONCEPT shift (id integer, starts time, PRIMARY KEY (id)); CREATE MAPPING m INTO (shift) AS SELECT id, starts FROM shifts;',
    dialect,
  );

  it.each(LONG_TIMES)('returns a time beyond a day, or rejects it at its position: %s', async (sql, expected) => {
    const compile = () => compileText(ontology, sql, dialect);
    if (dialect === 'mysql') {
      expect(await rowsOf(test().engine, compile())).toEqual(expected);
    } else {
      const details = expect.objectContaining({ offset: sql.indexOf('TIME') }) as unknown;
      expect(compile).toThrow(expect.objectContaining({ code: 'plan_unsupported', details }) as Error);
    }
  });

  it('compares a time beyond a day', async () => {
    const sql = "SELECT id, TIME '25:00:00' > starts, starts < '25:00:00' FROM shift WHERE TIME '-25:00:00' < starts";
    expect(await rowsOf(test().engine, compileText(ontology, sql, dialect))).toEqual([[1, 1, 1]]);
  });
});
