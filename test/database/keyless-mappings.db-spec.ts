import { PASS_NAMES } from '../../src/compiler/optimize';
import { NESTING_STEPS } from '../../src/compiler/values';
import { ontologyOf } from '../support/compile';
import { nestedRowsOf } from '../support/nest';
import { onEachEngine, statementsOf } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE tracks (id INTEGER PRIMARY KEY, name VARCHAR(20), album INTEGER, seconds INTEGER, price DECIMAL(6,2))',
  "INSERT INTO tracks VALUES (1, 'one', 10, 100, 1.00), (2, 'two', 10, 200, 2.00), (3, 'three', 11, 300, 3.00)",
  'CREATE TABLE bootlegs (name VARCHAR(20), album INTEGER, seconds INTEGER, price DECIMAL(6,2), city VARCHAR(10))',
  "INSERT INTO bootlegs VALUES ('live', 10, 100, 5.00, 'Oslo'), ('live', 10, 100, 5.00, 'Oslo'), ('loud', NULL, 250, 7.00, 'Bern')",
  'CREATE TABLE albums (id INTEGER PRIMARY KEY, title VARCHAR(20))',
  "INSERT INTO albums VALUES (10, 'Dawn'), (11, 'Dusk')",
  'CREATE TABLE tags (track INTEGER, tag VARCHAR(10))',
  "INSERT INTO tags VALUES (1, 'calm'), (1, 'slow'), (3, 'loud')",
  'CREATE TABLE sales (region INTEGER, branch INTEGER, amount INTEGER)',
  'INSERT INTO sales VALUES (1, 1, 5), (1, 2, 6)',
  'CREATE TABLE likes (track INTEGER, likes INTEGER)',
  'INSERT INTO likes VALUES (1, 2), (2, 3), (3, 1)',
];

const SCRIPT = `
  ALTER ONTOLOGY test SET keyless_mappings = 'allow';
  CREATE MEASURE value decimal AS SELECT SUM(price);
  CREATE MEASURE number bigint AS SELECT COUNT(seconds);
  CREATE MEASURE long_number bigint AS SELECT number WHERE seconds > 150;
  CREATE CONCEPT album (album_id integer, title string, PRIMARY KEY (album_id), LABEL (title));
  CREATE CONCEPT track (track_id integer, name string, album_id integer, seconds integer, price decimal(6,2), minutes decimal,
    value measure decimal, number measure bigint, long_number measure bigint,
    PRIMARY KEY (track_id), LABEL (name),
    CONSTRAINT on_album FOREIGN KEY (album_id) REFERENCES album (album_id) INVERSEOF has_track,
    CONSTRAINT likes MULTIREFERENCE track INVERSEOF liked_by TRANSITIVE(3),
    CONSTRAINT tag MULTIVALUE string);
  CREATE PROPERTY minutes decimal AS SELECT seconds / 60;
  CREATE CONCEPT bootleg (city string) INHERITS (track);
  CREATE CONCEPT long_track INHERITS (track) FROM dsvc.track WHERE seconds >= 250;
  CREATE CONCEPT album_track INHERITS (track) FROM dsvc.track WHERE \`on_album[album].title\` = 'Dawn';
  CREATE CONCEPT lone_track INHERITS (track) FROM dsvc.track WHERE \`on_album[album].title\` IS NULL;
  CREATE CONCEPT sale (region integer, branch integer, amount integer, PRIMARY KEY (region, branch));
  CREATE CONCEPT note (words string, LABEL (words));
  CREATE MAPPING map_album INTO album AS SELECT id AS album_id, title FROM albums;
  CREATE MAPPING map_track INTO track AS SELECT id AS track_id, name, album AS album_id, seconds, price FROM tracks;
  CREATE MAPPING map_bootleg INTO bootleg AS SELECT name, album AS album_id, seconds, price, city FROM bootlegs;
  CREATE MAPPING map_tag INTO track AS SELECT track AS track_id, tag FROM tags;
  CREATE MAPPING map_likes (CONSTRAINT likes FOREIGN KEY (likes) REFERENCES track (track_id),
    CONSTRAINT liked_by FOREIGN KEY (track) REFERENCES track (track_id)) AS SELECT track, likes FROM likes;
  CREATE MAPPING map_sale INTO sale AS SELECT region, branch, amount FROM sales;
  CREATE MAPPING map_some_sale INTO sale AS SELECT region, amount * 10 AS amount FROM sales;
  CREATE MAPPING map_note INTO note AS SELECT city AS words FROM bootlegs;
  CREATE POLICY hidden FILTER track WHERE seconds < 300 TO ROLE listener;
  CREATE POLICY mask MASK PROPERTY city WITH partial(1, 0) EXCEPT ROLE listener;`;

