import { parseStatements } from '../parse-statements';
import { printQuery } from '../../print/print-statement';

function reprint(sql: string): string {
  const [statement] = parseStatements(sql);
  if (statement?.kind !== 'query') throw new Error(`not a query: ${sql}`);
  return printQuery(statement.query);
}

describe('queries in canonical form', () => {
  it.each([
    ['SELECT 1', 'SELECT 1'],
    [
      "select * from dsvc.customer where `placed[invoice].total` > '20' or name like 'A%'",
      "SELECT * FROM `dsvc`.`customer` WHERE `placed[invoice].total` > '20' OR `name` LIKE 'A%'",
    ],
    [
      'select a, b c, d as `e``f`, t.*, s.t.* from t',
      'SELECT `a`, `b` AS `c`, `d` AS `e``f`, `t`.*, `s`.`t`.* FROM `t`',
    ],
    ['select 1 from dual', 'SELECT 1'],
    ['select distinct a from t limit 5, 10', 'SELECT DISTINCT `a` FROM `t` LIMIT 10 OFFSET 5'],
    ['select 1 limit 18446744073709551615 offset 3', 'SELECT 1 LIMIT 18446744073709551615 OFFSET 3'],
    ['select 1 union select 2 intersect select 3', 'SELECT 1 UNION SELECT 2 INTERSECT SELECT 3'],
    ['(select 1 union select 2) intersect select 3', '(SELECT 1 UNION SELECT 2) INTERSECT SELECT 3'],
    ['select 1 union (select 2 union all select 3)', 'SELECT 1 UNION (SELECT 2 UNION ALL SELECT 3)'],
    ['(select 1) union select 2 order by 1', 'SELECT 1 UNION SELECT 2 ORDER BY 1'],
    ['(select 1 limit 1) union (select 2)', '(SELECT 1 LIMIT 1) UNION SELECT 2'],
    ['((select 1))', 'SELECT 1'],
    ['(select a from t order by a) limit 3', 'SELECT `a` FROM `t` ORDER BY `a` LIMIT 3'],
    [
      'with recursive r(n) as (select 1 union all select n+1 from r where n<10) select * from r',
      'WITH RECURSIVE `r` (`n`) AS (SELECT 1 UNION ALL SELECT `n` + 1 FROM `r` WHERE `n` < 10) SELECT * FROM `r`',
    ],
    ['select * from a, b join c on x', 'SELECT * FROM `a` CROSS JOIN (`b` JOIN `c` ON `x`)'],
    ['select * from a join b join c on x on y', 'SELECT * FROM `a` JOIN (`b` JOIN `c` ON `x`) ON `y`'],
    ['select * from a join b left join c on x', 'SELECT * FROM `a` CROSS JOIN `b` LEFT JOIN `c` ON `x`'],
    [
      'select * from a natural left outer join b straight_join c using (d, e)',
      'SELECT * FROM `a` NATURAL LEFT JOIN `b` JOIN `c` USING (`d`, `e`)',
    ],
    [
      'select * from ((select 1 a) x join (b, c) on 1)',
      'SELECT * FROM (SELECT 1 AS `a`) AS `x` JOIN (`b` CROSS JOIN `c`) ON 1',
    ],
    ['select * from ((select 1) union (select 2)) as u (n)', 'SELECT * FROM (SELECT 1 UNION SELECT 2) AS `u` (`n`)'],
    [
      'select a from t qualify rank() over w = 1 order by a limit 1'.replace(
        'qualify',
        'window w as (order by a) qualify',
      ),
      'SELECT `a` FROM `t` WINDOW `w` AS (ORDER BY `a`) QUALIFY RANK() OVER `w` = 1 ORDER BY `a` LIMIT 1',
    ],
    ['select * from t, lateral (select t.a) l', 'SELECT * FROM `t` CROSS JOIN LATERAL (SELECT `t`.`a`) AS `l`'],
    [
      'select sum(a) over w, rank() over (partition by b order by c desc rows between 1 preceding and unbounded following) from t window w as (order by d range interval 1 day preceding)',
      'SELECT SUM(`a`) OVER `w`, RANK() OVER (PARTITION BY `b` ORDER BY `c` DESC ROWS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING) FROM `t` WINDOW `w` AS (ORDER BY `d` RANGE INTERVAL 1 DAY PRECEDING)',
    ],
    [
      'select a, count(*) from t group by a with rollup having count(*) > 1 order by 2 desc',
      'SELECT `a`, COUNT(*) FROM `t` GROUP BY `a` WITH ROLLUP HAVING COUNT(*) > 1 ORDER BY 2 DESC',
    ],
  ])('%s', (sql, expected) => {
    expect(reprint(sql)).toBe(expected);
    expect(reprint(expected)).toBe(expected);
  });

  it('stores the source text of an item without an alias', () => {
    const [statement] = parseStatements('SELECT count( * ), a  AS b');
    expect(statement).toMatchObject({ query: { items: [{ text: 'count( * )' }, { alias: { name: 'b' } }] } });
  });
});
