import { fastest, limitHere } from '../../../test/support/processor-time';
import { ServiceError } from '../../errors';
import { disjuncts } from '../tree';
import { parseExpression, parseStatements } from './parse/parse-statements';
import { printExpression, printStatement } from './print/print-statement';

/** Returns the error of a statement as `line:column message | hint`, or `accepted`. */
function refusalOf(sql: string): string {
  try {
    parseStatements(sql);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { position, hint } = error.details;
    return `${position?.line}:${position?.column} ${error.message}${hint === undefined ? '' : ` | ${hint}`}`;
  }
  return 'accepted';
}

function codeOf(sql: string): string | undefined {
  try {
    parseStatements(sql);
    return undefined;
  } catch (error) {
    return error instanceof ServiceError ? error.code : `not a ServiceError: ${String(error)}`;
  }
}

describe('a derived table without a name', () => {
  it.each([
    '',
    ' WHERE 1',
    ' JOIN b ON 1',
    ', b',
    ' ORDER BY 1',
    ' UNION SELECT 2',
    '\n\n  GROUP BY 1',
    ' USING (a)',
    ' LIMIT 1',
  ])('is reported at the missing name, before %j', (behind) => {
    for (const table of ['(SELECT 1)', '((SELECT 1))', 'b JOIN (SELECT 1)', '(SELECT a FROM (SELECT 1) AS b)']) {
      const place = `1:${`SELECT a FROM ${table}`.length + 1}`;
      expect(refusalOf(`SELECT a FROM ${table}${behind}`)).toBe(
        `${place} a derived table must have a name | write AS and a name after the parenthesis, as in (SELECT ...) AS t`,
      );
    }
  });
});

describe('env() where it is no option of a data source', () => {
  it.each([
    "CREATE USER ana PASSWORD ▲env('A')",
    "CREATE USER ana PASSWORD 'p' OPTIONS (email = ▲env('A'))",
    "CREATE TOKEN ▲env('A') FOR USER ana",
    "CREATE TOKEN 't' FOR USER ana OPTIONS (ttl = ▲env('A'))",
    "ALTER USER ana SET PASSWORD ▲env('A')",
    "ALTER USER ana SET PASSWORD 'p' REPLACE ▲env('A')",
    "CREATE ONTOLOGY o DESCRIPTION = ▲env('A')",
    "ALTER ONTOLOGY o SET result_ttl = ▲env('A')",
    "CREATE PROPERTY p string WITH TAGS (unit = ▲env('A'))",
    "ALTER CONCEPT c UPDATE TAG icon = ▲env('A')",
    "DESCRIBE CONCEPT c OPTIONS (graph_depth = ▲env('A'))",
    "RESTORE ONTOLOGY o TO VERSION ▲env('A')",
    "REVOKE TOKEN ▲env('A') FROM USER ana",
    "CREATE POLICY p MASK PROPERTY x WITH constant(▲env('A'))",
  ])('is rejected at its place: %s', (marked) => {
    const [before = ''] = marked.split('▲');
    expect(refusalOf(marked.replace('▲', ''))).toBe(
      `1:${before.length + 1} env() can be only the value of an option of a data source, such as its password`,
    );
  });

  it.each([
    ["CREATE DATASOURCE d TYPE mysql OPTIONS (password = env(A))", '1:56 expected the name of an environment variable as a string but found "A"'],
    ["CREATE DATASOURCE d TYPE mysql OPTIONS (password = env())", '1:56 expected the name of an environment variable as a string but found ")"'],
    ["CREATE DATASOURCE d TYPE mysql OPTIONS (password = env('A', 'B'))", '1:59 expected ) but found ","'],
    ["CREATE DATASOURCE d TYPE mysql OPTIONS (password = env('A') 'B')", `1:61 expected ) but found a string`],
    ["CREATE DATASOURCE d TYPE mysql OPTIONS (password = env)", '1:52 expected a string but found "env"'],
  ])('%s', (sql, refusal) => {
    expect(refusalOf(sql).split(' | ')[0]).toBe(refusal);
  }); // prettier-ignore
});

