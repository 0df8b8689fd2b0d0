import type { DialectName } from '../../src/model';
import { compileNested, nestedRowsOf, ORDERED_STEPS } from '../support/nest';
import { ontologyOf } from '../support/compile';
import { onEachEngine } from '../support/prove-rows';

const ONTOLOGY = `
CREATE CONCEPT person (person_id integer, name string, PRIMARY KEY (person_id));
CREATE CONCEPT event (id integer, day date, mood string, person_id integer, PRIMARY KEY (id),
  CONSTRAINT of_person FOREIGN KEY (person_id) REFERENCES person (person_id) INVERSEOF has_event);
CREATE CONCEPT meeting INHERITS (event);
CREATE CONCEPT journey INHERITS (event);
CREATE CONCEPT visit (visit_id integer, visited date, person_id integer, PRIMARY KEY (visit_id),
  CONSTRAINT by_person FOREIGN KEY (person_id) REFERENCES person (person_id) INVERSEOF paid_visit);
CREATE CONCEPT note (note_id integer, day date, person_id integer, PRIMARY KEY (note_id),
  CONSTRAINT on_person FOREIGN KEY (person_id) REFERENCES person (person_id) INVERSEOF has_note);
CREATE CONCEPT memo INHERITS (note);
CREATE CONCEPT letter INHERITS (note);
CREATE CONCEPT word (code string, day date, person_id integer, PRIMARY KEY (code),
  CONSTRAINT of_writer FOREIGN KEY (person_id) REFERENCES person (person_id) INVERSEOF has_word);
CREATE CONCEPT noun INHERITS (word);
CREATE CONCEPT verb INHERITS (word);
CREATE MAPPING map_person INTO (person) AS SELECT person_id, name FROM people;
CREATE MAPPING map_meeting INTO (meeting) AS SELECT id, day, mood, person_id FROM meetings;
CREATE MAPPING map_journey INTO (journey) AS SELECT id, day, mood, person_id FROM journeys;
CREATE MAPPING map_visit INTO (visit) AS SELECT id AS visit_id, day AS visited, person_id FROM meetings;
CREATE MAPPING map_other_visit INTO (visit) AS SELECT id AS visit_id, day AS visited, person_id FROM journeys WHERE id > 12;
CREATE MAPPING map_memo INTO (memo) AS SELECT id AS note_id, day, person_id FROM meetings;
CREATE MAPPING map_letter INTO (letter) AS SELECT id AS note_id, day, person_id FROM letters;
CREATE MAPPING map_noun INTO (noun) AS SELECT code, day, person_id FROM nouns;
CREATE MAPPING map_verb INTO (verb) AS SELECT code, day, person_id FROM verbs;
`;

/** Meetings and journeys share ids, a letter has the same id several times, and the codes of verbs differ only in letter case. */
const tables = (dialect: DialectName): readonly string[] => {
  const mood = dialect === 'mysql' ? "ENUM('good', 'bad')" : 'VARCHAR(4)';
  const [folded, exact] = dialect === 'mysql' ? [' COLLATE utf8mb4_general_ci', ' COLLATE utf8mb4_bin'] : ['', ''];
  const event = (name: string): string =>
    `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, day DATE, mood ${mood}, person_id INTEGER)`;
  const eventsOf = (name: string, from: number): readonly string[] =>
    Array.from({ length: 12 }, (_, n) => `INSERT INTO ${name} VALUES (${n + from}, ${n % 4 === 0 ? 'NULL' : `'2024-01-0${n % 3 + 1}'`}, '${n % 2 === 0 ? 'good' : 'bad'}', ${n % 5 === 0 ? 'NULL' : n % 3})`); // prettier-ignore
  return [
    'CREATE TABLE people (person_id INTEGER PRIMARY KEY, name VARCHAR(10) NOT NULL)',
    "INSERT INTO people VALUES (0, 'Ann'), (1, 'Bo'), (2, 'Cy')",
    event('meetings'),
    event('journeys'),
    ...eventsOf('meetings', 1),
    ...eventsOf('journeys', 4),
    'CREATE TABLE letters (id INTEGER, day DATE, person_id INTEGER)',
    "INSERT INTO letters VALUES (1, '2024-01-02', 1), (1, '2024-01-02', 1), (2, '2024-01-01', 2), (NULL, '2024-01-01', 2)",
    `CREATE TABLE nouns (code VARCHAR(4)${folded} PRIMARY KEY, day DATE, person_id INTEGER)`,
    `CREATE TABLE verbs (code VARCHAR(4)${exact} PRIMARY KEY, day DATE, person_id INTEGER)`,
    "INSERT INTO nouns VALUES ('a', '2024-01-02', 1), ('b', NULL, 2), ('c', '2024-01-01', 0)",
    "INSERT INTO verbs VALUES ('a', '2024-01-02', 1), ('A', '2024-01-01', 2), ('b', '2024-01-03', 1)",
  ];
};

