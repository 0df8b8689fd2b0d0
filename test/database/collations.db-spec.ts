import { compileText, ontologyOf } from '../support/compile';
import { openMariaDbTestEngine, rowsOf, type TestEngine } from '../support/engines';
import { describeWithMariaDb } from '../support/services';

const SCRIPT = `
CREATE CONCEPT item (label string);
CREATE CONCEPT numbered (number integer, PRIMARY KEY (number), LABEL (label)) INHERITS (item);
CREATE CONCEPT coded (code string, PRIMARY KEY (code)) INHERITS (item);
CREATE CONCEPT placed (shelf integer, code string, PRIMARY KEY (shelf, code)) INHERITS (item);
CREATE MAPPING map_numbered INTO (numbered) AS SELECT id AS number, name AS label FROM numbers;
CREATE MAPPING map_coded INTO (coded) AS SELECT code, name AS label FROM codes;
CREATE MAPPING map_placed INTO (placed) AS SELECT shelf, code FROM places;`;

const TABLES = [
  'CREATE TABLE numbers (id INT PRIMARY KEY, name VARCHAR(20)) COLLATE utf8mb4_unicode_ci',
  'CREATE TABLE codes (code VARCHAR(20) PRIMARY KEY, name VARCHAR(20)) COLLATE utf8mb4_unicode_ci',
  'CREATE TABLE places (shelf INT, code VARCHAR(20), PRIMARY KEY (shelf, code)) COLLATE utf8mb4_unicode_ci',
  "INSERT INTO numbers VALUES (7, 'seven')",
  "INSERT INTO codes VALUES ('x7', 'ex')",
  "INSERT INTO places VALUES (1, 'x|7')",
];

describeWithMariaDb('tables in another collation than that of the connection', () => {
  const ontology = ontologyOf(SCRIPT, 'mysql');
  let test: TestEngine;
  beforeAll(async () => {
    test = await openMariaDbTestEngine('collations', TABLES);
  });
  afterAll(() => test.drop());

  it.each([
    ['SELECT entity_id, entity_label FROM item ORDER BY entity_id', [['1|x\\|7', '1|x\\|7'], ['7', 'seven'], ['x7', 'x7']]], // prettier-ignore
    ["SELECT entity_id FROM item WHERE entity_id LIKE '%7' ORDER BY entity_id LIMIT 2", [['1|x\\|7'], ['7']]],
    ["SELECT entity_type FROM item WHERE entity_id = '7'", [['numbered']]],
    [
      "SELECT entity_type FROM item WHERE entity_id IN ('1|x\\\\|7', 'X7') ORDER BY entity_type",
      [['coded'], ['placed']],
    ],
    ['SELECT entity_id FROM placed WHERE CAST(shelf AS CHAR) = code', []],
  ])('%s', async (sql, rows) => {
    for (const off of [
      [],
      ['key-templates'],
      ['prune-branches', 'inline-derived', 'key-templates', 'push-slices'],
    ] as const) {
      const options = { off, findTable: test.findTable };
      expect(await rowsOf(test.engine, compileText(ontology, sql, 'mysql', options))).toEqual(rows);
    }
  });
});
