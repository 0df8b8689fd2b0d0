import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDuckDb } from '../support/engines';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { readExamples } from '../support/documents';
import { createPostgreSqlDatabase, type PostgreSqlDatabase } from '../support/postgresql';
import { chinook } from '../support/sample-databases';
import { type RunningService, startService } from '../support/service';
import { STOCKEXCHANGE, stockexchange } from '../support/stockexchange';
import { describeWithMariaDb, describeWithPostgreSql, describeWithTestData, TEST_DATA_DIR } from '../support/services';
import { runTool } from '../support/tool';

const TUTORIAL = 'docs/operations/postgresql.md';

/** The tools use the settings of a service that runs at the same time. */
let service: RunningService;
const before = { ...process.env };

beforeAll(async () => {
  // the list of changes of --apply
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  service = await startService();
  Object.assign(process.env, {
    DATA_DIR: service.dataDir,
    DATABASE_URL: `sqlite:${join(service.dataDir, 'system.db')}`,
    API_AUTH_SALT: service.salt,
  });
});
afterAll(async () => {
  process.env = before;
  jest.restoreAllMocks();
  await service.close();
});

/** Runs `ontology bootstrap`, then `ontology run` with its output, and waits until the service has seen it. */
async function bootstrap(name: string, ...words: readonly string[]): Promise<void> {
  const script = await runTool(['ontology', 'bootstrap', '--name', name, ...words]);
  const file = join(service.dataDir, `${name}.sql`);
  writeFileSync(file, script);
  expect(await runTool(['ontology', 'run', file])).toContain(`\n${name}\tcreated\t`);
  await untilSeen(name);
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

/** Resolves when the running service has seen an ontology that a tool has made. */
async function untilSeen(ontology: string): Promise<void> {
  for (let attempts = 0; attempts < 30; attempts++) {
    const isSeen = await ask(ontology, 'SHOW CONCEPTS').then(
      () => true,
      () => false,
    );
    if (isSeen) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
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

/** A shop without any declared key, with comments: as statements for both engines. */
const KEYLESS = [
  'CREATE TABLE customers (id INTEGER, full_name VARCHAR(50), work_email VARCHAR(50))',
  'CREATE TABLE orders (order_no INTEGER, customer_id INTEGER, placed DATE)',
  'CREATE TABLE products (id INTEGER, name VARCHAR(50))',
  'CREATE TABLE order_products (order_no INTEGER, product_id INTEGER)',
  "INSERT INTO customers VALUES (1, 'Ana', 'ana@example.org'), (2, 'Ben', NULL)",
  "INSERT INTO orders VALUES (10, 1, DATE '2024-02-29'), (11, 1, NULL), (12, 2, NULL)",
  "INSERT INTO products VALUES (1, 'pen'), (2, 'ink')",
  'INSERT INTO order_products VALUES (10, 1), (10, 2), (12, 2)',
];

const itAsksTheKeylessShop = (ontology: string): void => {
  it('guesses keys and relationships, and says on what evidence', async () => {
    const script = readFileSync(join(service.dataDir, `${ontology}.sql`), 'utf8');
    expect(script).toContain('-- The data source declares no foreign keys: relationships are guesses by the names of');
    expect(script).toContain('-- There is no key in the data source: `order_no` is a guess (distinct in 3 of 3 rows).');
    expect(script).toContain('-- `customer_id`: 3 of 3 values found in customers.id.');
    expect(await ask(ontology, "SELECT COUNT(*) FROM orders WHERE `customer[customers].full_name` = 'Ana'")).toEqual([
      [2],
    ]);
    expect(await ask(ontology, "SELECT `has_products[products].name` FROM orders WHERE order_no = 12")).toEqual([['ink']]); // prettier-ignore
    await readEveryConcept(ontology);
  });

  it('takes comments as descriptions, and proposes sensitive properties', () => {
    const script = readFileSync(join(service.dataDir, `${ontology}.sql`), 'utf8');
    expect(script).toContain("DESCRIPTION = 'Who buys'");
    expect(script).toContain(
      "CREATE PROPERTY `work_email` string\n  DESCRIPTION = 'Never shared'\n  WITH TAGS (`classification` = 'PII');",
    );
  });
};

describe('a DuckDB file without keys', () => {
  beforeAll(async () => {
    await writeDuckDb(join(service.dataDir, 'sources', 'keyless.duckdb'), [
      ...KEYLESS,
      "COMMENT ON TABLE customers IS 'Who buys'",
      "COMMENT ON COLUMN customers.work_email IS 'Never shared'",
    ]);
    await bootstrap('keyless_file', '--type', 'duckdb', '--path', 'keyless.duckdb');
  });

  itAsksTheKeylessShop('keyless_file');
});

describe('a folder of CSV files', () => {
  it('becomes a graph by one command', async () => {
    const folder = join(service.dataDir, 'sources', 'csv');
    mkdirSync(folder);
    writeFileSync(join(folder, 'orders.csv'), 'order_no,customer_id\n10,1\n11,1\n12,2\n');
    writeFileSync(join(folder, 'customers.csv'), 'id,full_name\n1,Ana\n2,Ben\n');
    writeFileSync(join(folder, 'order_products.csv'), 'order_no,product_id,pieces\n10,1,5\n10,2,6\n12,2,7\n');
    writeFileSync(join(folder, 'products.csv'), 'id,name\n1,pen\n2,ink\n');
    await runTool(['ontology', 'bootstrap', '--name', 'csv', '--type', 'files', '--path', 'csv/', '--apply']);
    await untilSeen('csv');
    const path = '`has_products[products].name`, `has_products[products]_pieces`';
    expect(await ask('csv', `SELECT ${path} FROM orders WHERE \`customer[customers].full_name\` = 'Ana' AND order_no < 11`)).toEqual([['pen', 5], ['ink', 6]]); // prettier-ignore
    expect(await ask('csv', 'SELECT SUM(pieces) FROM order_products WHERE `product[products].name` = \'ink\'')).toEqual([[13]]); // prettier-ignore
  });
});

describeWithPostgreSql('a PostgreSQL database as an ontology', () => {
  let database: PostgreSqlDatabase;
  let draft: string;
  beforeAll(async () => {
    database = await createPostgreSqlDatabase('bootstrap');
    const [tables] = readExamples(TUTORIAL, 'sql');
    await database.run([tables!.code]);
    const given = ['host', 'port', 'database', 'user'].flatMap((name) => [`--${name}`, database.options.get(name)!]);
    const words = ['ontology', 'bootstrap', '--name', 'library', '--type', 'postgresql', ...given, '--apply'];
    draft = await runTool(words, `${database.options.get('password')}\n`);
    await untilSeen('library');
  }, 60_000);
  afterAll(() => database.drop());

  it('has the keys, foreign keys and comments of the tables, and no password', () => {
    expect(draft).toContain("`schema` = 'public'");
    expect(draft).toContain('CONSTRAINT `author` FOREIGN KEY (`author_id`) REFERENCES `author`');
    expect(draft).toContain('A book that can be lent');
    expect(draft).toContain('`price` decimal(8,2)');
    expect(draft).not.toMatch(/is a guess|`password` =/);
  });

  it('returns the answer that the tutorial shows', async () => {
    const [example] = readExamples(TUTORIAL, 'bash');
    const [, body] = /<<'END'\n([^]*?)END/.exec(example!.code)!;
    const { query } = JSON.parse(body!) as { query: string };
    const { data } = example!.shown as { data: readonly Record<string, unknown>[] };
    expect(await ask('library', query)).toEqual(data.map((row) => Object.values(row)));
  });
});

describeWithMariaDb('a MariaDB database without keys', () => {
  let database: MariaDbDatabase;
  const given = (user: string) => [
    ...['host', 'port', 'database'].flatMap((name) => [`--${name}`, database.options.get(name)!]),
    '--user',
    user,
  ];

  beforeAll(async () => {
    database = await createMariaDbDatabase('keyless');
    await database.run([
      ...KEYLESS,
      "ALTER TABLE customers COMMENT 'Who buys', MODIFY work_email VARCHAR(50) COMMENT 'Never shared'",
      `CREATE USER ${database.name}@'%' IDENTIFIED BY 'hush'`,
      `GRANT SELECT ON ${database.name}.* TO ${database.name}@'%'`,
    ]);
    await bootstrap('keyless_server', '--type', 'mysql', ...given(database.options.get('user')!), '--no-password');
  }, 60_000);
  afterAll(async () => {
    await database.run([`DROP USER ${database.name}@'%'`]);
    await database.drop();
  });

  itAsksTheKeylessShop('keyless_server');

  it('is read with a password from standard input, which the draft lacks until it is applied', async () => {
    const words = ['ontology', 'bootstrap', '--name', 'guarded', '--type', 'mysql', ...given(database.name)];
    const script = await runTool([...words], 'hush\n');
    expect(script).not.toContain('hush');
    const file = join(service.dataDir, 'guarded.sql');
    writeFileSync(file, script);
    await runTool(['ontology', 'run', file, '--password'], 'hush\n');
    await untilSeen('guarded');
    expect(await ask('guarded', 'SELECT COUNT(*) FROM customers')).toEqual([[2]]);
    await runTool([...words, '--replace', '--apply', '--verify', 'sample'], 'hush\n');
    expect(await ask('guarded', "SELECT COUNT(*) FROM orders WHERE `customer[customers].full_name` = 'Ben'")).toEqual([[1]]); // prettier-ignore
  });
});

describeWithTestData('sakila', 'the CSV files of a real database as an ontology', () => {
  let script: string;
  beforeAll(async () => {
    const folder = join(service.dataDir, 'sources', 'sakila');
    mkdirSync(folder);
    execFileSync('tar', ['-xzf', join(TEST_DATA_DIR, 'sakila', 'sakila-csv.tgz'), '-C', folder]);
    await bootstrap('films', '--type', 'files', '--path', 'sakila/');
    script = readFileSync(join(service.dataDir, 'films.sql'), 'utf8');
  }, 120_000);

  it.each([
    '-- There is no key in the data source: `rental_id` is a guess (distinct in 16,044 of 16,044 rows).',
    '-- There is no key in the data source: `actor_id`, `film_id` is a guess (distinct in 5,462 of 5,462 rows).',
    '-- `film_id`: 5,462 of 5,462 values found in film.film_id.',
    '-- `manager_staff_id`: 2 of 2 values found in staff.staff_id.',
    '-- `rental_id`: 16,044 of 16,044 values found in rental.rental_id.',
  ])('has the evidence %s', (line) => {
    expect(script).toContain(`${line}\n`);
  });

  it.each([
    ['to one, three times', "SELECT COUNT(*) FROM payment WHERE `rental[rental].inventory[inventory].film[film].title` = 'ACADEMY DINOSAUR'", [[23]]], // prettier-ignore
    ['many to many', "SELECT COUNT(*) FROM film WHERE `has_actor[actor].last_name` = 'GUINESS'", [[81]]],
    [
      'many to many and to one',
      'SELECT `has_category[category].name`, COUNT(*) FROM film GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
      [
        ['Sports', 74],
        ['Foreign', 73],
      ],
    ],
    ['inverse', "SELECT COUNT(`has_rental[rental].rental_id`) FROM customer WHERE email = 'MARY.SMITH@sakilacustomer.org'", [[32]]], // prettier-ignore
    ['a link as a concept', "SELECT COUNT(*) FROM film_actor WHERE `film[film].title` = 'ACADEMY DINOSAUR'", [[10]]],
  ])('returns the rows of a path: %s', async (_, query, rows) => {
    expect(await ask('films', query)).toEqual(rows);
  });
});

describeWithTestData(STOCKEXCHANGE, 'a real database whose concepts inherit', () => {
  describeWithMariaDb('there', () => {
    let database: MariaDbDatabase;
    beforeAll(async () => {
      database = await createMariaDbDatabase('inherits');
      await database.run(stockexchange().mysql);
      const given = ['host', 'port', 'database', 'user'].flatMap((name) => [`--${name}`, database.options.get(name)!]);
      await bootstrap('exchange', '--type', 'mysql', ...given, '--no-password');
    }, 60_000);
    afterAll(() => database.drop());

    it('returns the rows of paths, and of the concepts that INHERITS is proposed for', async () => {
      const query =
        'SELECT `broker[broker].person[person].lastname`, COUNT(*) FROM `transaction` GROUP BY 1 ORDER BY 1';
      const rows = [
        ['Lopatenkko', 3],
        ['Schmidt', 1],
      ];
      expect(await ask('exchange', query)).toEqual(rows);
      const draft = readFileSync(join(service.dataDir, 'exchange.sql'), 'utf8');
      const proposals = [...draft.matchAll(/^-- (?:CREATE OR REPLACE|ALTER)[\s\S]*?;$/gm)].map(([text]) => text.replace(/^-- /gm, '')); // prettier-ignore
      expect(proposals).toHaveLength(5);
      for (const proposal of proposals) await ask('exchange', proposal);
      expect(await ask('exchange', query.replace('.person[person]', ''))).toEqual(rows);
      expect(await ask('exchange', 'SELECT entity_type, COUNT(*) FROM person GROUP BY 1 ORDER BY 1')).toEqual([
        ['broker', 3],
        ['client', 1],
      ]);
    });
  });
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