describe('account statements', () => {
  it.each([
    ["CREATE USER ana 'secret'", '1:17 expected PASSWORD but found a string'],
    ['CREATE USER ana PASSWORD secret', '1:26 expected the password as a string but found "secret"'],
    ['SHOW ACCESS FOR USER ana', '1:13 expected TO but found "FOR"'],
    ['DRAFT ONTOLOGY o FROM TYPE duckdb', '1:23 expected DATASOURCE but found "TYPE"'],
    ['DRAFT ONTOLOGY o FROM DATASOURCE d', '1:34 expected TYPE but found "d"'],
    ['TEST ONTOLOGY o', '1:6 expected DATASOURCE but found "ONTOLOGY"'],
    ['SHOW DIFF OF ONTOLOGY o FROM a TO b', '1:30 expected the id of a version as a string but found "a"'],
    ['REFRESH', '1:8 expected PERMISSIONS but found the end of the input'],
    [
      'GRANT QUERY ON ALL TO USER ana WITH GRANT OPTION',
      '1:32 WITH GRANT OPTION is not supported | GRANT ADMIN on the resource contains the right to grant rights on it',
    ],
    [
      'GRANT ADMIN ON ALL ONTOLOGY TO USER ana',
      '1:20 only ACCESS, QUERY and EDIT can be granted ON ALL ONTOLOGY | write ADMIN ON ALL to grant it on everything',
    ],
    [
      'GRANT ADMIN ON ALL DATASOURCE TO USER ana',
      '1:20 only ACCESS, QUERY and EDIT can be granted ON ALL DATASOURCE | write ADMIN ON ALL to grant it on everything',
    ],
    [
      'GRANT ADMIN ON ALL USER TO USER ana',
      '1:20 only ACCESS, QUERY and EDIT can be granted ON ALL USER | write ADMIN ON ALL to grant it on everything',
    ],
  ])('%s', (sql, refusal) => {
    expect(refusalOf(sql)).toBe(refusal);
  });
});

describe('messages, positions and hints', () => {
  it.each([
    ['SELECT CAST(a AS DECIMAL(9007199254740992))', '1:26 expected a whole number but found "9007199254740992"'],
    [
      'CREATE CONCEPT a (CONSTRAINT r MULTIREFERENCE a TRANSITIVE(10000000000000000000000))',
      '1:60 expected the greatest number of steps but found "10000000000000000000000"',
    ],
    [
      'SELECT a FORM b',
      '1:15 expected ";" or the end of the input but found "b" | did you mean FROM instead of "FORM"?',
    ],
    [
      'SELECT * FORM b',
      '1:10 expected ";" or the end of the input but found "FORM" | did you mean FROM instead of "FORM"?',
    ],
    ['SELECT 1\n  FROM', '2:7 expected a name but found the end of the input'],
    ["SELECT '😀' FROM t WHERE", '1:25 expected an expression but found the end of the input'],
    ['SELCT 1', '1:1 a statement cannot begin with "SELCT" | did you mean "SELECT"?'],
    [
      'SELECT a FROM order',
      '1:15 expected a name but found "order" | ORDER is a reserved word: write it in backticks to use it as a name',
    ],
    ['SELECT ‘a’', '1:8 unexpected character "‘" (U+2018) | write strings between \' and \', names between ` and `'],
    [
      'SELECT placed[invoice].total',
      '1:14 unexpected character "[" (U+005B) | a path is one name in backticks, such as `placed[invoice].total`',
    ],
    ["SELECT 'a", "1:8 unclosed '"],
    ['SELECT 1 /* x', '1:10 unclosed comment'],
    ['SELECT a FROM (SELECT 1) AS', '1:28 expected a name for the derived table but found the end of the input'],
    [
      'SELECT a FROM (SELECT 1) AS order',
      '1:29 expected a name for the derived table but found "order" | ORDER is a reserved word: write it in backticks to use it as a name',
    ],
    ['SELECT * FROM a LEFT JOIN b', '1:28 expected ON or USING but found the end of the input'],
    ['SELECT * FROM a FULL JOIN b ON 1', '1:17 MySQL has no FULL JOIN | use a UNION of two outer joins'],
    ['SELECT 1 ORDER BY a NULLS LAST', '1:21 MySQL has no NULLS FIRST or NULLS LAST | write ORDER BY x IS NULL, x'],
    ['SELECT a.b.c.d', '1:8 a name has at most three parts'],
    ['SELECT 1 AS ``', '1:13 a name must not be empty'],
    ["SELECT x'4'", "1:8 x'...' must contain an even number of hexadecimal digits"],
    ["SELECT a LIKE 'b' ESCAPE 'cd'", '1:26 ESCAPE must be one character'],
    ['SELECT a IN (1) IN (2)', '1:17 expected ";" or the end of the input but found "IN"'],
    ['SELECT 1 = NOT 2', '1:12 expected an operand but found "NOT"'],
    [
      'SELECT CAST(a AS YEAR)',
      '1:18 there is no type YEAR | use YEAR(x) for the year of a date, and CAST(x AS SIGNED) for a number',
    ],
    ['SELECT CAST(a AS INTEGR)', '1:18 expected a type but found "INTEGR" | did you mean INTEGER instead of "INTEGR"?'],
    [
      'SELECT INTERVAL 1 DAY',
      '1:8 INTERVAL is allowed only next to + or -, in functions such as DATE_ADD, and in window frames',
    ],
    [
      '(SELECT 1 LIMIT 1) LIMIT 2',
      '1:20 a query in parentheses with its own LIMIT cannot have another ORDER BY or LIMIT | write SELECT * FROM (...) AS t ORDER BY ...',
    ],
    ['CREATE PROPERTY a strng', '1:19 unknown type "strng" | did you mean "string"?'],
    ['CREATE PROPERTY a decimal(2, 3)', '1:26 the precision of decimal must be 1 to 65, and its scale not larger'],
    ['CREATE CONCEPT c (PRIMARY KEY (a), PRIMARY KEY (b))', '1:48 PRIMARY KEY occurs twice'],
    ['CREATE MAPPING m INTO (c) AS SELECT * FROM t', '1:30 a mapping cannot select * | list the columns instead of *'],
    [
      'CREATE MAPPING m INTO (c) AS SELECT a FROM t UNION SELECT t.* FROM t',
      '1:30 a mapping cannot select * | list the columns instead of *',
    ],
    [
      'CREATE MAPPING m (CONSTRAINT a FOREIGN KEY (b) REFERENCES c (d)) AS SELECT 1',
      '1:66 a link mapping has two ends',
    ],
    [
      'CREATE PROPERTY p int AS SELECT a FROM t',
      '1:35 a calculation is one expression over properties of the same concept, without FROM',
    ],
    ['CREATE OR REPLACE USER u PASSWORD 1', '1:8 OR REPLACE is not allowed with USER'],
    [
      'CREATE DATASOURCE d TYPE mysq',
      '1:26 expected MYSQL, DUCKDB, FILES, POSTGRESQL, POSTGRES but found "mysq" | did you mean MYSQL instead of "mysq"?',
    ],
  ])('%s', (sql, expected) => {
    expect(refusalOf(sql)).toBe(expected);
  });
});

