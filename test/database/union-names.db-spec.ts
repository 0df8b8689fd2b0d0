import { PASS_NAMES } from '../../src/compiler/optimize';
import { describeOnEachEngine } from '../support/company-engines';

const NAMES = '(SELECT name AS s, employee_id AS i FROM employee UNION ALL SELECT title, project_id FROM project)';

describeOnEachEngine((company) => {
  it.each([
    "SELECT COUNT(*) AS n FROM (SELECT '05' AS s UNION ALL SELECT '5') t WHERE s = 5",
    `SELECT s FROM ${NAMES} t WHERE s LIKE '%o%' ORDER BY s`,
    `SELECT s FROM ${NAMES} t WHERE s <> 'a' ORDER BY s DESC LIMIT 2`,
    `SELECT COUNT(*) AS n FROM ${NAMES} t WHERE i > 2`,
    `SELECT e.name, u.s FROM employee e JOIN ${NAMES} u ON u.i = e.employee_id ORDER BY 1, 2`,
    `SELECT e.name, u.s FROM employee e LEFT JOIN ${NAMES} u ON u.i = e.employee_id AND u.i > 1 ORDER BY 1, 2`,
    `SELECT name FROM employee WHERE employee_id IN (SELECT u.i FROM ${NAMES} u WHERE u.s <> 'x') ORDER BY name`,
  ])('the first SELECT of a union names its columns: %s', async (sql) => {
    const { rows } = await company().ask(sql);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual((await company().ask(sql, { off: PASS_NAMES })).rows);
  });
});
