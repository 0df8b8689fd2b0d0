import { type CompiledQuery } from '../../src/model';
import { compileText, ontologyOf } from '../support/compile';
import { openMariaDbTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { runOnMariaDb } from '../support/mariadb';
import { compileNested } from '../support/nest';
import { describeWithMariaDb } from '../support/services';

const TABLES = [
  'CREATE TABLE things (a INT PRIMARY KEY, b INT)',
  'INSERT INTO things VALUES (1, 1), (2, 2), (3, NULL)',
  'CREATE TABLE others (a INT, b INT)',
  'INSERT INTO others VALUES (1, 1), (2, 7)',
  'CREATE TABLE labels (a INT, label VARCHAR(20), PRIMARY KEY (a, label))',
  "INSERT INTO labels VALUES (1, 'one'), (1, 'uno'), (3, 'three')",
  'CREATE VIEW seen AS SELECT d.a FROM (SELECT DISTINCT a FROM things) AS d WHERE EXISTS (SELECT 1 FROM others WHERE others.a = d.a)',
];

const ONTOLOGY = ontologyOf(
  `CREATE CONCEPT item (a integer, b integer, PRIMARY KEY (a));
   CREATE CONCEPT seen_item (a integer, PRIMARY KEY (a));
   CREATE CONCEPT note (a integer, b integer, PRIMARY KEY (a), CONSTRAINT on_item FOREIGN KEY (a) REFERENCES item (a) INVERSEOF has_note);
   CREATE CONCEPT label (a integer, label string, PRIMARY KEY (a, label), CONSTRAINT of_item FOREIGN KEY (a) REFERENCES item (a) INVERSEOF has_label);
   CREATE CONCEPT entry (a integer, text string, PRIMARY KEY (a, text));
   CREATE CONCEPT noted INHERITS (entry);
   CREATE CONCEPT labelled INHERITS (entry);
   CREATE MAPPING others INTO (note) AS SELECT a, b FROM others;
   CREATE MAPPING labels INTO (label) AS SELECT a, label FROM labels;
   CREATE MAPPING noted INTO (noted) AS SELECT a, CONCAT('note ', b) AS text FROM others;
   CREATE MAPPING labelled INTO (labelled) AS SELECT a, label AS text FROM labels;
   CREATE MAPPING things INTO (item) AS SELECT a, b FROM things;
   CREATE MAPPING seen INTO (seen_item) AS SELECT a FROM seen;`,
  'mysql',
);

const written = (sql: string): CompiledQuery => ({ dialect: 'mysql', sql, parameters: [], columns: [{ name: 'a', type: 'unknown' }] }); // prettier-ignore

describeWithMariaDb('a statement that is run again', () => {
  let test: TestEngine;
  beforeEach(async () => {
    test = await openMariaDbTestEngine('prepared', TABLES);
  });
  afterEach(() => test.drop());

  const compiled = (sql: string) => compileText(ONTOLOGY, sql, 'mysql', { findTable: test.findTable });
  const rows = (query: CompiledQuery) => rowsOf(test.engine, query);
  const value = async (sql: string) => (await rows(written(sql)))[0]?.[0];
  const change = (statements: readonly string[]) => runOnMariaDb(test.connection.options.get('database'), statements);
  const connectionId = () => value('SELECT CONNECTION_ID()');
  /** Returns how many statements were prepared between two calls, including its own. */
  const prepared = async () => Number(await value("SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'COM_STMT_PREPARE'")); // prettier-ignore

  it.each([
    'SELECT l.a FROM (SELECT d.a FROM (SELECT DISTINCT a FROM things) AS d WHERE EXISTS (SELECT 1 FROM others WHERE others.a = d.a)) AS l ORDER BY l.a',
    'SELECT a FROM seen ORDER BY a',
  ])('repeats its first answer where MariaDB itself does not: %s', async (sql) => {
    const id = await connectionId();
    for (let time = 0; time < 3; time++) expect(await rows(written(sql))).toEqual([[1], [2]]);
    expect(await connectionId()).toBe(id);
  });

  it('repeats its first answer over a concept that a view maps', async () => {
    const query = compiled('SELECT a FROM seen_item WHERE a < 9 ORDER BY a');
    for (let time = 0; time < 3; time++) expect(await rows(query)).toEqual([[1], [2]]);
  });

  it('is prepared once if it is a plain SELECT, whatever its values', async () => {
    const before = await prepared();
    for (const a of [1, 2, 1]) expect(await rows(compiled(`SELECT b FROM item WHERE a = ${a}`))).toEqual([[a]]);
    expect((await prepared()) - before).toBe(2);
  });

  const branches = (n: number) => compiled(`SELECT a, text, entity_type FROM entry WHERE a <= ${n}`);
  const nested = (n: number) => compileNested(ONTOLOGY, `SELECT a, b, \`has_note[note].b\`, \`has_label[label].label\` FROM item WHERE a <= ${n} AND b IS NOT NULL`, 'mysql', { findTable: test.findTable }); // prettier-ignore

  it.each([
    ['the branches of a parent', branches],
    ['an entity with several relations to many', nested],
  ])('is prepared once over %s, and returns the same rows as a new statement', async (_, compile) => {
    const expected: Awaited<ReturnType<typeof rows>>[] = [];
    const numbers = [2, 0, 1, 9, 2];
    for (const n of numbers) expected.push(await rows({ ...compile(n), isPlainSelect: false }));
    expect(new Set(expected.map((answer) => answer.length)).size).toBeGreaterThan(2);
    const before = await prepared();
    for (const [index, n] of numbers.entries()) expect(await rows(compile(n))).toEqual(expected[index]);
    expect((await prepared()) - before).toBe(2);
    await change(['ALTER TABLE others MODIFY b BIGINT FIRST', "ALTER TABLE labels MODIFY label CHAR(30)", "INSERT INTO labels VALUES (2, 'two')"]); // prettier-ignore
    for (const n of numbers)
      expect(await rows(compile(n))).toEqual(await rows({ ...compile(n), isPlainSelect: false }));
  });

  it('reads the table in its current form', async () => {
    const query = compiled('SELECT b FROM item WHERE a = 2');
    expect(await rows(query)).toEqual([[2]]);
    await change(['ALTER TABLE things MODIFY b VARCHAR(20) FIRST', "UPDATE things SET b = 'two' WHERE a = 2"]);
    expect(await rows({ ...query, columns: [{ name: 'b', type: 'string' }] })).toEqual([['two']]);
  });

  it.each([
    [1243, 'is not known to the server any more'],
    [1461, 'is one prepared statement too many'],
    [1615, 'needs to be prepared again'],
  ])('is retried on another connection when it fails with %i: it %s', async (errno) => {
    const id = await connectionId();
    const signal = `SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}`;
    await change([`CREATE FUNCTION elsewhere() RETURNS INT BEGIN IF CONNECTION_ID() = ${id} THEN ${signal}; END IF; RETURN 1; END`]); // prettier-ignore
    expect(await value('SELECT elsewhere()')).toBe(1);
    expect(await connectionId()).not.toBe(id);
  });
});