describe('rows of functions of other systems', () => {
  it.each([
    ['SELECT a FROM t LATERAL VIEW explode(a) x AS y', '1:17 LATERAL VIEW explode is not part of the language'],
    [
      'SELECT a FROM t x LATERAL VIEW OUTER posexplode(a) x AS y',
      '1:19 LATERAL VIEW posexplode is not part of the language',
    ],
    ['SELECT a FROM t, LATERAL explode(a) x', '1:18 LATERAL explode is not part of the language'],
    ['SELECT Explode(a) FROM t', '1:8 EXPLODE returns several rows for one and is not part of the language'],
    [
      'SELECT a FROM t WHERE posexplode(a) = 1',
      '1:23 POSEXPLODE returns several rows for one and is not part of the language',
    ],
  ])('%s', (sql, expected) => {
    expect(refusalOf(sql)).toBe(
      `${expected} | define a MULTIVALUE property, which returns one row for each value, or call the function in a mapping WITHOUT PARSING`,
    );
    expect(codeOf(sql)).toBe('statement_not_allowed');
  });
});

describe('forms of other systems that are not complete', () => {
  it.each([
    ["SELECT TO_CHAR(a, 'YYYY-999')", '1:19 the format of TO_CHAR contains "999"'],
    ["SELECT TO_CHAR(a, 'MON')", '1:19 the format of TO_CHAR contains "MON"'],
    ["SELECT TO_CHAR(a, '$9,999')", '1:19 the format of TO_CHAR contains "$" | write numbers with 9, 0'],
    ["SELECT TO_CHAR(a, '999MI')", '1:19 the format of TO_CHAR contains "MI"'],
    ["SELECT TO_CHAR(a, 'FMS999')", '1:19 the format of TO_CHAR contains "S"'],
    ["SELECT TO_CHAR(a, '9.9EEEE')", '1:19 the format of TO_CHAR contains "EEEE"'],
    ["SELECT TO_CHAR(a, '99,99')", '1:19 the format of TO_CHAR contains a comma that does not separate thousands'],
    ["SELECT TO_CHAR(a, '0.9,9')", '1:19 the format of TO_CHAR contains a comma after the point'],
    ["SELECT TO_CHAR(a, '0.9.9')", '1:19 the format of TO_CHAR contains two points'],
    ['SELECT TO_CHAR(a, b)', '1:19 expected the format as a string but found "b"'],
    ['SELECT STRING_AGG(a, b) FROM t', '1:22 expected the separator as a string but found "b"'],
    ["SELECT a + INTERVAL '1 month 2 days'", "1:21 '1 month 2 days' is not a number and a unit of time"],
    [
      'SELECT JSON_LENGTH(a) FILTER (WHERE b) FROM t',
      '1:23 JSON_LENGTH is not an aggregate and does not support FILTER',
    ],
    ['SELECT LOWER(a) FILTER (WHERE b) FROM t', '1:17 LOWER is not an aggregate and does not support FILTER'],
    [
      'CREATE MAPPING m INTO c AS SELECT a FROM (SELECT * FROM t QUALIFY RANK() OVER (ORDER BY a) = 1) d',
      '1:28 a mapping cannot contain * in a SELECT with QUALIFY',
    ],
    [
      'CREATE MEASURE m double AS SELECT MEASURE(a) FILTER (WHERE b)',
      '1:28 a measure cannot be calculated from FILTER of another measure',
    ],
    ['SELECT MEASURE(a + b) FROM t', '1:8 MEASURE needs the name of a measure'],
    ['SELECT a FROM t GROUP BY ROLLUP (a), b', '1:36 ROLLUP must contain all columns of GROUP BY'],
    ['SELECT a FROM t GROUP BY b, ROLLUP (a)', '1:29 ROLLUP must contain all columns of GROUP BY'],
    [
      'SELECT a FROM t GROUP BY GROUPING SETS ((a), ())',
      '1:26 GROUPING SETS is not part of the language | write one SELECT',
    ],
    ['SELECT a FROM t GROUP BY a, GROUPING SETS ((b), ())', '1:29 GROUPING SETS is not part of the language'],
    ['SELECT a FROM t GROUP BY CUBE (a, b)', '1:26 CUBE (..) is not part of the language | write one SELECT'],
    ['SELECT a FROM t GROUP BY a, b WITH CUBE', '1:31 WITH CUBE is not part of the language'],
    ['SELECT a::', '1:11 expected a type but found the end of the input'],
  ])('%s', (sql, expected) => {
    expect(refusalOf(sql).startsWith(expected)).toBe(true);
  });
});

