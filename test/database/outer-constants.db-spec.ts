import { PASS_NAMES } from '../../src/compiler/optimize';
import { compileText, ontologyOf } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE car (id INTEGER PRIMARY KEY)',
  'INSERT INTO car VALUES (1), (2)',
  'CREATE TABLE boat (id INTEGER PRIMARY KEY)',
  'INSERT INTO boat VALUES (3)',
  'CREATE TABLE berth (id INTEGER PRIMARY KEY, holds INTEGER)',
  'INSERT INTO berth VALUES (7, 2)',
];

/** Vessels come from two tables. The material of a berth and whether it has a roof are the same for all berths. */
const SCRIPT = `
CREATE PROPERTY roof boolean;
CREATE PROPERTY state integer AS SELECT CASE WHEN roof IS NULL THEN 1 ELSE 2 END;
CREATE CONCEPT vessel (vessel_id integer, PRIMARY KEY (vessel_id));
CREATE CONCEPT berth (berth_id integer, vessel_id integer, made string, since time, roof boolean, state integer, PRIMARY KEY (berth_id),
  CONSTRAINT holds FOREIGN KEY (vessel_id) REFERENCES vessel (vessel_id) INVERSEOF lies_at);
CREATE MAPPING cars INTO (vessel) AS SELECT id AS vessel_id FROM car;
CREATE MAPPING boats INTO (vessel) AS SELECT id AS vessel_id FROM boat;
CREATE MAPPING berths INTO (berth) AS
  SELECT id AS berth_id, holds AS vessel_id, CONCAT('wo', 'od') AS made, TIME '23:59:59.5' AS since FROM berth;
`;

const MISSING = [[1], [3]];

const CASES = [
  ['SELECT vessel_id FROM vessel WHERE `lies_at[berth].made` IS NULL', MISSING],
  ['SELECT vessel_id FROM vessel WHERE `lies_at[berth].state` IS NULL', MISSING],
  ['SELECT vessel_id FROM vessel WHERE `lies_at[berth].since` IS NULL', MISSING],
  ["SELECT vessel_id FROM vessel WHERE COALESCE(`lies_at[berth].made`, '') <> 'wood'", MISSING],
  ["SELECT vessel_id FROM vessel WHERE `lies_at[berth].made` = 'wood'", [[2]]],
  [
    'SELECT v.vessel_id FROM vessel v LEFT JOIN berth b ON b.vessel_id = v.vessel_id WHERE b.state IS NULL AND b.made IS NULL',
    MISSING,
  ],
  ['SELECT v.vessel_id FROM berth b RIGHT JOIN vessel v ON b.vessel_id = v.vessel_id WHERE b.made IS NULL', MISSING],
  [
    "WITH b AS (SELECT vessel_id, CONCAT('a', 'b') AS c FROM berth) SELECT v.vessel_id FROM vessel v LEFT JOIN b ON b.vessel_id = v.vessel_id WHERE b.c IS NULL",
    MISSING,
  ],
  [
    'SELECT v.vessel_id FROM vessel v LEFT JOIN (SELECT w.vessel_id, YEAR(NOW()) AS c FROM (SELECT vessel_id FROM berth) w) b ON b.vessel_id = v.vessel_id WHERE b.c IS NULL',
    MISSING,
  ],
  [
    'SELECT vessel_id FROM vessel WHERE vessel_id NOT IN (SELECT vessel_id FROM vessel WHERE `lies_at[berth].state` IS NULL)',
    [[2]],
  ],
] as const;

onEachEngine('outer_constants', TABLES, (dialect, test) => {
  const ontology = ontologyOf(SCRIPT, dialect);

  it.each(CASES)('has no computed constant for a missing row: %s', async (sql, expected) => {
    for (const off of [[], PASS_NAMES]) {
      const rows = await rowsOf(test().engine, compileText(ontology, sql, dialect, { off }));
      expect([...rows].sort()).toEqual(expected);
    }
  });
});
