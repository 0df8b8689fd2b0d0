import { PASS_NAMES } from '../../src/compiler/optimize';
import { onEachEngine, statementsOf } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE part (id INTEGER PRIMARY KEY, amount INTEGER, is_new BOOLEAN)',
  'INSERT INTO part VALUES (1, 5, TRUE), (2, 0, FALSE), (3, NULL, NULL)',
  'CREATE TABLE tool (id INTEGER PRIMARY KEY, kind INTEGER, is_new BOOLEAN)',
  'INSERT INTO tool VALUES (11, 1, FALSE), (12, 2, TRUE)',
];

/** Boolean properties that a mapping reads from a condition, a column, or either of them. */
const ONTOLOGY = `
  CREATE CONCEPT part (part_id integer, in_stock boolean, is_new boolean, PRIMARY KEY (part_id));
  CREATE MAPPING map_part INTO (part) AS SELECT id AS part_id, amount > 0 AS in_stock, is_new AS is_new FROM part;
  CREATE CONCEPT item (item_id integer, is_fine boolean, PRIMARY KEY (item_id));
  CREATE MAPPING map_item_part INTO (item) AS SELECT id AS item_id, amount > 0 AS is_fine FROM part;
  CREATE MAPPING map_item_tool INTO (item) AS SELECT id AS item_id, is_new AS is_fine FROM tool;
  CREATE CONCEPT shelf (shelf_id integer, part_id integer, PRIMARY KEY (shelf_id),
    CONSTRAINT holds FOREIGN KEY (part_id) REFERENCES part (part_id));
  CREATE MAPPING map_shelf INTO (shelf) AS SELECT id AS shelf_id, kind AS part_id FROM tool;`;

/** Statements over a property, as $, and the values that its conditions select. */
const USES = [
  '$ = TRUE', '$ = FALSE', '$ <> TRUE', '$', 'NOT $', '$ IS TRUE', '$ IS NOT FALSE', '$ IS NULL', '$ IN (TRUE)',
  '$ = 1', '$ + 1 = 2', 'COALESCE($, FALSE) = FALSE', 'IF($, 1, 0) = 1', "CONCAT($) = '1'", '$ = is_new', 'CAST($ AS SIGNED) = 1', '$ <=> NULL', 'CASE $ WHEN TRUE THEN 1 END = 1',
]; // prettier-ignore

const valuesOf = (id: string, from: string, property: string): readonly string[] =>
  USES.filter((use) => from === 'part' || !use.includes('is_new')).map(
    (use) => `SELECT ${id} FROM ${from} WHERE ${use.replaceAll('$', property)} ORDER BY ${id}`,
  );

const STATEMENTS = [
  ...valuesOf('part_id', 'part', 'in_stock'),
  ...valuesOf('part_id', 'part', 'is_new'),
  ...valuesOf('item_id', 'item', 'is_fine'),
  ...valuesOf('shelf_id', 'shelf', '`holds[part].in_stock`'),
  'SELECT in_stock, COUNT(*), SUM(in_stock), MAX(in_stock), SUM(is_new) FROM part GROUP BY in_stock ORDER BY in_stock',
  'SELECT is_fine, COUNT(*), SUM(is_fine), MIN(is_fine) FROM item GROUP BY is_fine ORDER BY is_fine',
  'SELECT d.f FROM (SELECT is_fine AS f FROM item LIMIT 9) d WHERE d.f = TRUE',
  'SELECT d.f + 1 FROM (SELECT amount_known AS f FROM (SELECT in_stock IS NOT NULL AS amount_known FROM part LIMIT 9) e) d WHERE d.f = TRUE',
  'SELECT in_stock FROM part UNION SELECT is_fine FROM item ORDER BY 1',
  'SELECT DISTINCT is_fine FROM item ORDER BY is_fine DESC',
  'SELECT is_fine, LAG(is_fine) OVER (ORDER BY item_id) FROM item ORDER BY item_id',
];

/** Conditions and values of mappings over the boolean column `is_new`. */
const IN_MAPPINGS = [
  'is_new = TRUE', 'is_new <> FALSE', 'is_new <=> TRUE', 'is_new <=> NULL', 'TRUE = is_new', 'is_new IN (TRUE)', 'is_new NOT IN (FALSE)', 'is_new BETWEEN FALSE AND TRUE',
  'is_new IS TRUE', 'is_new IS NOT TRUE', 'NOT is_new', 'is_new', 'is_new AND id > 0', 'is_new OR id = 2', 'is_new = 1', 'is_new = (id = 1)', 'is_new > 0', '1 = is_new', '0 < is_new', 'is_new <=> 1', 'is_new IN (1)', 'is_new NOT IN (0, FALSE)', 'is_new BETWEEN 1 AND 5', 'CASE is_new WHEN 1 THEN TRUE ELSE FALSE END', 'is_new + 1 = 2',
  'COALESCE(is_new, FALSE)', 'COALESCE(is_new, TRUE) = TRUE', 'IFNULL(is_new, 0) = 1', 'IF(is_new, TRUE, FALSE)', 'IF(id = 1, is_new, FALSE) = TRUE', 'NULLIF(is_new, FALSE) = TRUE',
  'CASE WHEN is_new THEN 1 ELSE 0 END = 1', 'CASE is_new WHEN TRUE THEN TRUE ELSE FALSE END', 'CASE WHEN id = 1 THEN is_new ELSE FALSE END', 'GREATEST(is_new, FALSE) = TRUE', 'LEAST(is_new, 5) = 1',
  'is_new XOR TRUE', "is_new = '1'", 'EXISTS (SELECT 1 FROM tool t WHERE t.is_new = part.is_new AND t.is_new = TRUE)', 'is_new IN (SELECT t.is_new FROM tool t WHERE t.is_new = TRUE)',
]; // prettier-ignore