type Rows = readonly (readonly unknown[])[];

const STATEMENTS: readonly (readonly [sql: string, rows: Rows])[] = [
  ['SELECT COUNT(*), COUNT(track_id), COUNT(entity_id), COUNT(DISTINCT entity_id) FROM track', [[6, 3, 3, 3]]],
  ['SELECT entity_id, track_id, entity_type, entity_label, city FROM bootleg', [
      [null, null, 'bootleg', 'live', 'OXXXXXXXXX'],
      [null, null, 'bootleg', 'live', 'OXXXXXXXXX'],
      [null, null, 'bootleg', 'loud', 'BXXXXXXXXX'],
    ]],
  ['SELECT name, album_id, minutes FROM track WHERE entity_id IS NULL AND seconds < 200', [['live', 10, '1.6667'], ['live', 10, '1.6667']]],
  ["SELECT name FROM track WHERE entity_id IN ('1', '') OR track_id = 3", [['one'], ['three']]],
  ["SELECT name FROM track WHERE NOT (entity_id = '1')", [['three'], ['two']]],
  ['SELECT COUNT(*) FROM thing WHERE entity_id IS NULL', [[8]]],
  ['SELECT entity_type, COUNT(*) FROM thing GROUP BY entity_type', [['album', 2], ['bootleg', 3], ['note', 3], ['sale', 4], ['track', 3]]],
  ['SELECT name, `on_album[album].title` FROM track', [['live', null], ['live', null], ['loud', null], ['one', 'Dawn'], ['three', 'Dusk'], ['two', 'Dawn']]],
  ['SELECT title, `has_track[track].name` FROM album', [['Dawn', 'one'], ['Dawn', 'two'], ['Dusk', 'three']]],
  ['SELECT title, `has_track[bootleg].name` FROM album', [['Dawn', null], ['Dusk', null]]],
  ['SELECT name, tag FROM track WHERE tag IS NULL', [['live', null], ['live', null], ['loud', null], ['two', null]]],
  ['SELECT name, `likes[track*3].name` FROM track WHERE track_id IS NULL', [['live', null], ['live', null], ['loud', null]]],
  ['SELECT name FROM track WHERE `likes[track*2]_transitivity_level` IS NULL', [['live'], ['live'], ['loud']]],
  ['SELECT name FROM long_track', [['loud'], ['three']]],
  ['SELECT name FROM album_track', [['one'], ['two']]],
  ['SELECT name FROM lone_track', [['live'], ['live'], ['loud']]],
  ['SELECT name, `_type_of_long_track`, `_type_of_bootleg` FROM track WHERE seconds > 200', [['loud', 1, 1], ['three', 1, 0]]],
  ['SELECT `measure.value`, `measure.number`, `measure.long_number` FROM track', [['23.00', 6, 3]]],
  ['SELECT album_id, `measure.value` FROM track', [[10, '13.00'], [11, '3.00'], [null, '7.00']]],
  ['SELECT `measure.value`, `measure.number` FROM track WHERE tag IS NULL OR tag IS NOT NULL', [['23.00', 6]]],
  ['SELECT tag, `measure.value` FROM track', [['calm', '1.00'], ['loud', '3.00'], ['slow', '1.00'], [null, '19.00']]],
  ['SELECT `on_album[album].title`, `measure.number` FROM track', [['Dawn', 2], ['Dusk', 1], [null, 3]]],
  ['SELECT title, `measure.has_track[track].value` FROM album', [['Dawn', '3.00'], ['Dusk', '3.00']]],
  ['SELECT region, branch, entity_id, amount FROM sale', [[1, 1, '1|1', 5], [1, 2, '1|2', 6], [1, null, null, 50], [1, null, null, 60]]],
  ['SELECT entity_id, entity_label, words FROM note', [[null, 'Bern', 'Bern'], [null, 'Oslo', 'Oslo'], [null, 'Oslo', 'Oslo']]],
  ['SELECT name, seconds FROM track WHERE seconds IN (SELECT MAX(seconds) FROM bootleg)', [['loud', 250]]],
  ['SELECT DISTINCT entity_id, name FROM bootleg', [[null, 'live'], [null, 'loud']]],
  ['SELECT a.name, b.name FROM bootleg a JOIN track b ON a.track_id = b.track_id', []],
  ['SELECT a.name, b.track_id FROM bootleg a JOIN track b ON a.album_id = b.album_id AND b.track_id = 1', [['live', 1], ['live', 1]]],
  ['SELECT name FROM track ORDER BY track_id IS NULL, track_id, name LIMIT 2 OFFSET 2', [['live'], ['three']]],
]; // prettier-ignore

