import { parseExpression } from '../parse-statements';
import { printExpression } from '../../print/print-statement';

const reprint = (sql: string): string => printExpression(parseExpression(sql));

describe('precedence and forms of expressions', () => {
  it.each([
    ['1+2*3', '1 + 2 * 3'],
    ['sum(a) filter (where b > 1)', 'SUM(CASE WHEN `b` > 1 THEN `a` END)'],
    ['count(*) filter (where b) over (partition by c)', 'COUNT(CASE WHEN `b` THEN 1 END) OVER (PARTITION BY `c`)'],
    ['count(distinct a, c) filter (where b)', 'COUNT(DISTINCT CASE WHEN `b` THEN `a` END, `c`)'],
    [
      'measure(m) filter (where b) + `measure.n` filter (where c)',
      '`measure.m` FILTER (WHERE `b`) + `measure.n` FILTER (WHERE `c`)',
    ],
    ['sum(`measure.m`) filter (where b)', '`measure.m` FILTER (WHERE `b`)'],
    ['nvl(a, 1)', 'IFNULL(`a`, 1)'],
    ["string_agg(distinct a, ', ' order by b desc)", "GROUP_CONCAT(DISTINCT `a` ORDER BY `b` DESC SEPARATOR ', ')"],
    ['to_char(a, \'yyyy-MM-DD "at" HH24:MI:SS.US\')', "DATE_FORMAT(`a`, '%Y-%m-%d at %H:%i:%s.%f')"],
    ["to_char(a, 'Dy, DD Mon 100%')".replace('100%', '%'), "DATE_FORMAT(`a`, '%a, %d %b %%')"],
    ['to_char(a)', 'CAST(`a` AS CHAR)'],
    [
      'measure(revenue) / aggregate(t.`on_album[album].total`)',
      '`measure.revenue` / `t`.`measure.on_album[album].total`',
    ],
    ['measure(`measure.revenue`)', '`measure.revenue`'],
    ["a + interval '3 months' - interval '-1 day'", '`a` + INTERVAL 3 MONTH - INTERVAL -1 DAY'],
    ["date_add(a, interval '2 weeks')", 'DATE_ADD(`a`, INTERVAL 2 WEEK)'],
    ["a + interval '1' month", "`a` + INTERVAL '1' MONTH"],
    ['a::int + -b::varchar(3)', 'CAST(`a` AS SIGNED) + -CAST(`b` AS CHAR(3))'],
    ['(a + b)::boolean', 'CAST(`a` + `b` AS BOOLEAN)'],
    ['cast(a as timestamp)', 'CAST(`a` AS DATETIME(6))'],
    ['(1+2)*3', '(1 + 2) * 3'],
    ['1-(2-3)', '1 - (2 - 3)'],
    ['1-2-3', '1 - 2 - 3'],
    ['a or b and c xor d', '`a` OR `b` AND `c` XOR `d`'],
    ['(a or b) and c', '(`a` OR `b`) AND `c`'],
    ['a || b && c', '`a` || `b` AND `c`'],
    ['a || b + 1 || (c || d) || -e', '`a` || `b` + 1 || (`c` || `d`) || -`e`'],
    ['(a or b) || c', '(`a` OR `b`) || `c`'],
    ['not a = b', 'NOT `a` = `b`'],
    ['! a = b', '(NOT `a`) = `b`'],
    ['not (a and b)', 'NOT (`a` AND `b`)'],
    ['-2^2', '-2 ^ 2'],
    ['-(2^2)', '-(2 ^ 2)'],
    ['- -5', '- -5'],
    ['-(-5)', '- -5'],
    ['5 - -1', '5 - -1'],
    ['~a & b | c << 2', '~`a` & `b` | `c` << 2'],
    ['a div 2 mod 3 % 4', '`a` DIV 2 % 3 % 4'],
    ['a = b is null', '`a` = `b` IS NULL'],
    ['a = (b is null)', '`a` = (`b` IS NULL)'],
    ['a = b in (1, 2)', '`a` = (`b` IN (1, 2))'],
    ['(a = b) in (1, 2)', '(`a` = `b`) IN (1, 2)'],
    ['a between 1 and 2 and b', '`a` BETWEEN 1 AND 2 AND `b`'],
    ['a not between 1+1 and 2 or b', '`a` NOT BETWEEN 1 + 1 AND 2 OR `b`'],
    ['a is not true', '`a` IS NOT TRUE'],
    ['a is not distinct from b', '`a` <=> `b`'],
    ['a is distinct from b', 'NOT `a` <=> `b`'],
    ["a like 'x%' escape '!'", "`a` LIKE 'x%' ESCAPE '!'"],
    ["a not rlike 'x' and b regexp c", "`a` NOT REGEXP 'x' AND `b` REGEXP `c`"],
    ['a sounds like b', 'SOUNDEX(`a`) = SOUNDEX(`b`)'],
    ['1 member of (a)', '1 MEMBER OF (`a`)'],
    ['a != all (select 1)', '`a` <> ALL (SELECT 1)'],
    ['a = some (select 1) and any = 2', '`a` = ANY (SELECT 1) AND `any` = 2'],
    ['a in (select 1 union select 2)', '`a` IN (SELECT 1 UNION SELECT 2)'],
    ['a in ((select 1), 2)', '`a` IN ((SELECT 1), 2)'],
    ['((select 1) + 1) * 2', '((SELECT 1) + 1) * 2'],
    ['((select 1) union (select 2))', '(SELECT 1 UNION SELECT 2)'],
    ['((select 1 limit 1) union (select 2)) = 3', '((SELECT 1 LIMIT 1) UNION SELECT 2) = 3'],
    ['(a, b) = (1, (select 2))', '(`a`, `b`) = (1, (SELECT 2))'],
    ['((select 1), 2) = row(1, 2)', '((SELECT 1), 2) = (1, 2)'],
    ['not exists (select 1 where x)', 'NOT EXISTS (SELECT 1 WHERE `x`)'],
    ["case a when 1 then 'x' else 'y' end", "CASE `a` WHEN 1 THEN 'x' ELSE 'y' END"],
    ['case when a then b when c then d end', 'CASE WHEN `a` THEN `b` WHEN `c` THEN `d` END'],
    ['a + interval 1 day - interval (b + 1) hour', '`a` + INTERVAL 1 DAY - INTERVAL `b` + 1 HOUR'],
    ['interval 1 day + a', 'INTERVAL 1 DAY + `a`'],
    ['interval(5, 1, 10) + 1', 'INTERVAL(5, 1, 10) + 1'],
    ["date_add(now(), interval '1:1' day_hour)", "DATE_ADD(NOW(), INTERVAL '1:1' DAY_HOUR)"],
    ['timestampdiff(month, a, b)', 'TIMESTAMPDIFF(MONTH, `a`, `b`)'],
    ['extract(year_month from a)', 'EXTRACT(YEAR_MONTH FROM `a`)'],
    ['cast(a as decimal(10, 2))', 'CAST(`a` AS DECIMAL(10, 2))'],
    ['convert(a, signed integer)', 'CAST(`a` AS SIGNED)'],
    ['convert(a using utf8mb4)', 'CONVERT(`a` USING utf8mb4)'],
    ['binary a = b', 'CAST(`a` AS BINARY) = `b`'],
    ['-a collate utf8mb4_bin', '-`a` COLLATE utf8mb4_bin'],
    ['(a + b) collate utf8mb4_bin', '(`a` + `b`) COLLATE utf8mb4_bin'],
    ['trim(a)', 'TRIM(`a`)'],
    ['trim(both from a)', 'TRIM(`a`)'],
    ["trim('x' from a)", "TRIM(BOTH 'x' FROM `a`)"],
    ['trim(leading from a)', 'TRIM(LEADING FROM `a`)'],
    ['substring(a from 2 for 3)', 'SUBSTRING(`a`, 2, 3)'],
    ['mid(a, 2)', 'SUBSTRING(`a`, 2)'],
    ["position('x' in a)", "LOCATE('x', `a`)"],
    [
      "group_concat(distinct a, b order by c desc separator ', ')",
      "GROUP_CONCAT(DISTINCT `a`, `b` ORDER BY `c` DESC SEPARATOR ', ')",
    ],
    ['count(*) + count(distinct a, b) + sum(all c)', 'COUNT(*) + COUNT(DISTINCT `a`, `b`) + SUM(`c`)'],
    ['nth_value(a, 2) from first respect nulls over (w order by b)', 'NTH_VALUE(`a`, 2) OVER (`w` ORDER BY `b`)'],
    ['a->\'$.b\' + t.c ->> "$.d"', "`a` -> '$.b' + `t`.`c` ->> '$.d'"],
    ["json_value(a, '$.b' returning signed)", "CAST(JSON_VALUE(`a`, '$.b') AS SIGNED)"],
    ['char(65, 66 using ascii)', 'CONVERT(CHAR(65, 66) USING ascii)'],
    ['current_timestamp + current_date()', 'CURRENT_TIMESTAMP() + CURRENT_DATE()'],
    ['if(a, left(b, 1), mod(c, 2))', 'IF(`a`, LEFT(`b`, 1), MOD(`c`, 2))'],
    [
      'name + type + status + year + date + level + position + `key` + t.order',
      '`name` + `type` + `status` + `year` + `date` + `level` + `position` + `key` + `t`.`order`',
    ],
    ['c.`placed[invoice].total`', '`c`.`placed[invoice].total`'],
    ['"a""b"', '"a""b"'],
    ['"t"."a"', '`t`.`a`'],
  ])('%s', (sql, expected) => {
    expect(reprint(sql)).toBe(expected);
    expect(parseExpression(expected)).toMatchObject({ kind: parseExpression(sql).kind });
    expect(reprint(expected)).toBe(expected);
  });
});

