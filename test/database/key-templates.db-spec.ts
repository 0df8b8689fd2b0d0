import { onEachEngine, proveValues, type ProvenValues, statementsOf } from '../support/prove-rows';

const SCRIPT = `
CREATE CONCEPT asset (note string, LABEL (note));
CREATE CONCEPT machine (machine_id integer, PRIMARY KEY (machine_id)) INHERITS (asset);
CREATE CONCEPT licence (vendor string, serial bigint, PRIMARY KEY (vendor, serial)) INHERITS (asset);
CREATE CONCEPT room (code string, PRIMARY KEY (code)) INHERITS (asset);
CREATE CONCEPT rate (amount decimal(6,2), PRIMARY KEY (amount));
CREATE CONCEPT shift_plan (day date, plant integer, PRIMARY KEY (day, plant));
CREATE CONCEPT plan_note (day date, plant integer, remark string, PRIMARY KEY (day, plant), LABEL (remark));
CREATE CONCEPT guest (email string, seat integer, PRIMARY KEY (email, seat));
CREATE MAPPING map_machine INTO (machine) AS SELECT id AS machine_id, note FROM machines;
CREATE MAPPING map_licence INTO (licence) AS SELECT vendor, serial, note FROM licences;
CREATE MAPPING map_room INTO (room) AS SELECT code, note FROM rooms;
CREATE MAPPING map_rate INTO (rate) AS SELECT amount FROM rates;
CREATE MAPPING map_plan INTO (shift_plan) AS SELECT day, plant FROM plans;
CREATE MAPPING map_note INTO (plan_note) AS SELECT day, plant, remark FROM plan_notes;
CREATE MAPPING map_guest INTO (guest) AS SELECT email, seat FROM guests;
`;

const TABLES = [
  'CREATE TABLE machines (id INTEGER PRIMARY KEY, note VARCHAR(20))',
  'CREATE TABLE licences (vendor VARCHAR(20), serial BIGINT, note VARCHAR(20))',
  'CREATE TABLE rooms (code VARCHAR(20) PRIMARY KEY, note VARCHAR(20))',
  'CREATE TABLE rates (amount DECIMAL(6, 2))',
  'CREATE TABLE plans (day DATE, plant INTEGER, PRIMARY KEY (day, plant))',
  'CREATE TABLE plan_notes (day DATE, plant INTEGER, remark VARCHAR(20))',
  'CREATE TABLE guests (email VARCHAR(20), seat INTEGER)',
  "INSERT INTO machines VALUES (5, 'm5'), (-7, 'm-7'), (0, NULL), (12, 'm12')",
  String.raw`INSERT INTO licences VALUES ('A|B', 5, 'pipe'), ('A', 5, 'plain'), (NULL, 5, 'none'), ('A', NULL, 'none'), ('C', 9223372036854775807, 'big'), ('', 0, 'empty')`,
  "INSERT INTO rooms VALUES ('5', 'r5'), ('A|5', 'pipe'), ('05', 'r05'), ('A', NULL)",
  'INSERT INTO rates VALUES (1.50), (0.25), (-0.25), (0), (100), (NULL)',
  "INSERT INTO plans VALUES ('2024-02-29', 1), ('2024-02-29', 2), ('2023-01-01', 1)",
  "INSERT INTO plan_notes VALUES ('2024-02-29', 1, 'leap'), ('2023-01-01', 1, 'new'), (NULL, 1, 'lost'), ('2024-02-29', NULL, 'lost')", // prettier-ignore
  "INSERT INTO guests VALUES ('a@x', 1), ('b@x', 2)",
];

