import { PASS_NAMES } from '../../src/compiler/optimize';
import { compileText, ontologyOf } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE car (id INTEGER PRIMARY KEY, doors INTEGER, price DECIMAL(8,2), built TIMESTAMP NULL)',
  "INSERT INTO car VALUES (1, 10, 10.50, '2024-01-01 08:00:00'), (2, 9, 9.25, '2000-02-29 08:00:00')",
  'CREATE TABLE boat (id INTEGER PRIMARY KEY)',
  'INSERT INTO boat VALUES (3)',
  'CREATE TABLE raft (id INTEGER PRIMARY KEY)',
  'INSERT INTO raft VALUES (4)',
];

/** The mappings define only the crew of a vessel, which nobody sees. */
const SCRIPT = `
CREATE CONCEPT car (car_id integer, doors integer, price decimal(8,2), built timestamp, PRIMARY KEY (car_id));
CREATE CONCEPT vessel (vessel_id integer, decks integer, worth decimal(8,2), launched timestamp, crew integer, PRIMARY KEY (vessel_id));
CREATE MAPPING cars INTO (car) AS SELECT id AS car_id, doors, price, built FROM car;
CREATE MAPPING boats INTO (vessel) AS SELECT id AS vessel_id, id AS crew FROM boat;
CREATE MAPPING rafts INTO (vessel) AS SELECT id AS vessel_id, id AS crew FROM raft;
CREATE POLICY hide_crew MASK PROPERTY crew WITH hash();
`;

const CASES = [
  ['doors', 'decks', [10, 9, null, null]],
  ['doors', 'crew', [10, 9, null, null]],
  ['price', 'worth', ['10.50', '9.25', null, null]],
  ['built', 'launched', ['2024-01-01 08:00:00', '2000-02-29 08:00:00', null, null]],
] as const;

onEachEngine('united_nulls', TABLES, (dialect, test) => {
  const ontology = ontologyOf(SCRIPT, dialect);

  it('keeps whole constants next to fractions of another mapping', async () => {
    const script = `CREATE CONCEPT vessel (vessel_id integer, share double, part decimal(10,2), PRIMARY KEY (vessel_id));
      CREATE MAPPING boats INTO (vessel) AS SELECT id AS vessel_id, 0.5 AS share, 0.5 AS part FROM boat;
      CREATE MAPPING rafts INTO (vessel) AS SELECT id AS vessel_id, 1024 AS share, 1024 AS part FROM raft;`;
    for (const off of [[], PASS_NAMES]) {
      const query = compileText(ontologyOf(script, dialect), 'SELECT share, part + 0 FROM vessel WHERE share > 0 ORDER BY share', dialect, { off }); // prettier-ignore
      const rows = await rowsOf(test().engine, query);
      expect(rows.map((row) => row.map(Number))).toEqual([
        [0.5, 0.5],
        [1024, 1024],
      ]);
    }
  });

  it.each(CASES)('keeps %s next to %s that are NULL', async (given, missing, values) => {
    const sql = `SELECT ${missing} AS v FROM vessel UNION ALL SELECT ${given} AS v FROM car ORDER BY v DESC`;
    for (const off of [[], PASS_NAMES]) {
      const rows = await rowsOf(test().engine, compileText(ontology, sql, dialect, { off }));
      expect(rows.map(([value]) => value)).toEqual(values);
    }
  });
});