/** Sources of mappings whose output `is_new` is the boolean column. */
const SOURCES = [
  'part',
  '(SELECT id, is_new FROM part) part',
  '(SELECT part.* FROM part) part',
  '(SELECT p.id, p.is_new FROM part p UNION ALL SELECT p.id, p.is_new FROM part p WHERE p.is_new <> p.is_new) part',
  'part LEFT JOIN tool n ON n.is_new = TRUE AND n.kind = 77',
  'part LEFT JOIN (SELECT id AS tool_id, is_new AS is_sold FROM tool) n ON is_sold = TRUE AND tool_id = 77',
];

/** Conditions over the boolean column of a table that the catalogue does not list. */
const UNLISTED = [
  'is_new = TRUE', 'TRUE = is_new', 'is_new <> FALSE', 'is_new <=> TRUE', 'is_new IN (TRUE)', 'is_new NOT IN (FALSE)', 'is_new BETWEEN FALSE AND TRUE', 'is_new IS TRUE',
  'is_new IS NOT TRUE', 'is_new', 'NOT is_new', 'is_new AND id > 0', 'is_new OR id = 2', 'CASE WHEN is_new THEN TRUE ELSE FALSE END', 'IF(is_new = TRUE, 1, 0) = 1',
]; // prettier-ignore
const SCHEMA = [
  'CREATE SCHEMA apart',
  ...TABLES.slice(0, 2).map((statement) => statement.replace('part', 'apart.part')),
];

/** The rows of each statement on the engines before. */
const known = new Map<string, string>();

/** Rows as a string, in which booleans are numbers, as on MariaDB. */
const plain = (rows: unknown): string => JSON.stringify(rows).replaceAll('true', '1').replaceAll('false', '0');

onEachEngine(
  'booleans',
  (dialect) => [...TABLES, ...(dialect === 'mysql' ? [] : SCHEMA)],
  (dialect, test) => {
    const { rows } = statementsOf(ONTOLOGY, dialect, test);

    it.each(STATEMENTS)('%s', async (sql) => {
      const found = plain(await rows(sql));
      expect(plain(await rows(sql, PASS_NAMES))).toBe(found);
      expect(found).toBe(known.get(sql) ?? found);
      known.set(sql, found);
    });

    describe('in mappings', () => {
      const compare = async (name: string, mapping: string): Promise<void> => {
      const script = `CREATE CONCEPT chosen (chosen_id integer, is_chosen boolean, PRIMARY KEY (chosen_id));
        CREATE MAPPING map_chosen INTO (chosen) AS ${mapping};`;
      const chosen = statementsOf(script, dialect, test);
      for (const sql of ['SELECT chosen_id FROM chosen WHERE is_chosen = TRUE ORDER BY 1', 'SELECT chosen_id, is_chosen IS TRUE FROM chosen ORDER BY 1']) {
        const key = `${name}: ${sql}`;
        const found = plain(await chosen.rows(sql));
        expect(plain(await chosen.rows(sql, PASS_NAMES))).toBe(found);
        expect(found).toBe(known.get(key) ?? found);
        known.set(key, found);
      }
    }; // prettier-ignore

      it.each(IN_MAPPINGS)('%s selects rows', async (condition) => {
        await compare(condition, `SELECT id AS chosen_id, TRUE AS is_chosen FROM part WHERE ${condition}`);
      });

      it.each(IN_MAPPINGS)('%s is a value', async (value) => {
        await compare(`value ${value}`, `SELECT id AS chosen_id, ${value} AS is_chosen FROM part`);
      });

      const from = dialect === 'mysql' ? 'part' : 'apart.part';
      it.each(UNLISTED)(`%s selects rows of ${from}`, async (condition) => {
        await compare(
          `of apart ${condition}`,
          `SELECT id AS chosen_id, TRUE AS is_chosen FROM ${from} WHERE ${condition}`,
        );
      });

      it.each(SOURCES)('are read from %s', async (from) => {
        await compare(
          'source',
          `SELECT part.id AS chosen_id, part.is_new AS is_chosen FROM ${from} WHERE part.is_new = TRUE`,
        );
      });

      it('are read from common tables', async () => {
        const named =
          'WITH c (number, fresh) AS (SELECT id, is_new FROM part) SELECT number AS chosen_id, fresh AS is_chosen FROM c WHERE fresh = TRUE';
        await compare('source', named);
      });
    });
  },
);