describe('comments without a space', () => {
  it.each(['--x\nSELECT 1', 'SELECT 1\n  --x', 'SELECT 1\r\n\t--, 2\r\n', '--', '/* a */\n--x\nSELECT 1'])(
    'stand alone on their line: %j',
    (sql) => {
      expect(parseStatements(sql).map(printStatement)).toEqual(sql.includes('SELECT') ? ['SELECT 1'] : []);
    },
  );

  it.each(['SELECT 1 --x', 'SELECT 5\r--1', '/* a */ --x', 'SELECT 5 --1\n', ';--x'])(
    'are rejected after anything else: %j',
    (sql) => {
      expect(codeOf(sql)).toBe('statement_malformed');
    },
  );
});

describe('statements outside the language', () => {
  it.each([
    'SELECT @a',
    'SELECT @@version',
    'SELECT a := 1',
    'SELECT :1',
    'SELECT 1 INTO OUTFILE "x"',
    'SELECT 1 FROM t FOR UPDATE',
    'SELECT 1 LOCK IN SHARE MODE',
    'SELECT SQL_NO_CACHE 1',
    'SELECT VALUES(a)',
    'SELECT MATCH (a) AGAINST (1)',
    'INSERT INTO t SELECT 1',
    'BEGIN',
  ])('%s', (sql) => {
    expect(codeOf(sql)).toBe('statement_not_allowed');
  });

  it.each([
    'SELECT 5--1',
    'SELECT 1 /*! + 1 */',
    'SELECT 1 /*M! + 1 */',
    'SELECT 1 -- a\rb',
    'SELECT 1 /* /* */',
    'SELECT 1\u0000',
    '\ufeffSELECT 1',
    'SELECT a FROM t USE INDEX (i)',
    'SELECT a FROM JSON_TABLE(b)',
    'SELECT s.f(1)',
    'SELECT `f`(1)',
    'SELECT a COLLATE `x; y`',
    'SELECT',
    'CREATE',
    'SHOW',
    'GRANT QUERY ON shop TO ROLE r',
    ')',
  ])('%j', (sql) => {
    expect(codeOf(sql)).toBe('statement_malformed');
  });
});

