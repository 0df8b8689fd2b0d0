import { PASS_NAMES } from '../../src/compiler/optimize';
import type { Cell } from '../../src/model';
import { onEachEngine, statementsOf } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR(20), boss INTEGER, city INTEGER)',
  "INSERT INTO people VALUES (1, 'Ada', NULL, 10), (2, 'Bob', 1, 10), (3, 'Cleo', 2, 11), (4, 'Dan', 3, NULL), (5, 'Eve', 4, 11)",
  'CREATE TABLE cities (id INTEGER PRIMARY KEY, name VARCHAR(20))',
  "INSERT INTO cities VALUES (10, 'Oslo'), (11, 'Bern')",
  'CREATE TABLE visits (person INTEGER, city INTEGER)',
  'INSERT INTO visits VALUES (1, 11), (2, 11), (3, 10)',
  'CREATE TABLE notes (id INTEGER PRIMARY KEY, about INTEGER, of_city VARCHAR(20), words VARCHAR(20))',
  "INSERT INTO notes VALUES (100, 10, 'Bern', 'cold'), (101, 5, NULL, 'new'), (102, NULL, 'Rome', 'none')",
  'CREATE TABLE marks (mark INTEGER, marked INTEGER)',
  'INSERT INTO marks VALUES (100, 1), (100, 11), (101, 5)',
];

/** An ontology as published models write it: generated names of inverses, and clauses without numbers and parentheses. */
const SCRIPT = `
  ALTER ONTOLOGY test SET pipes_as_concat = 'on';
  CREATE OR REPLACE CONCEPT \`city\` (\`city_id\` int, \`city_name\` string,
    PRIMARY KEY (\`city_id\`), LABEL (\`city_name\`)) INHERITS (\`thing\`);
  CREATE OR REPLACE CONCEPT \`person\` (\`person_id\` int, \`name\` string, \`boss_id\` int, \`city_id\` int, \`persons\` measure bigint,
    PRIMARY KEY (\`person_id\`), LABEL (\`name\`),
    CONSTRAINT \`made_visit\` FOREIGN KEY (\`person_id\`) REFERENCES \`visit\` (\`person_id\`) INVERSEOF \`visit_of\`,
    CONSTRAINT \`reports_to\` FOREIGN KEY (\`boss_id\`) REFERENCES \`person\` (\`person_id\`) INVERSEOF \`manages\` TRANSITIVE,
    CONSTRAINT \`lives_in\` FOREIGN KEY (\`city_id\`) REFERENCES \`city\` (\`city_id\`) INVERSEOF \`~lives_in\`,
    CONSTRAINT \`has_visited\` MULTIREFERENCE \`city\` INVERSEOF \`~has_visited\`) INHERITS (\`thing\`);
  CREATE OR REPLACE CONCEPT \`person_by_home\` INHERITS (\`person\`);
  CREATE OR REPLACE CONCEPT \`person_of_oslo\` INHERITS (\`person_by_home\`) FROM \`dsvc\`.\`person\` WHERE \`lives_in[city].city_name\` = 'Oslo';
  CREATE OR REPLACE CONCEPT \`person_of_bern\` INHERITS (\`person_by_home\`) FROM \`dsvc\`.\`person\` WHERE \`lives_in[city].city_name\` = 'Bern';
  CREATE OR REPLACE CONCEPT \`note\` (\`note_id\` int, \`about_id\` int, \`of_city\` string, \`words\` string,
    PRIMARY KEY (\`note_id\`), LABEL (\`words\`),
    CONSTRAINT \`is_about\` FOREIGN KEY (\`about_id\`) REFERENCES \`thing\` INVERSEOF \`has_note\`,
    CONSTRAINT \`names_city\` FOREIGN KEY (\`of_city\`) REFERENCES \`thing\` (\`city_name\`),
    CONSTRAINT \`marks\` MULTIREFERENCE \`thing\` INVERSEOF \`marked_by\`) INHERITS (\`thing\`);
  CREATE OR REPLACE CONCEPT \`visit\` (\`person_id\` int, \`city_id\` int, PRIMARY KEY (\`person_id\`, \`city_id\`),
    CONSTRAINT \`visit_of\` FOREIGN KEY (\`person_id\`) REFERENCES \`person\` INVERSEOF \`made_visit\`);
  CREATE OR REPLACE MAPPING \`map_visit\` INTO \`visit\` AS SELECT person AS person_id, city AS city_id FROM visits;
  CREATE OR REPLACE MAPPING \`map_note\` INTO \`note\` AS SELECT id AS note_id, about AS about_id, of_city, words FROM notes;
  CREATE OR REPLACE MAPPING \`map_marks\` (CONSTRAINT \`marks\` FOREIGN KEY (\`marked\`) REFERENCES \`thing\`,
    CONSTRAINT \`marked_by\` FOREIGN KEY (\`mark\`) REFERENCES \`note\`) AS SELECT mark, marked FROM marks;
  CREATE OR REPLACE ONTOLOGY VIEW \`newest\` AS SELECT \`name\` FROM \`dsvc\`.\`person\`
    QUALIFY ROW_NUMBER() OVER (PARTITION BY \`city_id\` ORDER BY \`person_id\` DESC) = 1;
  CREATE OR REPLACE MEASURE \`persons\` bigint AS SELECT COUNT(\`person_id\`);
  CREATE OR REPLACE CONCEPT \`newcomer\` (\`newcomer_id\` int, \`name\` string, \`city_id\` int, PRIMARY KEY (\`newcomer_id\`));
  CREATE OR REPLACE MAPPING \`map_newcomer\` INTO \`newcomer\` AS
    SELECT p.id + 500 AS newcomer_id, c.name, p.city AS city_id FROM people p LEFT JOIN (SELECT id, name FROM cities
      QUALIFY ROW_NUMBER() OVER (ORDER BY id) = 2) c ON p.city = c.id
    QUALIFY ROW_NUMBER() OVER (PARTITION BY city_id ORDER BY newcomer_id DESC) = 1 ORDER BY p.id DESC LIMIT 2;
  CREATE OR REPLACE ONTOLOGY CUBE \`crowd\` AS SELECT \`lives_in[city].city_name\` AS \`home\`, \`measure.persons\` AS \`measure.persons\`
    FROM \`dsvc\`.\`person\`;
  CREATE OR REPLACE MAPPING \`map_city\` INTO \`city\` AS SELECT id AS city_id, name AS city_name FROM cities;
  CREATE OR REPLACE MAPPING \`map_person\` INTO \`person\` AS
    SELECT id AS person_id, name, boss AS boss_id, city AS city_id FROM people;
  CREATE OR REPLACE MAPPING \`map_visits\` (
    CONSTRAINT \`has_visited\` FOREIGN KEY (\`city\`) REFERENCES \`city\` (\`city_id\`),
    CONSTRAINT \`~has_visited\` FOREIGN KEY (\`person\`) REFERENCES \`person\` (\`person_id\`)) AS SELECT person, city FROM visits;`;

