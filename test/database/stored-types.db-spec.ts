import { PASS_NAMES } from '../../src/compiler/optimize';
import { type DialectName } from '../../src/model';
import { compileText, ontologyOf, type FindTable } from '../support/compile';
import { rowsOf, type TestEngine } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

const TABLES = [
  `CREATE TABLE parcel (id INTEGER PRIMARY KEY, zip INTEGER, weight DECIMAL(6,2), sent DATE, epoch BIGINT, digits INTEGER, words VARCHAR(20))`,
  "INSERT INTO parcel VALUES (1, 8010, 1.50, '2024-02-29', 1709164800, 20240229, 'Box 8010')",
  "INSERT INTO parcel VALUES (12, 80331, 12.00, '2023-05-01', 1682899200, 20230501, 'box')",
  'INSERT INTO parcel VALUES (103, NULL, NULL, NULL, NULL, NULL, NULL)',
];

/** Numbers and a date that the ontology declares as strings. */
const SCRIPT = `
CREATE CONCEPT thing_sent (number string, words string, zip string, PRIMARY KEY (number), LABEL (zip));
CREATE CONCEPT parcel (weight string, sent string) INHERITS (thing_sent);
CREATE CONCEPT letter INHERITS (thing_sent);
CREATE MAPPING map_parcel INTO (parcel) AS SELECT p.id AS number, p.words, p.zip, p.weight, p.sent FROM parcel p;
CREATE MAPPING map_letter INTO (letter) AS SELECT id AS number, words, zip FROM parcel WHERE id < 0;
`;

const MATCHES = [
  ["SELECT number FROM parcel WHERE zip LIKE '8%' ORDER BY weight", ['1', '12']],
  ["SELECT number FROM parcel WHERE zip LIKE '80[0-2]%'", ['1']],
  ["SELECT number FROM parcel WHERE zip NOT LIKE '%31'", ['1']],
  ["SELECT number FROM parcel WHERE zip REGEXP '^80.{3}$'", ['12']],
  ["SELECT number FROM parcel WHERE zip NOT REGEXP '3'", ['1']],
  ["SELECT number FROM parcel WHERE weight LIKE '%.50'", ['1']],
  ["SELECT number FROM parcel WHERE sent LIKE '2024-__-29'", ['1']],
  ["SELECT number FROM parcel WHERE sent REGEXP '^2023'", ['12']],
  ["SELECT number FROM parcel WHERE words LIKE CONCAT('% ', zip)", ['1']],
  ['SELECT number FROM parcel WHERE words REGEXP zip', ['1']],
  ["SELECT number FROM parcel WHERE number LIKE '1_' OR number REGEXP '^.0.$' ORDER BY words DESC", ['12', '103']],
  ["SELECT number FROM parcel WHERE entity_id LIKE '_2'", ['12']],
  ["SELECT number FROM parcel WHERE entity_label LIKE '8010'", ['1']],
  ["SELECT number FROM thing_sent WHERE zip LIKE '8%' AND number LIKE '1' AND zip REGEXP '10$'", ['1']],
  ["SELECT entity_id FROM thing WHERE entity_label LIKE '80331'", ['12']],
  ["SELECT number FROM parcel WHERE zip = '8010' AND number IN ('1', '2')", ['1']],
] as const;

const CALLS = [
  ['SELECT CONCAT(zip, 1), LOWER(zip), LEFT(zip, 2), CHAR_LENGTH(zip), REVERSE(number) FROM parcel WHERE zip LIKE \'%31\'', ['803311', '80331', '80', 5, '21']],
  ["SELECT zip + 1, zip * 2, CAST(zip AS CHAR), REPLACE(sent, '-', '/'), TRIM(BOTH '0' FROM zip) FROM parcel WHERE zip LIKE '8010'", [8011, 16020, '8010', '2024/02/29', '801']],
] as const; // prettier-ignore

onEachEngine('stored', TABLES, (dialect, test) => {
  const compile = (sql: string, off: typeof PASS_NAMES = [], findTable: FindTable = test().findTable) =>
    compileText(ontologyOf(SCRIPT, dialect), sql, dialect, { off, findTable });

  it.each(MATCHES)('matches strings that are stored as a number or a date: %s', async (sql, numbers) => {
    const expected = numbers.map((number) => [number]);
    const textOf = async (...asked: Parameters<typeof compile>): Promise<unknown> =>
      (await rowsOf(test().engine, compile(...asked))).map((row) => row.map(String));
    expect(await textOf(sql)).toEqual(expected);
    expect(await textOf(sql, PASS_NAMES)).toEqual(expected);
    expect(await textOf(sql, [], () => undefined)).toEqual(expected);
  });

  it.each(CALLS)('%s', async (sql, expected) => {
    expect(await rowsOf(test().engine, compile(sql))).toEqual([expected]);
  });

  it('casts no column that is a string, and keeps comparisons usable for indexes', () => {
    expect(compile("SELECT number FROM parcel WHERE words LIKE 'b%' AND words REGEXP 'x'").sql).not.toMatch(
      /CAST\(\S+words/,
    );
    // PostgreSQL compares no number with a string
    if (dialect === 'postgresql') return;
    expect(compile("SELECT number FROM parcel WHERE zip = '8010' AND number > '2'").sql).not.toContain('CAST');
  });

  refusesNumbersAsDates(dialect, test);
});

function refusesNumbersAsDates(dialect: DialectName, test: () => TestEngine): void {
  const ontology = (type: string, column: string) =>
    ontologyOf(
      `CREATE CONCEPT c (id integer, at ${type}, PRIMARY KEY (id)); CREATE CONCEPT d INHERITS (c); CREATE CONCEPT e INHERITS (c);
       CREATE MAPPING map_c INTO (d) AS SELECT id, ${column} AS at FROM parcel;
       CREATE MAPPING map_joined INTO (e) AS SELECT p.id + 1000 AS id, p.sent AS at FROM parcel p JOIN parcel q ON q.id = p.id;`,
      dialect,
    );
  const ask = (type: string, column: string, sql: string, findTable: FindTable = test().findTable) =>
    compileText(ontology(type, column), sql, dialect, { findTable });

  it.each([
    ['date', 'digits'],
    ['timestamp', 'epoch'],
    ['time', 'weight'],
    ['date', 'parcel.digits'],
  ])('rejects a %s that the mapping declares as the number %s', (type, column) => {
    for (const sql of ['SELECT id FROM d WHERE at > id', 'SELECT at FROM d', 'SELECT * FROM c']) {
      expect(() => ask(type, column, sql)).toThrow(
        new RegExp(`the mapping "map_c" reads "at", a ${type}, from a column of type \\w+`, 'i'),
      );
    }
    expect(() => ask(type, column, 'SELECT id FROM c')).not.toThrow();
    expect(() => ask(type, column, 'SELECT at FROM e')).not.toThrow();
    expect(() => ask(type, column, 'SELECT at FROM d', () => undefined)).not.toThrow();
  });

  it.each([
    ['date', 'sent'],
    ['date', "STR_TO_DATE(digits, '%Y%m%d')"],
    ['timestamp', 'FROM_UNIXTIME(epoch)'],
  ])('reads a %s from %s', async (type, column) => {
    const { sql, ...compiled } = ask(type, column, "SELECT id FROM d WHERE at >= '2024-01-01'");
    expect(await rowsOf(test().engine, { sql, ...compiled })).toEqual([[1]]);
  });
}