describe('a parameter', () => {
  it.each([
    ['SELECT ? FROM t WHERE a = :a', '1:27 a request cannot have both ? and named parameters | name all of them'],
    ['SELECT a FROM t ORDER BY ?', '1:26 a parameter cannot select a column for GROUP BY or ORDER BY | write the name or the position of the column in the statement'],
    ['SELECT a FROM t GROUP BY a, :b', '1:29 a parameter cannot select a column for GROUP BY or ORDER BY | write the name or the position of the column in the statement'],
    ['SELECT a FROM t GROUP BY ROLLUP (?)', '1:34 a parameter cannot select a column for GROUP BY or ORDER BY | write the name or the position of the column in the statement'],
    ['SELECT a FROM t LIMIT ?', '1:23 expected a whole number but found a parameter | a parameter is a value of an expression; write everything else, also the number of a LIMIT, in the statement'],
    ['SELECT a FROM :t', '1:15 expected a name but found the parameter ":t" | a parameter is a value of an expression; write everything else, also the number of a LIMIT, in the statement'],
    ["SELECT a LIKE 'b' ESCAPE ?", '1:26 expected the escape character as a string but found a parameter | a parameter is a value of an expression; write everything else, also the number of a LIMIT, in the statement'],
    ['SELECT DATE ?', '1:13 DATE needs a string in quotes after it | write the parameter alone: its string is converted where it is compared; or CAST(? AS DATE)'],
    ["SELECT 'a' ?", '1:12 expected ";" or the end of the input but found a parameter | a parameter is a value of an expression; write everything else, also the number of a LIMIT, in the statement'],
    ['CREATE VIEW v AS SELECT a FROM t WHERE b = ?', '1:44 only SELECT and EXPLAIN can have parameters | write the value itself in a definition'],
    ['SELECT ?; CREATE CONCEPT c FROM t WHERE b = ?', '1:45 only SELECT and EXPLAIN can have parameters | write the value itself in a definition'],
    ['SELECT :1', '1:8 assignments are not part of the language, and the name of a parameter begins with a letter or "_"'],
  ])('in %s is rejected', (sql, expected) => {
    expect(refusalOf(sql)).toBe(expected);
  }); // prettier-ignore

  it('belongs to its statement, by its position in the request or its name', () => {
    const parametersOf = (sql: string) =>
      parseStatements(sql).map(({ placeholders }) => placeholders?.map(({ parameter, at }) => [parameter, at]));
    expect(parametersOf('SELECT ?; SELECT 1; EXPLAIN SELECT ?, ?')).toEqual([[[0, 7]], undefined, [[1, 35], [2, 38]]]); // prettier-ignore
    expect(parametersOf("SELECT :a::date, ':b', `:c`, :a -- ? :d")).toEqual([[['a', 7], ['a', 29]]]); // prettier-ignore
  });

  it('is printed as it is written', () => {
    for (const sql of ['SELECT ? IN (?)', 'SELECT :a IN (:b)']) expect(parseStatements(sql).map(printStatement)).toEqual([sql]);
  }); // prettier-ignore
});

describe('SQL of a data source in a mapping WITHOUT PARSING', () => {
  const mapping = (sql: string): string => `CREATE MAPPING m INTO (c) WITHOUT PARSING AS ${sql}`;

  it.each([
    ['SELECT 1 -- x', '1:55 a comment is not allowed in a mapping WITHOUT PARSING'],
    ['SELECT 1 # x', '1:55 a comment is not allowed in a mapping WITHOUT PARSING'],
    ['SELECT 1 /* x */', '1:55 a comment is not allowed in a mapping WITHOUT PARSING'],
    ['SELECT $$a$$', '1:53 a dollar quote is not allowed in a mapping WITHOUT PARSING'],
    ['SELECT 1) t', '1:54 unmatched )'],
    ['SELECT (1', '1:53 unclosed ('],
    ["SELECT 'a", "1:53 unclosed '"],
    [
      "SELECT 'a\\'b'",
      "1:56 a quote after a backslash has different meanings in different data sources | write the quote twice: ''",
    ],
    ['DELETE FROM t', '1:46 expected SELECT or WITH'],
  ])('rejects %s', (sql, expected) => {
    expect(refusalOf(mapping(sql))).toBe(expected);
  });

  it('ends at the semicolon outside quotes', () => {
    const [first, second] = parseStatements(`${mapping("SELECT ';', '\\\\' FROM \"a;b\"  ")} ; SELECT 1`);
    expect(first).toMatchObject({ source: { kind: 'opaque', text: "SELECT ';', '\\\\' FROM \"a;b\"" } });
    expect(second).toMatchObject({ kind: 'query' });
  });
});

