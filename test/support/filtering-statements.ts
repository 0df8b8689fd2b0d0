/** Expressions that fail for some rows; `{x}` is a column of a person. */
export const FAILING: readonly string[] = [
  ...['ABS({big})', '-{big}', '{big} + 1', '{big} - 9', '{big} * {age}', '{age} DIV {zero}', '{age} / {zero}', '{age} % {zero}'],
  ...['EXP({age})', 'POW({age}, 900)', 'SQRT({big})', 'LN({big})', 'LOG({zero}, {age})', 'ASIN({age})', 'ROUND({big}, -19)', 'FORMAT({big}, {age})'],
  ...['CAST({code} AS SIGNED)', 'CAST({code} AS DATE)', 'CAST({code} AS DECIMAL(3,1))', 'CAST({big} AS DATE)', '{code} + 1', '{code} * {age}', 'CONV({code}, {age}, 2)'],
  ...['REPEAT({name}, {big})', 'LEFT({name}, {big})', 'LPAD({name}, {big}, {code})', 'SPACE({big})', 'SUBSTRING({name}, {big}, {big})', 'SUBSTRING_INDEX({name}, {code}, {big})', 'ELT({big}, {name}, {code})'],
  ...['{name} REGEXP {pattern}', 'REGEXP_REPLACE({name}, {pattern}, {code})', 'REGEXP_SUBSTR({name}, {pattern})', '{name} LIKE {pattern}', 'UNHEX({code})'],
  ...["JSON_EXTRACT({js}, '$.a')", "JSON_VALUE({js}, '$.a')", 'JSON_LENGTH({js})', 'JSON_TYPE({js})', "{js} -> '$.a'"],
  ...['DATE_ADD({born}, INTERVAL {big} DAY)', 'DATE_ADD({born}, INTERVAL {age} YEAR)', "STR_TO_DATE({code}, '%Y-%m-%d')", 'FROM_UNIXTIME({big})', 'MAKEDATE({age}, {big})', 'FROM_DAYS({big})', 'SEC_TO_TIME({big})', 'TIMESTAMPADD(YEAR, {age}, {born})', 'YEAR({code})', 'DATEDIFF({code}, {born})', 'LAST_DAY({born}) + INTERVAL {age} MONTH', 'TO_DAYS({code})'],
  ...['(SELECT d.kind FROM dept d WHERE d.dept_id <= {dept})', '(SELECT q.trip_id FROM trip q WHERE q.cost < {age} - 33)', '{age} > ALL (SELECT q.cost / {zero} FROM trip q)'],
  ...["CASE WHEN {name} = 'heaven' THEN ABS(-9223372036854775808) ELSE 1 END", 'IF({age} > 1000, POW(10, 999), 1)', "IF({code} = 'abc', (SELECT q.cost FROM trip q), 1)", "CASE {name} WHEN 'h' THEN EXP(9999) ELSE 2 END", 'CASE WHEN EXISTS (SELECT 1 FROM trip q WHERE q.traveller = {id} AND {age} > 800) THEN 9223372036854775807 + {id} ELSE 3 END'],
  ...['GREATEST({big}, {age}) + 1', 'COALESCE({big} - 9, 0)', 'NULLIF({big}, 3) * 2', 'BIT_COUNT({big}) << {age}', '{big} | {age}', 'HEX({big} * 2)', 'TRUNCATE({big} * 10, 0)'],
]; // prettier-ignore

