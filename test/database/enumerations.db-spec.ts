import type { Cell } from '../../src/model';
import { compileText, ontologyOf } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

const ONTOLOGY = `
CREATE CONCEPT event (id integer, mood string, PRIMARY KEY (id));
CREATE CONCEPT meeting INHERITS (event);
CREATE CONCEPT journey INHERITS (event);
CREATE MAPPING map_meeting INTO (meeting) AS SELECT id, mood FROM meetings;
CREATE MAPPING map_journey INTO (journey) AS SELECT id, mood FROM journeys;
`;

/** An ENUM sorts by the position of its values in the type, but as strings where tables are united. */
const TABLES: readonly string[] = [
  "CREATE TABLE meetings (id INTEGER PRIMARY KEY, mood ENUM('good', 'bad'))",
  "CREATE TABLE journeys (id INTEGER PRIMARY KEY, mood ENUM('good', 'bad'))",
  "INSERT INTO meetings VALUES (1, 'good'), (2, 'good'), (3, 'bad')",
  "INSERT INTO journeys VALUES (4, 'good'), (5, 'bad'), (6, 'bad')",
];

onEachEngine(
  'enumerations',
  (dialect) => (dialect === 'mysql' ? TABLES : TABLES.map((sql) => sql.replace(/ENUM\(.*?\)/, 'VARCHAR(4)'))),
  (dialect, test) => {
    it('returns the first rows of all tables on a page of several tables', async () => {
      const { engine, findTable } = test();
      const sql = 'SELECT id, mood FROM event ORDER BY mood, id LIMIT 2';
      const rows = (off: readonly 'push-slices'[]): Promise<readonly (readonly Cell[])[]> =>
        rowsOf(engine, compileText(ontologyOf(ONTOLOGY, dialect), sql, dialect, { off, findTable }));
      expect(await rows([])).toEqual(await rows(['push-slices']));
      expect(await rows([])).toHaveLength(2);
    });
  },
);
