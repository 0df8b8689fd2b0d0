import { PASS_NAMES } from '../../src/compiler/optimize';
import type { DialectName } from '../../src/model';
import { onEachEngine, statementsOf } from '../support/prove-rows';

/** The number stored for each id in a boolean property; id 6 has none. */
const NUMBERS = [0, 1, 5, -1, 0, 2] as const;
const COLUMNS: Readonly<Record<DialectName, readonly string[]>> = {
  mysql: ['TINYINT(1)', 'BIT(8)', 'DECIMAL(4,1)', 'DOUBLE'],
  duckdb: ['TINYINT', 'HUGEINT', 'DECIMAL(4,1)', 'DOUBLE'],
  postgresql: ['SMALLINT', 'NUMERIC(38, 0)', 'DECIMAL(4,1)', 'DOUBLE PRECISION'],
};

const tables = (dialect: DialectName): readonly string[] =>
  COLUMNS[dialect].flatMap((type, index) => [
    `CREATE TABLE flags${index} (id INTEGER PRIMARY KEY, f ${type})`,
    ...NUMBERS.map((n, id) => `INSERT INTO flags${index} VALUES (${id}, ${type.startsWith('BIT') ? Math.abs(n) : n})`),
    `INSERT INTO flags${index} VALUES (6, NULL)`,
  ]);

const SCRIPT = `
  CREATE CONCEPT any_flag (id integer, flag boolean, PRIMARY KEY (id));
  CREATE CONCEPT state (flag boolean, PRIMARY KEY (flag));
  CREATE CONCEPT copy (id integer, flag boolean, kept boolean, PRIMARY KEY (id));
  CREATE MAPPING of_copy INTO (copy) AS SELECT id, f AS flag, f > 1 AS kept FROM flags0;
  CREATE MAPPING of_state INTO (state) AS SELECT DISTINCT f AS flag FROM flags0 WHERE f < 2 AND f > -1;
  ${[0, 1, 2, 3]
    .map(
      (
        n,
      ) => `CREATE CONCEPT flag${n} (CONSTRAINT in_state${n} FOREIGN KEY (flag) REFERENCES state (flag) INVERSEOF has${n}) INHERITS (any_flag);
      CREATE MAPPING of_flag${n} INTO (flag${n}) AS SELECT id, f AS flag FROM flags${n};`,
    )
    .join('\n')}`;

const [TRUE, FALSE, NONE] = [[1, 2, 3, 5], [0, 4], [6]]; // prettier-ignore
const CONDITIONS: readonly (readonly [condition: string, ids: readonly number[]])[] = [
  ['flag', TRUE], ['NOT flag', FALSE], ['flag = TRUE', TRUE], ['TRUE = flag', TRUE], ['flag = 1', TRUE], ["flag = '1'", TRUE],
  ["flag = 'true'", TRUE], ['flag = FALSE', FALSE], ["flag = 'false'", FALSE], ['flag = 0', FALSE], ['flag <> TRUE', FALSE],
  ['flag <> 0', TRUE], ['flag IN (TRUE)', TRUE], ['flag IN (1, TRUE)', TRUE], ['flag IN (0)', FALSE], ["flag IN ('true', 'false')", [...FALSE, ...TRUE]],
  ['flag NOT IN (TRUE)', FALSE], ['flag IS TRUE', TRUE], ['flag IS NOT TRUE', [...FALSE, ...NONE]], ['flag IS FALSE', FALSE],
  ['flag IS UNKNOWN', NONE], ['flag IS NULL', NONE], ['flag IS NOT NULL', [...FALSE, ...TRUE]], ['flag <=> TRUE', TRUE], ['flag <=> NULL', NONE],
  ['flag > FALSE', TRUE], ['flag >= TRUE', TRUE], ['flag < TRUE', FALSE], ['flag BETWEEN TRUE AND TRUE', TRUE], ['flag AND id < 3', [1, 2]],
  ['CASE flag WHEN TRUE THEN 1 ELSE 0 END = 1', TRUE], ['CASE WHEN flag THEN 1 ELSE 0 END = 0', [...FALSE, ...NONE]], ['IF(flag, 1, 2) = 1', TRUE],
  ["flag LIKE '1'", TRUE], ['flag + 1 = 2', TRUE], ['COALESCE(flag, TRUE) = TRUE', [...TRUE, ...NONE]], ['flag = (id > 4)', [0, 4, 5]],
  ['flag IN (SELECT s.flag FROM state s WHERE s.flag)', TRUE], ['flag = ANY (SELECT s.flag FROM state s WHERE NOT s.flag)', FALSE],
  ['EXISTS (SELECT 1 FROM copy c WHERE c.flag = flag AND c.flag AND c.id = 2)', [...FALSE, ...TRUE, ...NONE]],
]; // prettier-ignore

