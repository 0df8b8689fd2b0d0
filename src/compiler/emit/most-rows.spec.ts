import { compileText, fixtureOntology } from '../../../test/support/compile';

const company = fixtureOntology('company');

describe('mostRows', () => {
  it.each<[sql: string, most: number | undefined]>([
    ['SELECT title FROM project', undefined],
    ['SELECT title FROM project WHERE project_id = 7', undefined],
    ['SELECT title FROM project LIMIT 3', 3],
    ['SELECT title FROM project LIMIT 0', 0],
    ['SELECT title FROM project UNION ALL SELECT code FROM department LIMIT 20 OFFSET 5', 20],
    ['SELECT title FROM project UNION ALL (SELECT code FROM department LIMIT 3)', undefined],
    ['SELECT COUNT(*) FROM project', 1],
    ['SELECT 1 + MAX(project_id), MIN(title) FROM project LIMIT 500', 1],
    ['SELECT MAX(project_id) FROM project GROUP BY title', undefined],
    ['SELECT MAX(project_id) FROM project GROUP BY title LIMIT 7', 7],
    ['SELECT MAX(project_id) OVER (PARTITION BY title) FROM project', undefined],
    ['SELECT code, (SELECT MAX(p.project_id) FROM project p WHERE p.led_in = d.code) FROM department d', undefined],
    ['SELECT MAX(title) FROM project UNION ALL SELECT code FROM department', undefined],
  ])('of %s is %s', (sql, most) => {
    expect(compileText(company, sql, 'postgresql').mostRows).toBe(most);
  });
});
