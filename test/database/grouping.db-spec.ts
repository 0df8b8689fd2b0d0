import { describeOnEachEngine } from '../support/company-engines';
import { fixtureOntology, planText } from '../support/compile';

const ontology = fixtureOntology('company');
const NAMES = [
  [1, 'Ada Lovelace'],
  [2, "O'Brien"],
  [4, '100%_sure [x]'],
];

describeOnEachEngine((company) => {
  it.each([
    [
      'the key',
      'SELECT employee_id, name FROM employee WHERE salary IS NOT NULL GROUP BY employee_id ORDER BY 1 LIMIT 3',
    ],
    [
      'the id',
      'SELECT employee_id, name FROM employee WHERE salary IS NOT NULL GROUP BY entity_id ORDER BY employee_id LIMIT 3',
    ],
    [
      'the id and the type, over concepts with keys of their own',
      "SELECT 0 + entity_id, name FROM person WHERE entity_type = 'employee' AND entity_id IN ('1', '2', '4') GROUP BY entity_id, entity_type ORDER BY 1",
    ],
    [
      'the key at the end of a path',
      'SELECT `works_on[project].staffed_by[employee].employee_id` AS id, `works_on[project].staffed_by[employee].name` AS n FROM employee WHERE salary > -20 GROUP BY id HAVING n IS NOT NULL ORDER BY id',
    ],
  ])('reads the properties that %s determines when it is grouped by', async (_, sql) => {
    const { rows } = await company().ask(sql);
    expect(rows.map(([id, name]) => [Number(id), name])).toEqual(NAMES);
  });

  it.each([
    [
      'SELECT employee_id, `works_in[department].department_name` FROM employee GROUP BY employee_id ORDER BY 1 LIMIT 1',
      [[1, 'Research']],
    ],
    [
      "SELECT department_code, name, COUNT(*) FROM employee WHERE name = 'Kai' OR name = 'Ada Lovelace' GROUP BY employee_id",
      [['R|D', 'Ada Lovelace', 1]],
    ],
    ["SELECT name, COUNT(*) FROM employee WHERE name = 'nobody'", [[null, 0]]],
    [
      'SELECT e.grade, e.salary, COUNT(*) FROM employee e JOIN employee f ON f.employee_id = e.boss_id AND e.salary = f.grade + 0 GROUP BY e.employee_id',
      [],
    ],
    ['SELECT boss_id FROM employee GROUP BY boss_id HAVING boss_id > 1', [[2]]],
    ['SELECT COUNT(*) FROM employee GROUP BY boss_id + 1 HAVING boss_id + 1 > 2', [[2]]],
    ['SELECT employee_id FROM employee GROUP BY employee_id HAVING salary > 3500', [[1]]],
    [
      'SELECT employee_id, ROW_NUMBER() OVER (ORDER BY salary DESC) AS n FROM employee GROUP BY employee_id ORDER BY n LIMIT 1',
      [[1, 1]],
    ],
    [
      'SELECT employee_id, (SELECT COUNT(*) FROM contractor c WHERE c.name = employee.name) FROM employee GROUP BY employee_id ORDER BY 1 LIMIT 2',
      [
        [1, 1],
        [2, 0],
      ],
    ],
    [
      'SELECT e.boss_id, (SELECT COUNT(*) FROM contractor c WHERE c.rate * 50 < MAX(e.salary)) FROM employee e WHERE e.boss_id > 1 GROUP BY e.boss_id',
      [[2, 1]],
    ],
    ['SELECT boss_id, SUM(COUNT(*)) OVER () FROM employee WHERE boss_id > 1 GROUP BY boss_id', [[2, 2]]],
    ['SELECT employee_id, salary * 2 AS twice FROM employee HAVING twice > 9000', [[1, '10000.00']]],
  ])('%s', async (sql, rows) => {
    expect((await company().ask(sql)).rows).toEqual(rows);
  });
});

describe('grouping errors, at their position', () => {
  it.each([
    [
      'SELECT |name, COUNT(*) FROM employee GROUP BY active',
      'a group can have several values of "name"',
      'to GROUP BY',
    ],
    [
      'SELECT COUNT(*), |name FROM employee',
      'one group of all rows, which can have several values of "name"',
      'to GROUP BY',
    ],
    [
      'SELECT active, SUM(salary) FROM employee GROUP BY active ORDER BY |salary',
      'several values of "salary"',
      'such as MAX',
    ],
    ["SELECT active FROM employee GROUP BY active HAVING |name = 'x'", 'several values of "name"', 'such as MAX'],
    ['SELECT YEAR(born) AS y FROM employee GROUP BY y ORDER BY |born', 'several values of "born"', 'to GROUP BY'],
    ['SELECT |name FROM person GROUP BY entity_id', 'several values of "name"', 'to GROUP BY'],
    ['SELECT boss_id, |salary FROM employee GROUP BY boss_id WITH ROLLUP', 'several values of "salary"', 'to GROUP BY'],
    [
      'SELECT employee_id, |name FROM employee GROUP BY employee_id WITH ROLLUP',
      'several values of "name"',
      'to GROUP BY',
    ],
    [
      'SELECT employee_id, |`works_on[project].title` FROM employee GROUP BY employee_id',
      'several values of "works_on[project].title"',
      'to GROUP BY',
    ],
    [
      'SELECT boss_id, SUM(|salary) OVER () FROM employee GROUP BY boss_id',
      'several values of "salary"',
      'to GROUP BY',
    ],
    [
      'SELECT boss_id, COUNT(*) OVER (ORDER BY |name) FROM employee GROUP BY boss_id',
      'several values of "name"',
      'MAX',
    ],
    [
      'SELECT boss_id, (SELECT c.name FROM contractor c WHERE c.contractor_id = |employee_id) FROM employee GROUP BY boss_id',
      'several values of "employee_id"',
      'to GROUP BY',
    ],
    ['SELECT |* FROM employee GROUP BY boss_id', 'several values of "entity_id"', 'to GROUP BY'],
    [
      'SELECT SUM(|SUM(salary)) FROM employee',
      'the aggregate SUM is not allowed in an argument of SUM',
      'derived table',
    ],
    ['SELECT name FROM employee WHERE |SUM(salary) > 1', 'the aggregate SUM is not allowed in WHERE', 'use HAVING'],
    [
      'SELECT e.name FROM employee e JOIN employee f ON |COUNT(*) > 1',
      'the aggregate COUNT is not allowed in ON',
      'use HAVING',
    ],
    ['SELECT |COUNT(*) FROM employee GROUP BY 1', 'the aggregate COUNT is not allowed in GROUP BY', 'derived table'],
    [
      'SELECT name FROM employee WHERE |RANK() OVER () > 1',
      'the window function RANK is not allowed in WHERE',
      'derived table',
    ],
    [
      'SELECT |RANK() OVER () AS n FROM employee HAVING n > 1',
      'the window function RANK is not allowed in HAVING',
      'derived table',
    ],
  ])('%s', (marked, message, hint) => {
    expect(() => planText(ontology, marked.replace('|', ''))).toThrow(
      expect.objectContaining({
        code: 'plan_invalid',
        message: expect.stringContaining(message) as unknown,
        details: expect.objectContaining({
          offset: marked.indexOf('|'),
          hint: expect.stringContaining(hint) as unknown,
        }) as unknown,
      }) as Error,
    );
  });
});
