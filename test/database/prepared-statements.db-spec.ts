import { type CompiledQuery } from '../../src/model';
import { compileText, ontologyOf } from '../support/compile';
import { openMariaDbTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { runOnMariaDb } from '../support/mariadb';
import { describeWithMariaDb } from '../support/services';

const TABLES = [
  'CREATE TABLE things (a INT PRIMARY KEY, b INT)',
  'INSERT INTO things VALUES (1, 1), (2, 2), (3, NULL)',
  'CREATE TABLE others (a INT, b INT)',
  'INSERT INTO others VALUES (1, 1), (2, 7)',
  'CREATE VIEW seen AS SELECT d.a FROM (SELECT DISTINCT a FROM things) AS d WHERE EXISTS (SELECT 1 FROM others WHERE others.a = d.a)',
];

const ONTOLOGY = ontologyOf(
  `CREATE CONCEPT item (a integer, b integer, PRIMARY KEY (a));
   CREATE CONCEPT seen_item (a integer, PRIMARY KEY (a));
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
  /** How often statements were prepared between two calls, this one's own included. */
  const prepared = async () => Number(await value("SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'COM_STMT_PREPARE'")); // prettier-ignore

  it.each([
    'SELECT l.a FROM (SELECT d.a FROM (SELECT DISTINCT a FROM things) AS d WHERE EXISTS (SELECT 1 FROM others WHERE others.a = d.a)) AS l ORDER BY l.a',
    'SELECT a FROM seen ORDER BY a',
  ])('answers as it did first where MariaDB itself does not: %s', async (sql) => {
    const id = await connectionId();
    for (let time = 0; time < 3; time++) expect(await rows(written(sql))).toEqual([[1], [2]]);
    expect(await connectionId()).toBe(id);
  });

  it('answers as it did first over a concept that a view gives', async () => {
    const query = compiled('SELECT a FROM seen_item WHERE a < 9 ORDER BY a');
    for (let time = 0; time < 3; time++) expect(await rows(query)).toEqual([[1], [2]]);
  });

  it('is prepared once where it is a plain SELECT, whatever its values', async () => {
    const before = await prepared();
    for (const a of [1, 2, 1]) expect(await rows(compiled(`SELECT b FROM item WHERE a = ${a}`))).toEqual([[a]]);
    expect((await prepared()) - before).toBe(2);
  });

  it('sees the table as it has become', async () => {
    const query = compiled('SELECT b FROM item WHERE a = 2');
    expect(await rows(query)).toEqual([[2]]);
    await change(['ALTER TABLE things MODIFY b VARCHAR(20) FIRST', "UPDATE things SET b = 'two' WHERE a = 2"]);
    expect(await rows({ ...query, columns: [{ name: 'b', type: 'string' }] })).toEqual([['two']]);
  });

  it.each([
    [1243, 'is not known to the server any more'],
    [1461, 'is one prepared statement too many'],
    [1615, 'needs to be prepared again'],
  ])('is asked again on another connection where it fails with %i: it %s', async (errno) => {
    const id = await connectionId();
    const signal = `SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = ${errno}`;
    await change([`CREATE FUNCTION elsewhere() RETURNS INT BEGIN IF CONNECTION_ID() = ${id} THEN ${signal}; END IF; RETURN 1; END`]); // prettier-ignore
    expect(await value('SELECT elsewhere()')).toBe(1);
    expect(await connectionId()).not.toBe(id);
  });
});
