import fc from 'fast-check';
import { compileText, contextOf, fixtureOntology, ontologyOf, parseQuery } from '../../../../test/support/compile';
import { compileNested } from '../../../../test/support/nest';
import { statement } from '../../../../test/support/random-statements';
import { trials } from '../../../../test/support/trials';
import { ServiceError } from '../../../errors';
import type { DialectName } from '../../../model';
import { planStatement } from '../select/plan-query';

const ONTOLOGIES = {
  mysql: fixtureOntology('company', 'mysql'),
  duckdb: fixtureOntology('company', 'duckdb'),
  postgresql: fixtureOntology('company', 'postgresql'),
};

/** Leaves out the concepts that the relationships of the company lead to anyway. */
const shorten = (sql: string): string => sql.replace(/\[(?:employee|department|project)\]\./g, '.');

const EXAMPLES = [
  'SELECT `works_in[department].budget` FROM employee',
  'SELECT e.`reports_to[employee].works_in[department].entity_id` AS a FROM employee e ORDER BY `works_in[department].code` DESC, a',
  'SELECT `works_on[project]_job`, `works_on[project].title` FROM employee',
  'SELECT `reports_to[well_paid].works_in[department].code` FROM employee WHERE `~of_department[project].title` IS NULL'.replace(/ WHERE.*/, ''),
  'SELECT COUNT(DISTINCT `staffed_by[employee].works_in[department].code`) AS n, `of_department[department].code` AS k FROM project GROUP BY k HAVING n > 0',
  'SELECT title FROM project p WHERE EXISTS (SELECT 1 FROM employee e WHERE e.employee_id = p.`staffed_by[employee].employee_id` AND p.`staffed_by[employee].grade` > 0)',
  'SELECT (SELECT MAX(e.`works_in[department].budget`) FROM employee e WHERE e.boss_id = d.employee_id) AS m FROM employee d',
  'SELECT * FROM employee WHERE `works_on[project].of_department[department].budget` > 5',
  'SELECT DISTINCT `works_in[department].code` FROM employee ORDER BY `works_in[department].code`',
  'WITH t AS (SELECT `works_in[department].code` AS c FROM employee) SELECT c FROM t UNION SELECT `works_in[department].code` FROM well_paid',
]; // prettier-ignore

function refusalOf(sql: string, ontology = ONTOLOGIES.duckdb): string {
  try {
    planStatement(contextOf(ontology), parseQuery(sql));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return `${error.message} | ${error.details.hint}`;
  }
  return 'accepted';
}

