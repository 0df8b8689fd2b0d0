import { compileText, ontologyOf, READER } from '../../../test/support/compile';
import type { DialectName } from '../../model';
import { FUNCTIONS } from '../values/functions';

const SCRIPT = `
CREATE PROPERTY twice bigint AS SELECT age * 2;
CREATE CONCEPT person (id integer, name string, city string, age integer, price decimal(10,2), born date, twice bigint, PRIMARY KEY (id));
CREATE CONCEPT trip (trip_id integer, traveller integer, PRIMARY KEY (trip_id),
  CONSTRAINT made_by FOREIGN KEY (traveller) REFERENCES person (id) INVERSEOF made);
CREATE MAPPING map_person INTO (person) AS SELECT id, name, city, age, price, born FROM person;
CREATE MAPPING map_trip INTO (trip) AS SELECT trip_id, traveller FROM trip;
CREATE POLICY own_city FILTER person WHERE city = 'Oslo' TO ROLE oslo;
`;

const sqlOf = (sql: string, dialect: DialectName = 'duckdb', roles = ['oslo']): string =>
  compileText(ontologyOf(SCRIPT, dialect), sql, dialect, { caller: { ...READER, roles } }).sql;
const conditionOf = (where: string, dialect: DialectName = 'duckdb'): string =>
  sqlOf(`SELECT id FROM person WHERE ${where}`, dialect).replace(/^.*? AND .*? AND /, '');

const RULE = `CASE WHEN "person"."city" = 'Oslo' THEN 1 ELSE 0 END = 1`;

describe('guardRows', () => {
  it('evaluates expressions that can fail only for rows that the policy allows', () => {
    expect(conditionOf('age * 3 > 5')).toBe(`CASE WHEN ${RULE} THEN CAST((("person"."age" * $1) > $2) AS INTEGER) END`);
    expect(sqlOf('SELECT -age AS a FROM person')).toContain(`SELECT CASE WHEN ${RULE} THEN -"person"."age" END AS "a"`);
    expect(sqlOf('SELECT SUM(-age) AS a FROM person')).toContain(`SUM(CASE WHEN ${RULE} THEN -"person"."age" END)`);
    expect(sqlOf('SELECT id FROM person WHERE twice > 3')).toContain(
      `CASE WHEN "person"."city" = 'Oslo' THEN "person"."age" * 2 END > $1`,
    );
  });

  it('tests the policy in a sub-query on the MySQL family, so that a constant cannot replace its column', () => {
    expect(conditionOf("city = 'Oslo' AND -age < 0", 'mysql')).toBe(
      "`person`.`city` = ? AND CASE WHEN (SELECT 1 WHERE CASE WHEN `person`.`city` = 'Oslo' THEN 1 ELSE 0 END = 1) THEN (-`person`.`age`) < ? END",
    );
  });

  it.each([
    "name = 'a' AND age > 3",
    "age IN (1, 2) OR name LIKE 'a%'",
    "born BETWEEN DATE '2000-01-01' AND DATE '2001-01-01'",
    'price >= 3.5 AND price <> 4',
    "UPPER(name) = 'A' AND NOT age IS NULL",
    'CASE WHEN age > 3 THEN name ELSE city END = name',
    'EXISTS (SELECT 1 FROM trip t WHERE t.traveller = person.id)',
    'id IN (SELECT traveller FROM trip)',
  ])('does not guard conditions that cannot fail: %s', (where) => {
    expect(sqlOf(`SELECT id FROM person WHERE ${where}`)).not.toContain(RULE);
  });

  it.each([
    'price > 0.0000000000000000000000000000001',
    "name REGEXP '(a+)+$'",
    'name LIKE city',
    'age = (SELECT t.traveller FROM trip t)',
    'EXISTS (SELECT 1 FROM trip t WHERE t.traveller / person.age > 1)',
    "name = 'a' OR -age < 0",
    'CAST(name AS DATE) IS NULL',
  ])('guards conditions that can fail: %s', (where) => {
    expect(sqlOf(`SELECT id FROM person WHERE ${where}`)).toMatch(
      /CASE WHEN CASE WHEN "person(_2)?"."city" = 'Oslo' THEN 1 ELSE 0 END = 1 THEN/,
    );
  });

  it('guards every function that is not known to be total', () => {
    const total = [...FUNCTIONS.keys()].filter((name) => {
      const { kind, least, readsClock } = FUNCTIONS.get(name) ?? { kind: 'scalar', least: 0 };
      if (kind !== 'scalar' || readsClock === true) return false;
      const values = Array.from({ length: least }, () => 'name').join(', ');
      try {
        return !sqlOf(`SELECT ${name}(${values}) FROM person`).includes(RULE);
      } catch {
        return false;
      }
    });
    expect(total.sort()).toEqual(
      ['CHARACTER_LENGTH', 'CHAR_LENGTH', 'COALESCE', 'IFNULL', 'ISNULL', 'LCASE', 'LENGTH', 'LOWER', 'UCASE', 'UPPER'].sort(), // prettier-ignore
    );
  });

  it('guards a statement over a derived table, a common table or a group', () => {
    expect(sqlOf('SELECT id FROM (SELECT DISTINCT id, age FROM person) d WHERE -age < 0')).toContain(
      'CASE WHEN "d"."allowed (row)" = 1 THEN CAST(((-"d"."age") < $1) AS INTEGER) END',
    );
    expect(sqlOf('WITH c AS (SELECT id, age FROM person LIMIT 3) SELECT id FROM c WHERE -age < 0')).toContain(
      'CASE WHEN "c_2"."allowed (row)" = 1 THEN',
    );
    expect(sqlOf('SELECT age FROM person GROUP BY age HAVING -age < 0')).toContain(
      'HAVING CASE WHEN COUNT(*) > 0 THEN CAST(((-"person"."age") < $1) AS INTEGER) END',
    );
  });

  it('distinguishes its column from a column of the same name', () => {
    const sql = sqlOf('SELECT id FROM (SELECT DISTINCT id, age, 1 AS `Allowed (row)` FROM person) d WHERE -age < 0');
    expect(sql).toContain('"d"."allowed (row) 2" = 1');
  });

  it('treats a row without a match in an outer join as visible', () => {
    expect(sqlOf('SELECT trip_id, IFNULL(`made_by[person].age` * 2, 0) AS a FROM trip')).toContain('COALESCE(');
  });

  it('does not change statements of callers without a filter', () => {
    for (const sql of ['SELECT -age FROM person WHERE twice > 3', 'SELECT id FROM person WHERE age * 2 > 3']) {
      expect(sqlOf(sql, 'duckdb', [])).toBe(sqlOf(sql, 'duckdb', ['another']));
      expect(sqlOf(sql, 'duckdb', [])).not.toContain('CASE');
    }
  });
});