describe('literals', () => {
  it.each([
    ["'it''s'", 'string', "it's"],
    [String.raw`'a\'b\\c\n\t\0\Z\%\_\q'`, 'string', "a'b\\c\n\t\0\x1a\\%\\_q"],
    ["'a' 'b'\n\"c\"", 'string', 'abc'],
    ["N'é'", 'string', 'é'],
    ["_utf8mb4'x'", 'string', 'x'],
    ["x'4a'", 'hex', '4A'],
    ['0x4af', 'hex', '04AF'],
    ["b'01'", 'bit', '01'],
    ['0b1', 'bit', '1'],
    ['00012345678901234567890', 'integer', '00012345678901234567890'],
    ['1.50', 'decimal', '1.50'],
    ['.5', 'decimal', '.5'],
    ['1.', 'decimal', '1.'],
    ['1e3', 'double', '1e3'],
    ['.5E-10', 'double', '.5E-10'],
    ["DATE '2024-02-29'", 'date', '2024-02-29'],
    ['time "10:00"', 'time', '10:00'],
    ["TIMESTAMP'2024-02-29 10:00:00'", 'timestamp', '2024-02-29 10:00:00'],
    ['true', 'boolean', 'true'],
    ['NULL', 'null', ''],
  ])('%s', (sql, type, text) => {
    expect(parseExpression(sql)).toEqual({ kind: 'literal', type, text, at: 0 });
    expect(parseExpression(printExpression(parseExpression(sql)))).toEqual({ kind: 'literal', type, text, at: 0 });
  });
});

describe('names', () => {
  it('marks a single double-quoted token, which may be a string', () => {
    for (const text of ['a', '', ' \0'])
      expect(parseExpression(`"${text}"`)).toMatchObject({ reference: { parts: [{ name: text }], quote: 'double' } });
  });

  it('reads digits before a name as part of it, an exponent as a number', () => {
    expect(parseExpression('2019_sales')).toMatchObject({ reference: { parts: [{ name: '2019_sales' }] } });
    expect(parseExpression('1e0')).toMatchObject({ type: 'double' });
  });

  it('does not parse a word as a keyword that equals one only after a change of case', () => {
    expect(parseExpression('nuLL')).toMatchObject({ kind: 'literal' });
    expect(parseExpression('\u017fum')).toMatchObject({ kind: 'reference' });
  });
});