const sortedTexts = (rows: Rows): readonly string[] => rows.map((row) => JSON.stringify(row)).toSorted();

onEachEngine('keyless_mappings', TABLES, (dialect, test) => {
  const duplicates = ['keep', 'remove'] as const;
  const scriptOf = (mode: (typeof duplicates)[number]): string =>
    `ALTER ONTOLOGY test SET duplicates = '${mode}'; ${SCRIPT}`;

  describe.each(duplicates)('with duplicates = %s', (mode) => {
    const { rows } = statementsOf(scriptOf(mode), dialect, test);

    it.each(STATEMENTS)('%s', async (sql, expected) => {
      expect(sortedTexts(await rows(sql))).toEqual(sortedTexts(expected));
      expect(sortedTexts(await rows(sql, PASS_NAMES))).toEqual(sortedTexts(expected));
    });
  });

  it.each([
    ['SELECT track_id, name, COUNT(*) FROM track GROUP BY track_id', 'several values of "name"'],
    ['SELECT entity_id, name, COUNT(*) FROM track GROUP BY entity_id', 'several values of "name"'],
    ['SELECT t.`measure.value` FROM track t JOIN album a ON t.album_id >= a.album_id', 'which a join can repeat'],
  ])('rejects %s', (sql, message) => {
    const { compile } = statementsOf(SCRIPT, dialect, test);
    expect(() => compile(sql)).toThrow(message);
  });

  it('nests each row without a key as an entity of its own', async () => {
    const ontology = ontologyOf(SCRIPT, dialect);
    const sql = 'SELECT name, `on_album[album].title`, tag FROM track WHERE seconds < 300 ORDER BY name';
    const expected = [
      { name: 'live', tag: [], on_album: [] },
      { name: 'live', tag: [], on_album: [] },
      { name: 'loud', tag: [], on_album: [] },
      { name: 'one', tag: ['calm', 'slow'], on_album: [{ title: 'Dawn' }] },
      { name: 'two', tag: [], on_album: [{ title: 'Dawn' }] },
    ];
    expect(await nestedRowsOf(test(), ontology, sql)).toEqual(expected);
    expect(await nestedRowsOf(test(), ontology, sql, [...PASS_NAMES, ...NESTING_STEPS])).toEqual(expected);
    expect(await nestedRowsOf(test(), ontology, `${sql} LIMIT 2 OFFSET 1`)).toEqual(expected.slice(1, 3));
  });
});
