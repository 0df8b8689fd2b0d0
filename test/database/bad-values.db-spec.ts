import { describeOnEachEngine } from '../support/company-engines';

/** Values that no engine can compute; the engines of which each is an error. DuckDB has infinity. */
const FAILING: readonly (readonly [expression: string, engines: readonly string[], message: RegExp])[] = [
  ['1e308 * 10 * rating', ['mysql', 'postgresql'], /out of the range/],
  ['9223372036854775807 * LENGTH(name)', ['mysql', 'duckdb'], /out of the range/],
  ['CAST(rating * 1e300 AS SIGNED)', ['duckdb', 'postgresql'], /out of the range/],
  ["CAST(CONCAT('9999999999', salary * 1000000000) AS SIGNED)", ['duckdb', 'postgresql'], /range|form/],
  ['CAST(salary AS DECIMAL(3, 2))', ['duckdb', 'postgresql'], /out of the range/],
  ['EXP(salary)', ['mysql', 'postgresql'], /out of the range/],
  ['POW(-8, 0.5)', ['mysql', 'postgresql'], /out of the range/],
  ['DATE_ADD(born, INTERVAL 99999999999 DAY)', ['duckdb', 'postgresql'], /out of the range/],
  ["name REGEXP '('", ['mysql', 'duckdb', 'postgresql'], /regular expression/],
  ["name REGEXP '[a'", ['mysql', 'duckdb', 'postgresql'], /regular expression/],
  ["REGEXP_REPLACE(name, '*', 'x')", ['mysql', 'duckdb', 'postgresql'], /regular expression/],
];

describeOnEachEngine((company) => {
  it.each(FAILING)('%s is an error of the caller where it cannot be computed', async (expression, engines, message) => {
    const answer = company().ask(`SELECT ${expression} AS x FROM employee WHERE employee_id = 1`);
    if (engines.includes(company().dialect))
      await expect(answer).rejects.toMatchObject({
        code: 'source_bad_value',
        message: expect.stringMatching(message) as string,
      });
    else expect((await answer).rows).toHaveLength(1);
  });

  it('values that only a condition reads are errors of the caller as well', async () => {
    const answer = company().ask("SELECT employee_id FROM employee WHERE name REGEXP '(' ORDER BY employee_id");
    await expect(answer).rejects.toMatchObject({ code: 'source_bad_value' });
  });
});
