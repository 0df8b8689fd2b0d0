import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDuckDb } from '../support/engines';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { chinook } from '../support/sample-databases';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithTestData } from '../support/services';
import { runTool } from '../support/tool';

/** The tools use the settings of a service that runs at the same time. */
let service: RunningService;
const before = { ...process.env };

beforeAll(async () => {
  service = await startService();
  Object.assign(process.env, {
    DATA_DIR: service.dataDir,
    DATABASE_URL: `sqlite:${join(service.dataDir, 'system.db')}`,
    API_AUTH_SALT: service.salt,
  });
});
afterAll(async () => {
  process.env = before;
  await service.close();
});

/** Runs `ontology bootstrap`, then `ontology run` with its output. */
async function bootstrap(name: string, ...words: readonly string[]): Promise<void> {
  const script = await runTool(['ontology', 'bootstrap', '--name', name, ...words]);
  const file = join(service.dataDir, `${name}.sql`);
  writeFileSync(file, script);
  expect(await runTool(['ontology', 'run', file])).toContain(`\n${name}\tcreated\t`);
}

async function ask(ontology: string, query: string): Promise<unknown> {
  const response = await fetch(`${service.api}/query/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': service.token },
    body: JSON.stringify({ ontology_name: ontology, query }),
  });
  const body = (await response.json()) as { status: string; data: Record<string, unknown>[] };
  if (body.status !== 'success') throw new Error(JSON.stringify(body));
  return body.data.map((row) => Object.values(row));
}

/** Reads every concept with all its columns; a statement that fails is an error. */
async function readEveryConcept(ontology: string): Promise<void> {
  const concepts = (await ask(ontology, 'SHOW CONCEPTS')) as [string][];
  for (const [concept] of concepts) await ask(ontology, `SELECT * FROM \`${concept}\` LIMIT 1`);
}

describe('a DuckDB file as an ontology', () => {
  beforeAll(async () => {
    mkdirSync(join(service.dataDir, 'sources'));
    await writeDuckDb(join(service.dataDir, 'sources', 'school.duckdb'), [
      'CREATE TABLE Teacher (TeacherId INTEGER PRIMARY KEY, Name VARCHAR, MentorId INTEGER REFERENCES Teacher (TeacherId), Level VARCHAR)',
      'CREATE TABLE Course (Code VARCHAR, "Year" SMALLINT, Title VARCHAR, TeacherId INTEGER REFERENCES Teacher (TeacherId), PRIMARY KEY (Code, "Year"))',
      'CREATE TABLE Student (StudentId INTEGER PRIMARY KEY, "First.Name" VARCHAR, Level INTEGER, Born DATE)',
      'CREATE TABLE Enrolment (StudentId INTEGER REFERENCES Student (StudentId), CourseCode VARCHAR, CourseYear SMALLINT, Grade DECIMAL(3,1), FOREIGN KEY (CourseCode, CourseYear) REFERENCES Course (Code, "Year"), PRIMARY KEY (StudentId, CourseCode, CourseYear))',
      "INSERT INTO Teacher VALUES (1, 'Noether', NULL, 'senior')",
      "INSERT INTO Teacher VALUES (2, 'Weyl', 1, 'junior')",
      "INSERT INTO Course VALUES ('ALG', 2024, 'Algebra', 1), ('ALG', 2025, 'Algebra again', 2)",
      "INSERT INTO Student VALUES (1, 'Ana', 3, DATE '2004-02-29'), (2, 'Ben', 4, NULL)",
      "INSERT INTO Enrolment VALUES (1, 'ALG', 2024, 9.5), (1, 'ALG', 2025, 8), (2, 'ALG', 2025, 7)",
    ]);
    await bootstrap('school', '--type', 'duckdb', '--path', 'school.duckdb');
  });

  it.each([
    ['to one', "SELECT `teacher[teacher].name` FROM course WHERE title = 'Algebra'", [['Noether']]],
    ['to itself', "SELECT `mentor[teacher].name` FROM teacher WHERE teacher_level = 'junior'", [['Noether']]],
    ['inverse', "SELECT `has_course[course].title` FROM teacher WHERE name = 'Weyl'", [['Algebra again']]],
    [
      'many to many by a key of two columns, with its link column',
      "SELECT `has_course[course].title`, `has_course[course]_grade` FROM student WHERE first_name = 'Ana' ORDER BY 1",
      [
        ['Algebra', '9.5'],
        ['Algebra again', '8.0'],
      ],
    ],
    [
      'many to many from the other end',
      'SELECT entity_id, COUNT(`has_student[student].student_id`) FROM course WHERE `has_student[student].level` > 2 GROUP BY entity_id ORDER BY 1',
      [
        ['ALG|2024', 1],
        ['ALG|2025', 2],
      ],
    ],
  ])('returns the rows of a path: %s', async (_, query, rows) => {
    expect(await ask('school', query)).toEqual(rows);
  });

  it('has only concepts that can be read', () => readEveryConcept('school'));
});

describeWithTestData('chinook', 'a real database as an ontology', () => {
  describeWithMariaDb('there', () => {
    let database: MariaDbDatabase;
    beforeAll(async () => {
      database = await createMariaDbDatabase('bootstrap');
      await database.run(chinook().mysql);
      const given = ['host', 'port', 'database', 'user'].flatMap((name) => [`--${name}`, database.options.get(name)!]);
      await bootstrap('music', '--type', 'mysql', ...given, '--no-password');
    }, 60_000);
    afterAll(() => database.drop());

    it.each([
      ['to one', "SELECT `album[album].artist[artist].name` FROM track WHERE name = 'Restless and Wild'", [['Accept']]],
      ['to itself', "SELECT `reports_to_employee[employee].last_name` FROM employee WHERE last_name = 'King'", [['Mitchell']]], // prettier-ignore
      [
        'inverse',
        "SELECT COUNT(`has_album[album].has_track[track].track_id`) FROM artist WHERE name = 'AC/DC'",
        [[18]],
      ],
      ['many to many', "SELECT COUNT(*) FROM track WHERE `has_playlist[playlist].name` = 'Grunge'", [[15]]],
      [
        'a chain with a filter',
        "SELECT COUNT(*) FROM invoice_line WHERE `track[track].genre[genre].name` = 'Rock' AND `invoice[invoice].customer[customer].country` = 'Norway'",
        [[17]],
      ],
    ])('returns the rows of a path: %s', async (_, query, rows) => {
      expect(await ask('music', query)).toEqual(rows);
    });

    it('has only concepts that can be read', () => readEveryConcept('music'));
  });
});
