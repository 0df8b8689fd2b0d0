import { PASS_NAMES, type PassName } from '../../src/compiler/optimize';
import { type Cell } from '../../src/model';
import { compileText, ontologyOf } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

const SCRIPT = `
CREATE CONCEPT happening (happening_id integer, at timestamp, remark string, PRIMARY KEY (happening_id), LABEL (remark));
CREATE CONCEPT payment (amount decimal(10,2)) INHERITS (happening);
CREATE CONCEPT visit (pages integer) INHERITS (happening);
CREATE CONCEPT long_visit INHERITS (visit);
CREATE CONCEPT short_visit INHERITS (visit);
CREATE CONCEPT bounce INHERITS (visit);
CREATE MAPPING map_payment INTO (payment) AS SELECT id AS happening_id, paid_at AS at, note AS remark, amount FROM payments;
CREATE MAPPING map_long INTO (long_visit) AS SELECT id AS happening_id, seen_at AS at, page AS remark, pages FROM visits WHERE kind = 'long';
CREATE MAPPING map_short INTO (short_visit) AS SELECT id AS happening_id, seen_at AS at, page AS remark FROM visits WHERE kind = 'short';
CREATE MAPPING map_bounce INTO (bounce) AS SELECT id AS happening_id, seen_at AS at, page AS remark, 0 AS pages FROM visits WHERE kind = 'bounce';
`;

const TABLES = [
  'CREATE TABLE payments (id INTEGER PRIMARY KEY, paid_at TIMESTAMP NOT NULL, note VARCHAR(20), amount DECIMAL(10, 2))',
  'CREATE TABLE visits (id INTEGER PRIMARY KEY, seen_at TIMESTAMP NOT NULL, page VARCHAR(20), kind VARCHAR(10), pages INTEGER)', // prettier-ignore
  ...Array.from({ length: 12 }, (_, n) => `INSERT INTO payments VALUES (${n + 1}, '2024-01-${10 + n} 10:00:00', ${n % 4 === 0 ? 'NULL' : `'note ${n}'`}, ${n}.50)`), // prettier-ignore
  ...Array.from({ length: 16 }, (_, n) => `INSERT INTO visits VALUES (${n + 101}, '2024-01-${10 + n} 12:00:00', ${n % 5 === 0 ? 'NULL' : `'page ${n}'`}, ${['NULL', "'long'", "'short'", "'bounce'"][n % 4]}, ${n})`), // prettier-ignore
];

interface Case {
  readonly name: string;
  readonly sql: string;
  readonly rows: number;
  /** What the optimised statement looks like, and what it does not look like without the pass. */
  readonly pass: PassName;
  readonly shape: RegExp;
}

const CASES: readonly Case[] = [
  {
    name: 'the first page of a parent reads a page of each branch',
    sql: 'SELECT happening_id, entity_type, remark FROM happening ORDER BY at DESC, happening_id LIMIT 5',
    rows: 5,
    pass: 'push-slices',
    shape: /DESC, \S+id. LIMIT 5\) UNION ALL/,
  },
  {
    name: 'a later page reads what is before it too',
    sql: 'SELECT happening_id, remark FROM happening ORDER BY remark IS NULL, remark, happening_id LIMIT 4 OFFSET 6',
    rows: 4,
    pass: 'push-slices',
    shape: /LIMIT 10\) UNION ALL/,
  },
  {
    name: 'a page of one type',
    sql: "SELECT happening_id FROM happening WHERE entity_type <> 'bounce' AND happening_id > 3 ORDER BY happening_id LIMIT 3",
    rows: 3,
    pass: 'push-slices',
    shape: /LIMIT 3\) UNION ALL/,
  },
  {
    name: 'a count adds up the counts of the branches',
    sql: 'SELECT COUNT(*) AS n FROM happening WHERE happening_id > 2',
    rows: 1,
    pass: 'push-counts',
    shape: /^SELECT \(SELECT COUNT\(\*\).*\) \+ \(SELECT COUNT\(\*\)/,
  },
  {
    name: 'a count of values passes over NULL and over branches without the property',
    sql: 'SELECT COUNT(amount) FROM esvc.happening',
    rows: 1,
    pass: 'push-counts',
    shape: /\) \+ \(SELECT/,
  },
  {
    name: 'types of one table come from one scan',
    sql: 'SELECT happening_id, entity_type, remark, pages FROM visit',
    rows: 12,
    pass: 'merge-branches',
    shape: /^(?!.*UNION ALL).*CASE WHEN.*IN \('long', 'short', 'bounce'\)/,
  },
  {
    name: 'a group over types of one table',
    sql: 'SELECT entity_type, COUNT(*), MAX(remark) FROM visit GROUP BY entity_type',
    rows: 3,
    pass: 'merge-branches',
    shape: /^(?!.*UNION ALL)/,
  },
];

onEachEngine('branches', TABLES, (dialect, test) => {
  const ontology = ontologyOf(SCRIPT, dialect);
  const compile = (sql: string, off: readonly PassName[]) =>
    compileText(ontology, sql, dialect, { off, findTable: test().findTable });
  const rows = async (sql: string, off: readonly PassName[]): Promise<readonly (readonly Cell[])[]> =>
    rowsOf(test().engine, compile(sql, off));

  it.each(CASES)('$name', async ({ sql, rows: count, pass, shape }) => {
    const all = await rows(sql, []);
    const sorted = (answer: typeof all): typeof all =>
      sql.includes('ORDER BY') ? answer : answer.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    expect(all).toHaveLength(count);
    expect(sorted(await rows(sql, [pass]))).toEqual(sorted(all));
    expect(sorted(await rows(sql, PASS_NAMES))).toEqual(sorted(all));
    expect(compile(sql, []).sql).toMatch(shape);
    expect(compile(sql, [pass]).sql).not.toMatch(shape);
  });

  it('reads no row twice that is of no type', async () => {
    expect(await rows('SELECT COUNT(*) FROM visit', [])).toEqual([[12]]);
  });
});