const STATEMENTS: readonly (readonly [sql: string, rows: readonly (readonly Cell[])[]])[] = [
  ["SELECT `~lives_in[person].name` FROM city WHERE city_name = 'Oslo'", [['Ada'], ['Bob']]],
  ["SELECT `~has_visited[person].name` FROM city WHERE city_name = 'Bern'", [['Ada'], ['Bob']]],
  ["SELECT name FROM person WHERE `lives_in[city].city_name` = 'Bern'", [['Cleo'], ['Eve']]],
  ["SELECT `reports_to[person*3].name` FROM person WHERE name = 'Eve'", [['Dan'], ['Cleo'], ['Bob']]],
  ['SELECT name FROM person_by_home', [['Ada'], ['Bob'], ['Cleo'], ['Eve']]],
  ['SELECT name FROM person_of_bern', [['Cleo'], ['Eve']]],
  ['SELECT COUNT(*) FROM person', [[5]]],
  [
    'SELECT name, `_type_of_person_by_home` FROM person WHERE `_type_of_person_of_oslo` = 0',
    [
      ['Cleo', 1],
      ['Dan', 0],
      ['Eve', 1],
    ],
  ],
  [
    'SELECT words, `is_about[thing].entity_label` FROM note',
    [
      ['cold', 'Oslo'],
      ['new', 'Eve'],
      ['none', null],
    ],
  ],
  [
    'SELECT words, `is_about[person].name` FROM note',
    [
      ['cold', null],
      ['new', 'Eve'],
      ['none', null],
    ],
  ],
  [
    "SELECT name, `has_note[note].words` FROM person WHERE name < 'C' OR name = 'Eve'",
    [
      ['Ada', null],
      ['Bob', null],
      ['Eve', 'new'],
    ],
  ],
  ["SELECT `~is_about[note].words` FROM city WHERE city_name = 'Oslo'", [['cold']]],
  [
    'SELECT words, `names_city[city].city_id` FROM note',
    [
      ['cold', 11],
      ['new', null],
      ['none', null],
    ],
  ],
  ["SELECT words FROM note WHERE `is_about[thing].entity_id` = '5'", [['new']]],
  ["SELECT `marks[thing].entity_label` FROM note WHERE words = 'cold'", [['Ada'], ['Bern']]],
  ['SELECT name FROM person WHERE `marked_by[note].words` IS NOT NULL', [['Ada'], ['Eve']]],
  ['SELECT COUNT(`made_visit[visit].city_id`), COUNT(DISTINCT name) FROM person', [[3, 5]]],
  ['SELECT `visit_of[person].name` FROM visit', [['Ada'], ['Bob'], ['Cleo']]],
  [
    "SELECT name || '-' || `lives_in[city].city_name` AS x FROM person WHERE name || 1 < 'C'",
    [['Ada-Oslo'], ['Bob-Oslo']],
  ],
  ["SELECT 'a' || NULL, 1 + 1 || 2 + 3, -1 || 'x'", [[null, 16, '-1x']]],
  [
    'SELECT name, ROW_NUMBER() OVER (PARTITION BY city_id ORDER BY person_id DESC) AS n FROM person QUALIFY n = 1',
    [
      ['Bob', 1],
      ['Dan', 1],
      ['Eve', 1],
    ],
  ],
  [
    'SELECT * FROM person QUALIFY RANK() OVER (ORDER BY person_id) = 2 ORDER BY name',
    [['2', 'person', 'Bob', 2, 'Bob', 1, 10]],
  ],
  [
    'SELECT DISTINCT city_id FROM person QUALIFY COUNT(*) OVER (PARTITION BY city_id) > 1 ORDER BY 1 DESC LIMIT 1',
    [[11]],
  ],
  [
    'SELECT name, name FROM person QUALIFY ROW_NUMBER() OVER (ORDER BY boss_id) > 3 ORDER BY person_id DESC LIMIT 1',
    [['Eve', 'Eve']],
  ],
  [
    'SELECT `lives_in[city].city_name` AS c, COUNT(*) AS n FROM person GROUP BY c QUALIFY RANK() OVER (ORDER BY n DESC, c) <= 2',
    [
      ['Bern', 2],
      ['Oslo', 2],
    ],
  ],
  [
    'SELECT name FROM person WHERE person_id IN (SELECT person_id FROM person QUALIFY LAG(city_id) OVER (ORDER BY person_id) = city_id)',
    [['Bob']],
  ],
  [
    'WITH w AS (SELECT person_id, name FROM person WINDOW o AS (ORDER BY name DESC) QUALIFY ROW_NUMBER() OVER o = 1) SELECT name FROM w',
    [['Eve']],
  ],
  [
    'SELECT newcomer_id, name, city_id FROM newcomer',
    [
      [504, null, null],
      [505, 'Bern', 11],
    ],
  ],
  ['SELECT name FROM newcomer WHERE newcomer_id < 505 AND city_id IS NULL', [[null]]],
  [
    'SELECT home, MEASURE(persons) FROM vsvc.crowd QUALIFY RANK() OVER (ORDER BY MEASURE(persons) DESC, home) <= 2',
    [
      ['Bern', 2],
      ['Oslo', 2],
    ],
  ],
  ['SELECT home FROM vsvc.crowd QUALIFY RANK() OVER (ORDER BY home DESC) = 1', [['Oslo']]],
  ['SELECT MEASURE(persons) FROM person QUALIFY COUNT(*) OVER () = 1', [[5]]],
  [
    'SELECT `lives_in[city].city_name`, MEASURE(persons) AS n FROM person WHERE person_id < 5 AND city_id > 0 QUALIFY RANK() OVER (ORDER BY n DESC) = 1',
    [['Oslo', 2]],
  ],
  ['SELECT * FROM vsvc.newest', [['Bob'], ['Dan'], ['Eve']]],
];

onEachEngine('published_models', TABLES, (dialect, test) => {
  const { rows } = statementsOf(SCRIPT, dialect, test);
  const sorted = async (sql: string, off?: typeof PASS_NAMES): Promise<readonly string[]> =>
    (await rows(sql, off)).map((row) => JSON.stringify(row)).toSorted();

  it.each(STATEMENTS)('%s', async (sql, expected) => {
    const wanted = expected.map((row) => JSON.stringify(row)).toSorted();
    expect(await sorted(sql)).toEqual(wanted);
    expect(await sorted(sql, PASS_NAMES)).toEqual(wanted);
  });
});
