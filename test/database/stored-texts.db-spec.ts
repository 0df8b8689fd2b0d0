import { PASS_NAMES } from '../../src/compiler/optimize';
import { compileText, ontologyOf } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE reading (id VARCHAR(10) PRIMARY KEY, place VARCHAR(10), n VARCHAR(10), amount VARCHAR(10), taken VARCHAR(10), moment VARCHAR(20), clock VARCHAR(10))',
  "INSERT INTO reading VALUES ('1', '2', '7', '1.50', '2024-02-29', '2024-02-29 10:00:00', '08:00:00')",
  "INSERT INTO reading VALUES ('2', '1', '12 kg', '2.75 EUR', 'n/a', 'n/a', '23:59:59')",
  "INSERT INTO reading VALUES ('3', 'x', 'n/a', 'n/a', '2023-05-01', '2023-05-01 00:00:00', NULL)",
  "INSERT INTO reading VALUES ('4', NULL, NULL, NULL, NULL, NULL, NULL)",
];

/** Strings that the ontology declares as numbers, dates and times. */
const SCRIPT = `
CREATE CONCEPT reading (id integer, place integer, n integer, amount decimal(6,2), taken date, moment timestamp, clock time, PRIMARY KEY (id),
  CONSTRAINT beside FOREIGN KEY (place) REFERENCES reading (id) INVERSEOF besides);
CREATE MAPPING map_reading INTO (reading) AS SELECT id, place, n, amount, taken, moment, clock FROM reading;
`;

const CONDITIONS: readonly (readonly [condition: string, ids: readonly number[]])[] = [
  ['n > 6', [1, 2]],
  ["n = '12'", [2]],
  ['n IN (0, 7)', [1, 3]],
  ['amount > 1.5', [2]],
  ["taken >= '2024-01-01'", [1]],
  ["taken BETWEEN '2023-01-01' AND '2023-12-31'", [3]],
  ["moment > '2023-05-01 12:00:00'", [1]],
  ["clock >= '08:00:00'", [1, 2]],
  ['YEAR(taken) = 2024', [1]],
  ['n * 2 = 24', [2]],
  ["id = '2'", [2]],
  ["entity_id IN ('1', '3')", [1, 3]],
  ['`beside[reading].n` = 12', [1]],
];

onEachEngine('stored_texts', TABLES, (dialect, test) => {
  const ask = async (sql: string, off: typeof PASS_NAMES = []): Promise<unknown> =>
    rowsOf(test().engine, compileText(ontologyOf(SCRIPT, dialect), sql, dialect, { off, findTable: test().findTable }));

  it.each(CONDITIONS)('reads strings as the type that the ontology declares: %s', async (condition, ids) => {
    const sql = `SELECT id + 0 FROM reading WHERE ${condition} ORDER BY 1`;
    const expected = ids.map((id) => [id]);
    expect(await ask(sql)).toEqual(expected);
    expect(await ask(sql, PASS_NAMES)).toEqual(expected);
  });

  it('adds up the numbers at the start of strings', async () => {
    expect(await ask('SELECT SUM(n) + 0, MIN(YEAR(taken)), COUNT(*) FROM reading')).toEqual([[19, 2023, 4]]);
  });
});