/** How an expression reads `{x}`, and statements around it: `#` is the expression. */
export const PLACES: readonly { readonly by: (column: string) => string; readonly statements: readonly string[] }[] = [
  {
    by: (column) => column,
    statements: [
      'SELECT id FROM person WHERE # IS NOT NULL ORDER BY id',
      'SELECT id FROM person WHERE age > 32 AND # IS NOT NULL ORDER BY id',
      'SELECT id FROM person WHERE dept = 2 AND age > 2 AND # IS NULL',
      'SELECT id FROM person WHERE dept = 1 AND age > 2 AND # IS NOT NULL ORDER BY id',
      "SELECT id FROM person WHERE city = 'Rome' AND NOT (# IS NULL)",
      'SELECT id FROM person WHERE id = 12 AND # IS NULL',
      'SELECT id FROM person WHERE id = 12 OR # IS NULL ORDER BY id',
      "SELECT id FROM person WHERE name LIKE 'h%' AND id IN (11, 12, 13) AND (#) IS NULL",
      'SELECT id, # AS v FROM person ORDER BY id',
      'SELECT id, # AS v FROM person WHERE id IN (1, 11, 12)  ORDER BY id',
      'SELECT id FROM person ORDER BY #, id',
      'SELECT id FROM person ORDER BY # DESC, id LIMIT 2',
      'SELECT DISTINCT # AS v FROM person ORDER BY v',
      'SELECT # AS v, COUNT(*) FROM person GROUP BY v ORDER BY v',
      'SELECT id, COUNT(*) FROM person GROUP BY id HAVING # IS NOT NULL ORDER BY id',
      'SELECT id, name FROM person GROUP BY id, name, city, dept, age, zero, big, code, pattern, js, born HAVING # IS NOT NULL ORDER BY id',
      'SELECT MAX(#) FROM person',
      'SELECT id FROM person QUALIFY ROW_NUMBER() OVER (ORDER BY #, id) < 3 ORDER BY id',
      'SELECT city, COUNT(*) FILTER (WHERE # IS NOT NULL) FROM person GROUP BY city ORDER BY 1',
      'SELECT city, COUNT(DISTINCT #) FROM person GROUP BY city ORDER BY 1',
      'SELECT id, MAX(#) OVER (PARTITION BY city ORDER BY id) AS m FROM person ORDER BY id',
      'SELECT id, ROW_NUMBER() OVER (ORDER BY #, id) AS n FROM person ORDER BY id',
      'SELECT trip_id, person.id FROM trip JOIN person ON traveller = person.id AND # IS NOT NULL ORDER BY 1, 2',
      'SELECT trip_id, person.id FROM trip LEFT JOIN person ON traveller = person.id AND # IS NOT NULL ORDER BY 1, 2',
      'SELECT trip_id, person.id FROM trip LEFT JOIN person ON traveller = person.id WHERE # IS NULL ORDER BY 1, 2',
      "SELECT id FROM person WHERE EXISTS (SELECT 1 FROM trip t WHERE t.traveller = person.id AND # IS NOT NULL) ORDER BY id",
      'SELECT trip_id FROM trip WHERE traveller IN (SELECT id FROM person WHERE # IS NOT NULL) ORDER BY 1',
      'SELECT trip_id, (SELECT COUNT(#) FROM person WHERE id = traveller) AS n FROM trip ORDER BY 1',
      'SELECT trip_id FROM trip WHERE EXISTS (SELECT 1 FROM person WHERE id = traveller AND # IS NOT NULL) ORDER BY 1',
      'SELECT id FROM (SELECT * FROM person) d WHERE # IS NOT NULL ORDER BY id',
      'SELECT id FROM (SELECT DISTINCT id, name, city, dept, age, zero, big, code, pattern, js, born FROM person) d WHERE # IS NOT NULL ORDER BY id',
      'SELECT id FROM (SELECT id, name, city, dept, age, zero, big, code, pattern, js, born, COUNT(*) AS n FROM person GROUP BY id, name, city, dept, age, zero, big, code, pattern, js, born) d WHERE # IS NOT NULL ORDER BY id',
      'SELECT id FROM (SELECT id, name, city, dept, age, zero, big, code, pattern, js, born, RANK() OVER (PARTITION BY id, name, city, dept, age, zero, big, code, pattern, js, born ORDER BY id) AS n FROM person) d WHERE # IS NOT NULL ORDER BY id',
      'SELECT id FROM (SELECT id, name, city, dept, age, zero, big, code, pattern, js, born FROM person UNION ALL SELECT id, name, city, dept, age, zero, big, code, pattern, js, born FROM person) d WHERE # IS NOT NULL ORDER BY id',
      'SELECT id FROM (SELECT id, name, city, dept, age, zero, big, code, pattern, js, born FROM person UNION SELECT id, name, city, dept, age, zero, big, code, pattern, js, born FROM person WHERE id > 2) d WHERE # IS NOT NULL ORDER BY id',
      'SELECT id FROM (SELECT * FROM person ORDER BY id LIMIT 3) d WHERE # IS NOT NULL ORDER BY id',
      'WITH c AS (SELECT * FROM person) SELECT id FROM c WHERE # IS NOT NULL ORDER BY id',
      'WITH c AS (SELECT id, # AS v FROM person) SELECT a.id FROM c a JOIN c b ON a.id = b.id WHERE a.v IS NOT NULL AND b.v IS NOT NULL ORDER BY 1',
      'SELECT id FROM (SELECT id, # AS v FROM person) d WHERE v IS NOT NULL ORDER BY id',
      'SELECT v, COUNT(*) FROM (SELECT # AS v FROM person WHERE age > 30) d GROUP BY v ORDER BY v',
      'SELECT id, # AS v FROM vsvc.people ORDER BY id',
      'SELECT id FROM vsvc.people WHERE age > 20 AND # IS NOT NULL ORDER BY id',
      'SELECT id FROM person WHERE id = 1 UNION SELECT id FROM person WHERE # IS NOT NULL ORDER BY 1',
      'SELECT size FROM dept WHERE EXISTS (SELECT 1 FROM person WHERE dept = dept_id AND # IS NOT NULL) ORDER BY 1',
      'SELECT id, `measure.big_sum` FROM person WHERE # IS NOT NULL ORDER BY id',
      "SELECT id, nick FROM person WHERE nick > 'a' AND # IS NOT NULL ORDER BY 1, 2",
    ],
  },
  {
    by: (column) => `\`made_by[person].${column}\``,
    statements: [
      'SELECT trip_id FROM trip WHERE # IS NULL ORDER BY 1',
      'SELECT trip_id, # AS v FROM trip ORDER BY 1',
      'SELECT trip_id FROM trip WHERE cost > 4 AND # IS NOT NULL ORDER BY 1',
      'SELECT place, MAX(#) FROM trip GROUP BY place ORDER BY 1',
    ],
  },
  {
    by: (column) => `\`knows[person].${column}\``,
    statements: ['SELECT id, # AS v FROM person ORDER BY 1, 2', 'SELECT id FROM person WHERE # IS NOT NULL ORDER BY 1'],
  },
  {
    by: (column) => `\`works_for[person*3].${column}\``,
    statements: ['SELECT id, # AS v FROM person ORDER BY 1, 2', 'SELECT id FROM person WHERE # IS NOT NULL ORDER BY 1'],
  },
]; // prettier-ignore