describe('a path without the concepts of its steps', () => {
  it.each(EXAMPLES)('is compiled like the full path, with the name as written: %s', (sql) => {
    for (const dialect of ['mysql', 'duckdb'] as const) expectSame(sql, dialect);
  });

  it('is compiled like the full path in random statements', () => {
    fc.assert(
      fc.property(statement, fc.constantFrom<DialectName>('mysql', 'duckdb'), (sql, dialect) => {
        expectSame(sql, dialect);
      }),
      { numRuns: trials(500, { few: 100 }) },
    );
  });

  function expectSame(sql: string, dialect: DialectName): void {
    const full = compileText(ONTOLOGIES[dialect], sql, dialect);
    const short = compileText(ONTOLOGIES[dialect], shorten(sql), dialect);
    expect(shorten(short.sql)).toBe(shorten(full.sql));
    expect(short.columns).toEqual(full.columns.map((column) => ({ ...column, name: shorten(column.name) })));
    expect(short.parameters).toEqual(full.parameters);
  }

  it.each([
    'SELECT name, `works_in[department].budget` FROM employee WHERE `works_in[department].code` = 1 ORDER BY `works_on[project].title` LIMIT 2',
    'SELECT * FROM employee WHERE `works_on[project].of_department[department].budget` > 5',
    'SELECT `works_on[project]_job`, `works_on[project].title` AS t FROM employee',
    'SELECT grade AS `works_in.code`, `works_in[department].budget` FROM employee ORDER BY `works_in.code`',
  ])('makes the nested rows of the full path: %s', (sql) => {
    for (const dialect of ['mysql', 'duckdb'] as const)
      expect(compileNested(ONTOLOGIES[dialect], shorten(sql), dialect)).toEqual(compileNested(ONTOLOGIES[dialect], sql, dialect)); // prettier-ignore
  }); // prettier-ignore

  it('shares its joins with the full path', () => {
    const sql =
      'SELECT `works_in.budget` AS a, `works_in[department].code` AS b, `works_in.founded` AS c FROM employee';
    const once = 'SELECT `works_in[department].budget` AS a, `works_in[department].code` AS b, `works_in[department].founded` AS c FROM employee'; // prettier-ignore
    expect(compileText(ONTOLOGIES.mysql, sql, 'mysql')).toEqual(compileText(ONTOLOGIES.mysql, once, 'mysql'));
  });

  it.each([
    ['SELECT works_in.budget FROM employee', 'there is no property or path "works_in.budget" here | a path is one name in backticks: `works_in.budget`'],
    ['SELECT `works_in`.`budget` FROM employee', 'there is no property or path "works_in.budget" here | a path is one name in backticks: `works_in.budget`'],
    ['SELECT `works_on.job` FROM employee', '"project" has no property "job" | a column of the link follows the brackets: "relationship[project]_job"'],
    ['SELECT `works_on_job` FROM employee', 'there is no property or path "works_on_job" here | a column of a link is "works_on[project]_job"'],
    ['SELECT `reports_to*2.name` FROM employee', 'there is no property or path "reports_to*2.name" here | write "reports_to[employee*2].name"'],
    ['SELECT `reports_to.well_paid.name` FROM employee', 'there is no property or path "reports_to.well_paid.name" here | a narrower concept is written in brackets: "reports_to[well_paid].name"'],
    ['SELECT `works_in.bugdet` FROM employee', '"department" has no property "bugdet" | did you mean "budget"?'],
    ['SELECT `works_in.code` FROM svc.employee', 'there is no property or path "works_in.code" here | paths, measures and _type_of_ columns are read in the schema "dsvc"'],
    ['SELECT `works_in.` FROM employee', 'there is no property or path "works_in." here | undefined'],
    ['SELECT `nothing.name` FROM employee', 'there is no property or path "nothing.name" here | undefined'],
    ['SELECT `works_in.code` FROM employee a JOIN employee b ON a.boss_id = b.employee_id', '"works_in.code" is a column of several tables of this statement | prefix it with the name or alias of its table'],
  ])('that cannot be read is rejected with a hint: %s', (sql, expected) => {
    expect(refusalOf(sql)).toBe(expected);
  }); // prettier-ignore

  it('is read only where no column has its name, and never in double quotes', () => {
    const sql = 'SELECT `works_in.code` AS a FROM (SELECT 7 AS `works_in.code`) t JOIN employee e ON TRUE';
    expect(compileText(ONTOLOGIES.duckdb, sql, 'duckdb').sql).not.toContain('"code"');
    const text = compileText(
      ONTOLOGIES.duckdb,
      'SELECT "works_in.code" AS a, "works_in.de" AS b FROM employee',
      'duckdb',
    );
    expect(text.parameters.map((parameter) => parameter.text)).toEqual(['works_in.code', 'works_in.de']);
  });

  it('needs brackets where relationships of its name lead to several concepts', () => {
    const ontology = ontologyOf(`CREATE CONCEPT a (x integer, y integer, PRIMARY KEY (x));
      CREATE CONCEPT d (x integer, CONSTRAINT r FOREIGN KEY (y) REFERENCES b (z)) INHERITS (a);
      CREATE CONCEPT e (x integer, CONSTRAINT r FOREIGN KEY (y) REFERENCES c (z)) INHERITS (a);
      CREATE CONCEPT b (z integer, PRIMARY KEY (z)); CREATE CONCEPT c (z integer, PRIMARY KEY (z));
      CREATE MAPPING m INTO (d) AS SELECT x AS x, y AS y FROM t; CREATE MAPPING n INTO (e) AS SELECT x AS x, y AS y FROM u;
      CREATE MAPPING o INTO (b) AS SELECT z AS z FROM v; CREATE MAPPING p INTO (c) AS SELECT z AS z FROM w;`);
    expect(refusalOf('SELECT `r.z` FROM a', ontology)).toBe('there is no property or path "r.z" here | write the concept that it leads to: "r[b].z" or "r[c].z"'); // prettier-ignore
    expect(refusalOf('SELECT `r[c].z` FROM a', ontology)).toBe('accepted');
    expect(refusalOf('SELECT `r.z` FROM e', ontology)).toBe('accepted');
  });
});

describe('in a definition, a path without concepts', () => {
  const SCRIPT = `CREATE CONCEPT part (code string, title string, PRIMARY KEY (code));
    CREATE CONCEPT state (id integer, part_code string, area double, total measure double, shared measure double, PRIMARY KEY (id), CONSTRAINT lies_in FOREIGN KEY (part_code) REFERENCES part (code) INVERSEOF contains);
    CREATE MAPPING p INTO (part) AS SELECT code AS code, title AS title FROM part;
    CREATE MAPPING s INTO (state) AS SELECT id AS id, part_code AS part_code, area AS area FROM state;
    CREATE MEASURE total double AS SELECT SUM(area);
    CREATE MEASURE shared double AS SELECT SUM(area) WHERE \`lies_in[part].title\` = 'x';
    CREATE CONCEPT northern INHERITS (state) FROM dsvc.state WHERE \`lies_in[part].title\` = 'North';
    CREATE VIEW v AS SELECT id, \`lies_in[part].title\` AS t FROM state;
    CREATE POLICY f FILTER state WHERE \`lies_in[part].title\` = 'y' TO ROLE local;`; // prettier-ignore
  const short = SCRIPT.replaceAll('[part].', '.');
  const caller = { id: 'r', name: 'r', roles: ['local'], grants: [{ right: 'QUERY', resource: { kind: 'all' } }] } as const; // prettier-ignore

  it.each([
    'SELECT * FROM northern',
    'SELECT * FROM vsvc.v',
    'SELECT title, `measure.contains[state].total`, `measure.contains[state].shared` FROM part GROUP BY title',
    'SELECT `lies_in[part].title`, `measure.shared` FROM state',
  ])('has the meaning of the full path: %s', (sql) => {
    for (const dialect of ['mysql', 'duckdb'] as const) {
      const [full, written] = [ontologyOf(SCRIPT, dialect), ontologyOf(short, dialect)];
      const expected = compileText(full, sql, dialect, { caller });
      expect(compileText(written, sql, dialect, { caller })).toEqual(expected);
      const shortSql = sql.replaceAll(/\[(?:part|state)\]\./g, '.');
      expect(compileText(written, shortSql, dialect, { caller }).parameters).toEqual(expected.parameters);
    }
  });
});
