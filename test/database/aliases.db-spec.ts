import { PASS_NAMES } from '../../src/compiler/optimize';
import { type DialectName } from '../../src/model';
import { compileText, ontologyOf } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

/** Tables with columns that have the names of other concepts. One has fields, where the engine supports them. */
const tables = (dialect: DialectName): readonly string[] => [
  'CREATE TABLE song (id INTEGER PRIMARY KEY, n INTEGER)',
  'INSERT INTO song VALUES (1, 1), (2, 2), (3, 3)',
  `CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, song_id INTEGER, track ${dialect === 'duckdb' ? 'STRUCT(id INTEGER, n INTEGER, track_id INTEGER)' : 'INTEGER'}, track_2 INTEGER)`,
  'INSERT INTO sale VALUES (10, 1, NULL, 4), (11, 3, NULL, 4)',
  'CREATE TABLE gift (gift_id INTEGER PRIMARY KEY, song_id INTEGER, track INTEGER)',
  'INSERT INTO gift VALUES (20, 3, 5)',
];

const SCRIPT = `
CREATE CONCEPT track (track_id integer, n integer, PRIMARY KEY (track_id));
CREATE CONCEPT sale (sale_id integer, song_id integer, PRIMARY KEY (sale_id));
CREATE CONCEPT gift (gift_id integer, song_id integer, PRIMARY KEY (gift_id));
CREATE CONCEPT unsold INHERITS (track) FROM svc.track WHERE NOT EXISTS (SELECT 1 FROM sale s WHERE s.song_id = track_id);
CREATE MAPPING tracks INTO (track) AS SELECT id AS track_id, n FROM song;
CREATE MAPPING sales INTO (sale) AS SELECT sale_id, song_id FROM sale;
CREATE MAPPING gifts INTO (gift) AS SELECT gift_id, song_id FROM gift;
`;

const STATEMENTS: readonly (readonly [statement: string, ids: readonly number[]])[] = [
  ['SELECT track_id FROM track WHERE EXISTS (SELECT 1 FROM sale s WHERE s.song_id = track.track_id)', [1, 3]],
  ['SELECT track_id FROM track WHERE track_id IN (SELECT s.song_id FROM sale s WHERE s.song_id = n)', [1, 3]],
  ['SELECT track_id FROM track WHERE (SELECT COUNT(*) FROM sale s WHERE s.song_id = track_id) = 0', [2]],
  ['SELECT track_id FROM track WHERE EXISTS (SELECT 1 FROM sale s, gift g WHERE s.song_id = n AND g.song_id = n)', [3]],
  ['SELECT x.track_id FROM track x WHERE EXISTS (SELECT g.song_id AS x FROM gift g WHERE g.song_id = x.n)', [3]],
  [
    'SELECT track_id FROM track WHERE EXISTS (SELECT 1 FROM gift g WHERE EXISTS (SELECT 1 FROM sale s WHERE s.song_id = n AND g.song_id = n))',
    [3],
  ],
  ['SELECT track_id FROM unsold', [2]],
];

onEachEngine('aliases', tables, (dialect, test) => {
  const ontology = ontologyOf(SCRIPT, dialect);

  it.each(STATEMENTS)(
    'reads the outer table when an inner one has a column of that name in %s',
    async (statement, ids) => {
      const { engine, findTable } = test();
      for (const options of [{}, { findTable }, { off: PASS_NAMES }, { off: PASS_NAMES, findTable }]) {
        const query = compileText(ontology, `${statement} ORDER BY 1`, dialect, options);
        const rows = await rowsOf(engine, query);
        expect(rows.map(([id]) => id)).toEqual(ids);
      }
    },
  );
});
