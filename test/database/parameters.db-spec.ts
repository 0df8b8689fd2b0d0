import fc from 'fast-check';
import { parseStatements } from '../../src/compiler/statement';
import { bindParameters } from '../../src/query/statements/bind-parameters';
import { describeOnEachEngine } from '../support/company-engines';
import { parseQuery } from '../support/compile';
import { statement } from '../support/random-statements';
import { trials } from '../support/trials';
import { type Parametrized, withPlaceholders } from '../support/with-placeholders';

function bind({ sql, parameters }: Parametrized) {
  const [bound] = bindParameters(parseStatements(sql), parameters, () => false);
  if (bound?.kind !== 'query') throw new Error(`not a SELECT: ${sql}`);
  return bound.query;
}

describeOnEachEngine((company) => {
  it('returns the rows of the same literals written by hand, negative numbers included', async () => {
    await fc.assert(
      fc.asyncProperty(statement, fc.boolean(), async (sql, isNamed) => {
        const written = await company().ask(sql);
        const bound = await company().ask(bind(withPlaceholders(parseQuery(sql), { isNamed, signs: true })));
        const sorted = (rows: readonly unknown[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort();
        expect(sorted(bound.rows)).toEqual(sorted(written.rows));
      }),
      { numRuns: trials(100) },
    );
  });

  it.each<[string, unknown, string]>([
    ['employee_id = ?', '2', "employee_id = '2'"],
    ['name > ?', 5, 'name > 5'],
    ['born = ?', '2000-02-29', "born = '2000-02-29'"],
    ['active = ?', true, 'active = TRUE'],
    ['salary >= ?', -10.5, 'salary >= -10.5'],
    ['grade IN (?)', [1, -3, null], 'grade IN (1, -3, NULL)'],
    ['boss_id <=> ?', null, 'boss_id <=> NULL'],
    ['name LIKE ?', '%[a-o]_', "name LIKE '%[a-o]_'"],
    ['DATE_FORMAT(born, ?) IS NOT NULL', '%Y-%m', "DATE_FORMAT(born, '%Y-%m') IS NOT NULL"],
    ['DATE_ADD(born, INTERVAL ? DAY) > born', -3, 'DATE_ADD(born, INTERVAL -3 DAY) > born'],
    ['`works_in[department].code` = ?', 'OPS', "`works_in[department].code` = 'OPS'"],
    ["LEFT(name, ?) <> ''", 2, "LEFT(name, 2) <> ''"],
  ])('reads the value of %s, %j, as the literal of %s', async (condition, value, written) => {
    const ask = (where: string): string => `SELECT employee_id FROM employee WHERE ${where} ORDER BY employee_id`;
    const bound = await company().ask(bind({ sql: ask(condition), parameters: [value] }));
    expect(bound).toEqual(await company().ask(ask(written)));
  });
});