/** Statements with conditions that an index can answer in part, before the data source has evaluated the policy. */
export const INDEXED: readonly string[] = [
  ...['dept = 1', "city = 'Oslo'", "city IN ('Oslo', 'Bergen')", 'dept = 1 AND id > 0'].map((known) => `SELECT id FROM person WHERE ${known} AND age > 800 AND ABS(CASE WHEN age = 900 THEN -9223372036854775808 ELSE 1 END) > 0`),
]; // prettier-ignore

/** Statements that fail, or reach rows, in other ways. */
export const WHOLE: readonly string[] = [
  ...['boss = 12', 'born > DATE \'2100-01-01\'', "name = 'heaven'"].map((known) => `SELECT id FROM person WHERE dept = 1 AND ${known} AND big * 2 > 0`),
  ...['price > 0.0000000000000000000000000000001', 'price + 0.1 > 1', 'price * price > 1', 'price / 0.00001 > 1', 'price = age', 'price BETWEEN 0.00000000000000000000000000001 AND 9'].map((condition) => `SELECT id FROM person WHERE ${condition} ORDER BY id`),
  ...['SELECT id, twice FROM person ORDER BY id', 'SELECT id FROM person WHERE twice > 0 ORDER BY id', 'SELECT name FROM being ORDER BY 1', 'SELECT name, twice FROM being ORDER BY 1'],
  ...['SELECT id, code_no FROM person ORDER BY id', 'SELECT id FROM person WHERE code_no > 3 ORDER BY id', 'SELECT MAX(code_no) FROM person', 'SELECT `made_by[person].code_no` FROM trip ORDER BY trip_id'],
  ...['SELECT id FROM veteran ORDER BY id', 'SELECT COUNT(*) FROM veteran', 'SELECT name FROM veteran WHERE age > 33', 'SELECT id, _type_of_veteran FROM person ORDER BY id'],
  ...['SELECT `measure.big_sum` FROM person', 'SELECT city, `measure.big_sum` FROM person GROUP BY city', 'SELECT dept_id, `measure.staff_sum` FROM dept ORDER BY 1', 'SELECT kind, `measure.staff_sum` FROM dept GROUP BY kind ORDER BY 1', 'SELECT `measure.made_by[person].big_sum` FROM trip'],
  ...['SELECT id, size FROM vsvc.grown ORDER BY id', 'SELECT id FROM vsvc.grown WHERE size > 3 ORDER BY id', 'SELECT city, age * big AS s FROM vsvc.sizes ORDER BY 1, 2', 'SELECT SUM(big) FROM person', 'SELECT SUM(big * big) FROM person', 'SELECT AVG(age / zero) FROM person'],
  ...['SELECT id, nick, nick_size FROM person ORDER BY 1, 2, 3', 'SELECT id FROM person WHERE ABS(nick_size) > 3 ORDER BY id', 'SELECT id FROM person WHERE CAST(nick AS SIGNED) = 0 ORDER BY id', 'SELECT id, -nick_size FROM person ORDER BY 1, 2', 'SELECT MAX(nick_size + 1) FROM person'],
  ...['SELECT id, `knows[person]_weight` FROM person ORDER BY 1, 2', 'SELECT id FROM person WHERE ABS(`knows[person]_weight`) > 0 ORDER BY id', 'SELECT id, -`known_by[person]_weight` FROM person ORDER BY 1, 2', 'SELECT id, `knows[person].name` FROM person ORDER BY 1, 2'],
  ...[2, 3, 4, 5].flatMap((steps) => ['knows', 'known_by', 'works_for', 'leads'].flatMap((name) => [`SELECT id, \`${name}[person*${steps}].id\` FROM person ORDER BY 1, 2`, `SELECT id, \`${name}[person*${steps}]_transitivity_level\` AS level FROM person ORDER BY 1, 2`, `SELECT COUNT(*) FROM person WHERE \`${name}[person*${steps}].name\` = 'vala'`])),
  ...['SELECT trip_id, `made_by[person].works_for[person*4].name` FROM trip ORDER BY 1, 2', 'SELECT trip_id, `made_by[person].knows[person*4].name` FROM trip ORDER BY 1, 2', 'SELECT dept_id, `staffs[person].id` FROM dept ORDER BY 1, 2', 'SELECT COUNT(*) FROM person', 'SELECT MAX(age), MIN(age) FROM person'],
  ...["SELECT a.id, b.id FROM person a JOIN person b ON a.big + 1 = b.big + 1 ORDER BY 1, 2", 'SELECT a.id, t.trip_id FROM person a JOIN trip t ON a.age - 31 = t.cost ORDER BY 1, 2', 'SELECT t.trip_id, a.id FROM trip t LEFT JOIN person a ON -a.big = t.cost ORDER BY 1, 2', 'SELECT t.trip_id, a.id FROM trip t, person a WHERE a.big - 9 > t.cost ORDER BY 1, 2'],
  ...["SELECT t.trip_id, d.dept_id FROM trip t JOIN person p ON p.id = t.traveller AND p.name = 'heaven' JOIN dept d ON d.size / t.cost > 0 AND 9223372036854775807 + d.dept_id > t.trip_id ORDER BY 1, 2", "SELECT t.trip_id FROM trip t JOIN person p ON p.id = t.traveller WHERE p.name = 'heaven' AND 9223372036854775807 + t.trip_id > 0", "SELECT id FROM person WHERE name = 'heaven' AND EXISTS (SELECT 1 FROM dept WHERE 9223372036854775807 + dept_id > 0)", "SELECT id FROM person WHERE name = 'heaven' AND (SELECT cost FROM trip) > 0", "SELECT id FROM person WHERE name = 'heaven' AND ABS(-9223372036854775807 - id) > 0"],
  ...['WITH RECURSIVE r AS (SELECT id, boss, 1 AS n FROM person WHERE id = 1 UNION ALL SELECT p.id, p.boss, r.n + 1 FROM person p JOIN r ON p.boss = r.id WHERE -p.big < 0) SELECT id, n FROM r ORDER BY 1, 2', 'WITH RECURSIVE r AS (SELECT id, big FROM person WHERE boss IS NULL UNION ALL SELECT p.id, p.big FROM person p JOIN r ON p.boss = r.id) SELECT id FROM r WHERE ABS(big) > 0 ORDER BY 1'],
  ...['SELECT d.id FROM (SELECT id, big FROM person INTERSECT SELECT id, big FROM person) d WHERE ABS(d.big) > 0 ORDER BY 1', 'SELECT d.id FROM (SELECT id, big FROM person EXCEPT SELECT trip_id, cost FROM trip) d WHERE ABS(d.big) > 0 ORDER BY 1', 'SELECT city, MAX(big) AS m FROM person GROUP BY city HAVING ABS(m) > 0', 'SELECT big, COUNT(*) FROM person GROUP BY big HAVING -big < 0 ORDER BY 1', 'SELECT big, COUNT(*) FROM person GROUP BY big WITH ROLLUP HAVING ABS(big) > 0 ORDER BY 1'],
]; // prettier-ignore

/** Returns every failing expression in every place, and the other statements. */
export function filteringStatements(): readonly string[] {
  const family = PLACES.flatMap(({ by, statements }) =>
    FAILING.flatMap((value) => {
      const read = value.replace(/\{(\w+)\}/g, (_, column: string) => by(column));
      return statements.map((statement) => statement.replaceAll('#', () => read));
    }),
  );
  return [...WHOLE, ...family];
}