const BUILT = /CAST\(|CONCAT|REPLACE|\|\|/;

const CASES: readonly ProvenValues[] = [
  { sql: "SELECT note FROM machine WHERE entity_id = '5'", rows: ['m5'], shape: /id. = \S+$/ },
  { sql: "SELECT note FROM machine WHERE '-7' = entity_id", rows: ['m-7'], shape: /id. = \S+$/ },
  { sql: "SELECT note FROM machine WHERE entity_id = '05'", rows: [], shape: /WHERE FALSE$/ },
  { sql: "SELECT note FROM machine WHERE entity_id = '-0'", rows: [], shape: /WHERE FALSE$/ },
  { sql: "SELECT note FROM machine WHERE entity_id = '99999999999'", rows: [] },
  { sql: "SELECT note FROM machine WHERE entity_id = '99999999999999999999'", rows: [], shape: BUILT },
  { sql: "SELECT note FROM machine WHERE entity_id <> '5'", rows: ['m-7', 'm12', null], shape: /id. <> \S+$/ },
  { sql: "SELECT note FROM machine WHERE entity_id <> 'x'", rows: ['m-7', 'm12', 'm5', null], shape: /AS \S+$/ },
  { sql: "SELECT note FROM machine WHERE entity_id IN ('5', 'x', '12', '5|5')", rows: ['m12', 'm5'], shape: /IN \(\S+ \S+\)$/ }, // prettier-ignore
  { sql: "SELECT note FROM machine WHERE entity_id NOT IN ('5', 'x')", rows: ['m-7', 'm12', null], shape: /id. <> \S+$/ }, // prettier-ignore
  { sql: "SELECT note FROM machine WHERE entity_id NOT IN ('5', '12')", rows: ['m-7', null], shape: /NOT IN \(/ },
  { sql: "SELECT note FROM machine WHERE entity_id IN ('x', '')", rows: [], shape: /WHERE FALSE$/ },
  { sql: "SELECT note FROM machine WHERE entity_id = 'x' OR note = 'm5'", rows: ['m5'], shape: /WHERE \S+note. = \S+$/ }, // prettier-ignore
  { sql: "SELECT note FROM machine WHERE NOT (entity_id = '5' OR note = 'm12')", rows: ['m-7'] },
  { sql: "SELECT note FROM machine WHERE entity_id > '1'", rows: ['m12', 'm5'], shape: BUILT },
  {
    sql: "SELECT note FROM licence WHERE entity_id = 'A|5'",
    rows: ['plain'],
    shape: /vendor. = \S+ AND \S+serial. = /,
  },
  { sql: String.raw`SELECT note FROM licence WHERE entity_id = 'A\\|B|5'`, rows: ['pipe'] },
  { sql: "SELECT note FROM licence WHERE entity_id = '|0'", rows: ['empty'] },
  { sql: "SELECT note FROM licence WHERE entity_id = 'C|9223372036854775807'", rows: ['big'] },
  { sql: "SELECT note FROM licence WHERE entity_id = 'A|B|5'", rows: [], shape: /WHERE FALSE$/ },
  { sql: String.raw`SELECT note FROM licence WHERE entity_id = 'A\\B|5'`, rows: [], shape: /WHERE FALSE$/ },
  { sql: "SELECT note FROM licence WHERE entity_id = 'A'", rows: [], shape: /WHERE FALSE$/ },
  { sql: "SELECT note FROM licence WHERE entity_id IN ('A|5', '|0', 'A|x')", rows: ['empty', 'plain'], shape: / OR / },
  { sql: "SELECT note FROM licence WHERE entity_id <> 'A|5'", rows: ['big', 'empty', 'pipe'], shape: /WHERE.*NOT \(/ },
  { sql: "SELECT note FROM licence WHERE entity_id NOT IN ('A|5', 'A')", rows: ['big', 'empty', 'pipe'] },
  { sql: "SELECT note FROM asset WHERE entity_id = 'A|5'", rows: ['pipe', 'plain'], shape: /^(?!.*machines)/ },
  { sql: "SELECT note FROM asset WHERE entity_id = '5'", rows: ['m5', 'r5'], shape: /^(?!.*licences)/ },
  { sql: "SELECT note FROM asset WHERE entity_id = '5' OR entity_id = '12'", rows: ['m12', 'm5', 'r5'], shape: /^(?!.*licences)/ }, // prettier-ignore
  { sql: "SELECT note FROM asset WHERE entity_id = '05' AND entity_type = 'machine'", rows: [] },
  { sql: "SELECT entity_id FROM rate WHERE entity_id IN ('1.50', '1.5', '100', '-0.00', '0.00', '-0.25')", rows: ['-0.25', '0.00', '1.50'] }, // prettier-ignore
  {
    sql: "SELECT entity_id FROM rate WHERE entity_id = '0.25'",
    rows: ['0.25'],
    shape: /WHERE \S+amount. = (?:CAST|\S+::numeric)/,
  },
  { sql: "SELECT entity_id FROM shift_plan WHERE entity_id = '2024-02-29|2'", rows: ['2024-02-29|2'], shape: /day. = (?:CAST\(\S+ AS DATE\)|\S+::date) AND \S+plant. = / }, // prettier-ignore
  { sql: "SELECT entity_id FROM shift_plan WHERE entity_id IN ('2023-02-29|1', '2023-1-1|1', '2023-01-01|1')", rows: ['2023-01-01|1'] }, // prettier-ignore
  { sql: 'SELECT n.remark FROM shift_plan p JOIN plan_note n ON n.entity_id = p.entity_id', rows: ['leap', 'new'], shape: /ON (?!.*CONCAT)\S+day. = \S+ AND \S+plant. = / }, // prettier-ignore
  { sql: 'SELECT m.note FROM machine m JOIN licence l ON l.entity_id = m.entity_id', rows: [], shape: /ON FALSE/ },
  { sql: 'SELECT m.note FROM machine m JOIN room r ON r.entity_id = m.entity_id', rows: ['m5'] },
  { sql: 'SELECT m.note FROM machine m WHERE EXISTS (SELECT 1 FROM room r WHERE r.entity_id = m.entity_id)', rows: ['m5'] }, // prettier-ignore
];

onEachEngine('key_templates', TABLES, (dialect, test) => {
  const statements = statementsOf(SCRIPT, dialect, test);
  const values = proveValues(statements, 'key-templates', CASES);

  it('an id that a key does not print matches nothing, however the data source compares strings', async () => {
    expect(await values("SELECT note FROM machine WHERE entity_id = '5 '")).toEqual([]);
  });

  it('never splits the keyed hash of a masked id', () => {
    const { sql } = statements.compile("SELECT seat FROM guest WHERE entity_id = 'a@x|1'");
    expect(sql).toMatch(/SHA/i);
    expect(sql).not.toMatch(/email. = /);
  });
});