onEachEngine('boolean_numbers', tables, (dialect, test) => {
  const { rows, compile } = statementsOf(SCRIPT, dialect, test);
  const sorted = (ids: readonly unknown[]): string => ids.map(Number).toSorted((a, b) => a - b).join(); // prettier-ignore

  it('treats any number except 0 as true in every condition, whatever the type of the column', async () => {
    const wrong: string[] = [];
    for (const [condition, ids] of CONDITIONS)
      for (const concept of ['flag0', 'flag1', 'flag2', 'flag3', 'copy'])
        for (const off of [[], PASS_NAMES]) {
          const sql = `SELECT id FROM ${concept} WHERE ${condition}`;
          const found = await rows(sql, off).then((all) => sorted(all.map(([id]) => id)), String);
          if (found !== sorted(ids)) wrong.push(`${sql}: ${found}`);
        }
    expect(wrong).toEqual([]);
  });

  it('groups, sorts, joins and unites by the values that responses show', async () => {
    for (const n of [0, 1, 2, 3]) {
      const grouped = await rows(`SELECT flag, COUNT(*) FROM flag${n} GROUP BY flag ORDER BY flag`);
      expect(grouped).toEqual([[null, 1], [false, 2], [true, 4]]); // prettier-ignore
      expect(await rows(`SELECT COUNT(DISTINCT flag), SUM(flag), MAX(flag) FROM flag${n}`)).toEqual([[2, 4, expect.anything()]]); // prettier-ignore
      const ids = await rows(`SELECT id FROM flag${n} WHERE flag IS NOT NULL ORDER BY flag DESC, id`);
      expect(ids.map(([id]) => id)).toEqual([...TRUE, ...FALSE]);
      const related = await rows(`SELECT \`in_state${n}[state].flag\`, COUNT(*) FROM flag${n} GROUP BY \`in_state${n}[state].flag\` HAVING \`in_state${n}[state].flag\``); // prettier-ignore
      expect(related).toEqual([[true, 4]]);
      const joined = await rows(`SELECT f.id, c.id FROM flag${n} f JOIN copy c ON c.flag = f.flag WHERE f.id = 5 ORDER BY 2`); // prettier-ignore
      expect(joined).toEqual(TRUE.map((id) => [5, id]));
    }
    const united = await rows('SELECT DISTINCT flag FROM any_flag ORDER BY flag');
    expect(united).toEqual([[null], [false], [true]]);
    const ofParent = await rows('SELECT id FROM any_flag WHERE flag GROUP BY id ORDER BY id');
    expect(ofParent.map(([id]) => id)).toEqual(TRUE);
    expect(await rows('SELECT entity_id FROM state ORDER BY 1')).toEqual([['0'], ['1']]);
  });

  it('compares the column itself, so that an index applies', () => {
    const where = (condition: string): string => compile(`SELECT id FROM flag0 WHERE ${condition}`).sql.split('WHERE ')[1]!;
    expect(where('flag = TRUE')).toMatch(/^\S+f. <> 0$/);
    expect(where("flag = 'false'")).toMatch(/^\S+f. = 0$/);
    expect(where('flag IN (TRUE)')).toMatch(/^\S+f. <> 0$/);
    expect(where('flag IS NULL')).toMatch(/^\S+f. IS NULL$/);
  }); // prettier-ignore

  it('keeps a mapping that is already a comparison', async () => {
    expect(compile('SELECT kept FROM copy WHERE kept = TRUE').sql).not.toContain('<> 0');
    expect((await rows('SELECT id FROM copy WHERE kept ORDER BY id')).map(([id]) => id)).toEqual([2, 5]);
  });
});