describe('limits', () => {
  const MANY = 400_000;

  it.each([
    ['parentheses', 'SELECT ' + '('.repeat(MANY)],
    ['balanced parentheses', `SELECT ${'('.repeat(MANY)}1${')'.repeat(MANY)}`],
    ['parenthesised statements', '('.repeat(MANY) + 'SELECT 1'],
    ['parenthesised sources', 'SELECT 1 FROM ' + '('.repeat(MANY)],
    ['NOT', 'SELECT ' + 'NOT '.repeat(MANY)],
    ['signs', 'SELECT ' + '- '.repeat(MANY)],
    ['calls', 'SELECT ' + 'f('.repeat(MANY)],
    ['CASE', 'SELECT ' + 'CASE WHEN '.repeat(MANY)],
    ['sub-queries', 'SELECT ' + '(SELECT '.repeat(MANY)],
    ['derived tables', 'SELECT * FROM ('.repeat(MANY)],
    ['common tables', 'WITH a AS ('.repeat(MANY)],
    ['IN', 'SELECT ' + '1 IN ('.repeat(MANY)],
    ['INTERVAL', 'SELECT ' + '1 + INTERVAL '.repeat(MANY)],
    ['BETWEEN', 'SELECT ' + '1 BETWEEN 1 AND '.repeat(MANY)],
    ['operators', 'SELECT 1' + ' OR 1'.repeat(MANY)],
    ['set operations', 'SELECT 1' + ' UNION SELECT 1'.repeat(MANY)],
    ['joins', 'SELECT 1 FROM a' + ' LEFT JOIN b'.repeat(MANY)],
    ['comma joins', 'SELECT 1 FROM a' + ', b'.repeat(MANY)],
    ['long rows in deep nests', `SELECT ${`(1${' + 1'.repeat(900)} + `.repeat(100)}`],
    ['long rows at the left of long rows', `SELECT ${'('.repeat(100)}1${`${' + 1'.repeat(900)})`.repeat(100)}`],
  ])('rejects 400,000 %s quickly, without an overflow', (_, sql) => {
    expect(fastest(() => { expect(codeOf(sql)).toBe('statement_too_large'); }, 3)).toBeLessThan(limitHere(2_000)); // prettier-ignore
  });

  it('accepts 199 parentheses, 1,000 operators, 10,000 conditions and 20,000 values', () => {
    expect(() => parseExpression('('.repeat(199) + '1' + ')'.repeat(199))).not.toThrow();
    expect(() => parseExpression(`a = 1${' OR a = 1'.repeat(990)}`)).not.toThrow();
    const conditions = parseExpression(`a = 1${' OR a = 1'.repeat(9_999)}`);
    expect(disjuncts(conditions)).toHaveLength(10_000);
    const printed = printExpression(conditions);
    expect(printExpression(parseExpression(printed)) === printed).toBe(true);
    expect(parseExpression(`a IN (1${', 1'.repeat(20_000)})`)).toMatchObject({ kind: 'in-list' });
  });
});

it('reports the position and the limit for a statement that is too large', () => {
  const sql = `SELECT a FROM b WHERE a IN (1${', 1'.repeat(30_000)})`;
  expect(refusalOf(sql)).toBe('1:90029 a statement has at most 30000 strings and numbers');
  expect(codeOf(sql)).toBe('statement_too_large');
});

describe('several statements', () => {
  it('returns the position of each and skips empty ones', () => {
    const sql = '-- first\n ; SELECT 1 ;; /* second */ SHOW TAGS # end';
    const found = parseStatements(sql).map(({ kind, at, end }) => [kind, sql.slice(at, end)]);
    expect(found).toEqual([
      ['query', 'SELECT 1'],
      ['show', 'SHOW TAGS'],
    ]);
  });

  it('returns an empty list for input without statements', () => {
    expect(parseStatements(' -- nothing')).toEqual([]);
  });
});
