import { parseSessionStatements, printQuery } from '../../compiler/statement';
import { inlineVariables } from './inline-variables';

/** Returns the statement with the values of variables: `@known` is 7, others are NULL. */
function inlined(sql: string): string {
  const [statement] = parseSessionStatements(sql, {
    variable: () => ({ kind: 'literal', type: 'integer', text: '1' }),
    count: () => 0,
  });
  if (statement?.kind !== 'query') throw new Error('no SELECT');
  return printQuery(
    inlineVariables(statement.query, (name) =>
      name === '@known' ? { kind: 'literal', type: 'integer', text: '7' } : { kind: 'literal', type: 'null', text: '' },
    ),
  );
}

describe('inlineVariables', () => {
  it.each([
    ['SELECT @known + 1, @nothing FROM t', 'SELECT 7 + 1, NULL FROM `t`'],
    ['SELECT @KNOWN FROM t WHERE a = @known ORDER BY @known', 'SELECT 7 FROM `t` WHERE `a` = 7 ORDER BY 7'],
    ['SELECT a FROM (SELECT @known AS a) AS t', 'SELECT `a` FROM (SELECT 7 AS `a`) AS `t`'],
    ['SELECT a FROM t WHERE a IN (SELECT @known)', 'SELECT `a` FROM `t` WHERE `a` IN (SELECT 7)'],
    ['SELECT a FROM t UNION SELECT @known', 'SELECT `a` FROM `t` UNION SELECT 7'],
    ['SELECT @x := a AS x, @x * 2 AS y FROM t', 'SELECT `a` AS `x`, `a` * 2 AS `y` FROM `t`'],
    ['SELECT (@x := a) + 1 AS x, @x AS y FROM t', 'SELECT `a` + 1 AS `x`, `a` AS `y` FROM `t`'],
    ['SELECT @x := a AS x, @x := @x + 1 AS y, @x AS z FROM t', 'SELECT `a` AS `x`, `a` + 1 AS `y`, `a` + 1 AS `z` FROM `t`'],
    ['SELECT CASE a WHEN 1 THEN @x := 10 ELSE @x := b END AS x, @x AS y FROM t', 'SELECT CASE `a` WHEN 1 THEN 10 ELSE `b` END AS `x`, CASE `a` WHEN 1 THEN 10 ELSE `b` END AS `y` FROM `t`'],
    ['SELECT CAST(IF(a, @x := 1, @x := 2) AS CHAR) AS x, @x AS y FROM t', 'SELECT CAST(IF(`a`, 1, 2) AS CHAR) AS `x`, IF(`a`, 1, 2) AS `y` FROM `t`'],
    ['SELECT CASE WHEN a THEN @known := 1 END AS x, @known AS y FROM t', 'SELECT CASE WHEN `a` THEN 1 END AS `x`, CASE WHEN `a` THEN 1 ELSE 7 END AS `y` FROM `t`'],
  ])('%s', (sql, expected) => {
    expect(inlined(sql)).toBe(expected);
  }); // prettier-ignore

  it.each([
    ['a count of rows', 'SELECT @n := @n + 1 AS n FROM t'],
    ['a value of the row before', 'SELECT @x AS before_, @x := a AS x FROM t'],
    ['an assignment in a condition', 'SELECT a FROM t WHERE (@x := a) > 1'],
    ['an assignment in a sub-query', 'SELECT a FROM (SELECT @x := a AS a FROM t) AS t'],
    ['an assignment in a union', 'SELECT @x := 1 UNION SELECT @x'],
  ])('rejects %s, which depends on the order of rows', (_, sql) => {
    expect(() => inlined(sql)).toThrow(/would depend on the order of rows/);
  });
});