const EVENT = 'SELECT id, mood, `of_person[person].name` FROM event';

/** Pages whose entities have one row each according to the catalogue. */
const USED: readonly string[] = [
  `${EVENT} ORDER BY day DESC, id LIMIT 5`,
  `${EVENT} ORDER BY day IS NULL, day, id LIMIT 4 OFFSET 7`,
  `${EVENT} ORDER BY mood, id, day LIMIT 7`,
  'SELECT id, `of_person[person].name`, `of_person[person].has_event[journey].day`, `of_person[person].paid_visit[visit].visited` FROM event ORDER BY day, id DESC LIMIT 3',
  "SELECT name, `has_event[event].mood` FROM person WHERE name <> 'Cy' ORDER BY name DESC, person_id LIMIT 2",
  'SELECT name, `has_event[event].id`, `paid_visit[visit].visited` FROM person ORDER BY name LIMIT 1 OFFSET 1',
  'SELECT code, `of_writer[person].name` FROM noun ORDER BY day DESC, code LIMIT 2',
];

/** Pages for which the catalogue does not show that an entity has one row, or shows that it can have several. */
const LEFT: readonly string[] = [
  `${EVENT} WHERE day > '2024-01-01' AND \`of_person[person].name\` <> 'Bo' ORDER BY \`of_person[person].name\`, id LIMIT 5`,
  'SELECT visit_id, visited, `by_person[person].name` FROM visit ORDER BY visited, visit_id LIMIT 5',
  'SELECT note_id, `on_person[person].name` FROM note ORDER BY day, note_id LIMIT 5',
  'SELECT note_id, `on_person[person].name` FROM letter ORDER BY day, note_id LIMIT 1 OFFSET 1',
  'SELECT name, `has_event[event].day` FROM person ORDER BY `has_event[event].day` DESC, person_id LIMIT 2',
  'SELECT name, `has_event[event].day` FROM person WHERE `has_event[event].day` > name ORDER BY name LIMIT 2',
];

onEachEngine('page_rows', tables, (dialect, test) => {
  const ontology = ontologyOf(ONTOLOGY, dialect);
  const isUsed = (sql: string): boolean => {
    const [on, off] = [[], ['page-rows'] as const].map((off) => compileNested(ontology, sql, dialect, { off, findTable: test().findTable }).sql); // prettier-ignore
    return on !== off;
  };

  it.each(USED)('reads the rows of a page once: %s', async (sql) => {
    const rows = await nestedRowsOf(test(), ontology, sql);
    expect(rows).toEqual(await nestedRowsOf(test(), ontology, sql, ['page-rows']));
    expect(rows).toEqual(await nestedRowsOf(test(), ontology, sql, ORDERED_STEPS));
    expect(rows).not.toHaveLength(0);
    expect(isUsed(sql)).toBe(true);
  });

  it.each(LEFT)('groups the rows of a page: %s', async (sql) => {
    expect(await nestedRowsOf(test(), ontology, sql)).toEqual(await nestedRowsOf(test(), ontology, sql, ORDERED_STEPS));
    expect(isUsed(sql)).toBe(false);
  });

  it('distinguishes keys that the data source compares as equal in all tables', () => {
    const sql = 'SELECT code, `of_writer[person].name` FROM word ORDER BY day DESC, code LIMIT 4';
    expect(isUsed(sql)).toBe(dialect !== 'mysql');
  });

  it('sorts by no more than a key', () => {
    const { sql } = compileNested(ontology, `${EVENT} ORDER BY day, id LIMIT 2`, dialect, {
      findTable: test().findTable,
    });
    expect(sql).toMatch(
      /page order 1.(?: NULLS FIRST)?, .page order 2.(?: NULLS FIRST)?, (?:.page order 3.|\S+ COLLATE "C" NULLS FIRST) LIMIT 2\) SELECT/,
    );
  });
});
