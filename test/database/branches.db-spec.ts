import { PASS_NAMES, type PassName } from '../../src/compiler/optimize';
import { type DialectName } from '../../src/model';
import { onEachEngine, statementsOf } from '../support/prove-rows';

/** Whether each of four pages, and a count, is split by branch. */
const PUSHED: Readonly<Record<DialectName, readonly boolean[]>> = {
  mysql: [true, true, true, true, true],
  duckdb: [false, false, false, false, false],
  postgresql: [true, true, true, true, true],
};

const SCRIPT = `
CREATE CONCEPT person (person_id integer, name string, PRIMARY KEY (person_id), LABEL (name));
CREATE CONCEPT happening (happening_id integer, at timestamp, remark string, person_id integer, after_id integer,
  PRIMARY KEY (happening_id), LABEL (remark),
  CONSTRAINT of_person FOREIGN KEY (person_id) REFERENCES person (person_id) INVERSEOF took_part,
  CONSTRAINT follows FOREIGN KEY (after_id) REFERENCES happening (happening_id) INVERSEOF led_to);
CREATE MAPPING map_person INTO (person) AS SELECT id AS person_id, name FROM people;
CREATE CONCEPT payment (amount decimal(10,2)) INHERITS (happening);
CREATE CONCEPT visit (pages integer) INHERITS (happening);
CREATE CONCEPT long_visit INHERITS (visit);
CREATE CONCEPT short_visit INHERITS (visit);
CREATE CONCEPT bounce INHERITS (visit);
CREATE MAPPING map_payment INTO (payment) AS SELECT id AS happening_id, paid_at AS at, note AS remark, amount, person_id, after_id FROM payments;
CREATE MAPPING map_long INTO (long_visit) AS SELECT id AS happening_id, seen_at AS at, page AS remark, pages, person_id, after_id FROM visits WHERE kind = 'long';
CREATE MAPPING map_short INTO (short_visit) AS SELECT id AS happening_id, seen_at AS at, page AS remark, person_id, after_id FROM visits WHERE kind = 'short';
CREATE MAPPING map_bounce INTO (bounce) AS SELECT id AS happening_id, seen_at AS at, page AS remark, 0 AS pages, person_id, after_id FROM visits WHERE kind = 'bounce';
CREATE CONCEPT paper (paper_id integer, words string, PRIMARY KEY (paper_id));
CREATE CONCEPT bill INHERITS (paper);
CREATE CONCEPT leaflet INHERITS (paper);
CREATE MAPPING map_bill INTO (bill) AS SELECT id AS paper_id, note AS words FROM payments;
CREATE MAPPING map_leaflet INTO (leaflet) AS SELECT id AS paper_id, page AS words FROM visits;
CREATE CONCEPT voucher (voucher_id integer, person_id integer, PRIMARY KEY (voucher_id),
  CONSTRAINT owned_by FOREIGN KEY (person_id) REFERENCES person (person_id) INVERSEOF owns);
CREATE CONCEPT ticket INHERITS (voucher);
CREATE CONCEPT pass INHERITS (voucher);
CREATE CONCEPT flyer INHERITS (voucher);
CREATE MAPPING map_ticket INTO (ticket) AS SELECT id AS voucher_id, person_id FROM payments;
CREATE MAPPING map_pass INTO (pass) AS SELECT id AS voucher_id, person_id FROM visits;
CREATE MAPPING map_flyer INTO (flyer) AS SELECT id AS voucher_id FROM visits;
`;

const TABLES = [
  'CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR(20))',
  "INSERT INTO people VALUES (0, 'Ann'), (1, 'Bo'), (2, 'Cy'), (3, 'Di')",
  'CREATE TABLE payments (id INTEGER PRIMARY KEY, paid_at TIMESTAMP NOT NULL, note VARCHAR(20), amount DECIMAL(10, 2), person_id INTEGER, after_id INTEGER, FOREIGN KEY (person_id) REFERENCES people (id))', // prettier-ignore
  'CREATE TABLE visits (id INTEGER PRIMARY KEY, seen_at TIMESTAMP NOT NULL, page VARCHAR(20), kind VARCHAR(10), pages INTEGER, person_id INTEGER, after_id INTEGER, FOREIGN KEY (person_id) REFERENCES people (id))', // prettier-ignore
  ...Array.from({ length: 12 }, (_, n) => `INSERT INTO payments VALUES (${n + 1}, '2024-01-${10 + n} 10:00:00', ${n % 4 === 0 ? 'NULL' : `'note ${n}'`}, ${n}.50, ${n % 3}, ${n === 0 ? 'NULL' : n + 100})`), // prettier-ignore
  ...Array.from({ length: 16 }, (_, n) => `INSERT INTO visits VALUES (${n + 101}, '2024-01-${10 + n} 12:00:00', ${n % 5 === 0 ? 'NULL' : `'page ${n}'`}, ${['NULL', "'long'", "'short'", "'bounce'"][n % 4]}, ${n}, ${n % 5 === 4 ? 'NULL' : n % 5}, ${n + 1})`), // prettier-ignore
];

interface Case {
  readonly name: string;
  readonly sql: string;
  readonly rows: number;
  /** The pass, and a shape that the statement matches with the pass only. */
  readonly pass: PassName;
  readonly shape: RegExp;
  /** Set when the pass is useful to these engines only. */
  readonly dialects?: readonly DialectName[];
  /** The pass must not change the statement. */
  readonly isKept?: true;
}

const CASES: readonly Case[] = [
  {
    name: 'the first page of a parent reads a page of each branch',
    sql: 'SELECT happening_id, entity_type, remark FROM happening ORDER BY at DESC, happening_id LIMIT 5',
    rows: 5,
    pass: 'push-slices',
    shape: /DESC, \S+id. LIMIT 5\) UNION ALL/,
    dialects: ['mysql'],
  },
  {
    name: 'a first page by a number builds ids for the page alone',
    sql: 'SELECT entity_id, words FROM paper ORDER BY paper_id DESC LIMIT 5',
    rows: 5,
    pass: 'push-slices',
    shape: /DESC LIMIT 5\) UNION ALL/,
  },
  {
    name: 'a later page reads what is before it too',
    sql: 'SELECT happening_id, remark FROM happening ORDER BY remark IS NULL, remark, happening_id LIMIT 4 OFFSET 6',
    rows: 4,
    pass: 'push-slices',
    shape: /LIMIT 10\) UNION ALL/,
    dialects: ['mysql'],
  },
  {
    name: 'a page of one type',
    sql: "SELECT happening_id FROM happening WHERE entity_type <> 'bounce' AND happening_id > 3 ORDER BY happening_id LIMIT 3",
    rows: 3,
    pass: 'push-slices',
    shape: /LIMIT 3\) UNION ALL/,
    dialects: ['mysql'],
  },
  {
    name: 'a count adds up the counts of the branches',
    sql: 'SELECT COUNT(*) AS n FROM happening WHERE happening_id > 2',
    rows: 1,
    pass: 'push-counts',
    shape: /^SELECT \(SELECT COUNT\(\*\).*\) \+ \(SELECT COUNT\(\*\)/,
    dialects: ['mysql', 'postgresql'],
  },
  {
    name: 'a count of values passes over NULL and over branches without the property',
    sql: 'SELECT COUNT(amount) FROM esvc.happening',
    rows: 1,
    pass: 'push-counts',
    shape: /\) \+ \(SELECT/,
    dialects: ['mysql', 'postgresql'],
  },
  {
    name: 'a page of a parent with a path joins in each branch',
    sql: 'SELECT happening_id, remark, `of_person[person].name` FROM happening ORDER BY at, happening_id LIMIT 5',
    rows: 5,
    pass: 'join-below-union',
    shape: /LEFT JOIN .* LIMIT 5\) UNION ALL \(SELECT .* LEFT JOIN/,
    dialects: ['mysql'],
  },
  {
    name: 'a path to a parent looks into each branch by its index',
    sql: "SELECT name, `took_part[happening].remark`, COUNT(*) FROM person WHERE name LIKE 'A%' AND `took_part[happening].happening_id` > 3 GROUP BY name, `took_part[happening].remark`",
    rows: 4,
    pass: 'join-below-union',
    shape: /JOIN .payments. .* UNION ALL .* JOIN .visits./,
    dialects: ['mysql'],
  },
  {
    name: 'a parent joined with a parent joins branch with branch',
    sql: 'SELECT happening_id, `follows[happening].happening_id`, `follows[happening].entity_type` FROM happening WHERE `follows[happening].happening_id` < 110 AND person_id = 1',
    rows: 5,
    pass: 'join-below-union',
    shape: /JOIN .payments. .* UNION ALL .* JOIN .visits./,
    dialects: ['mysql'],
  },
  {
    name: 'a path from few rows to a parent reads only the possible matches of each branch',
    sql: "SELECT name, `took_part[happening].remark`, COUNT(*) FROM person WHERE name LIKE '%i' OR person_id = 0 GROUP BY name, `took_part[happening].remark`",
    rows: 6,
    pass: 'semi-join-branches',
    shape: /FROM .payments. .* IN \(SELECT .* UNION ALL .*FROM .visits. .* IN \(SELECT/,
    dialects: ['mysql'],
  },
  {
    name: 'a path from a page to a parent reads only the possible matches of each branch',
    sql: 'SELECT name, `took_part[happening].happening_id` FROM person ORDER BY name DESC, person_id, `took_part[happening].happening_id` LIMIT 4 OFFSET 1',
    rows: 4,
    pass: 'semi-join-branches',
    shape: /IN \(SELECT .*ORDER BY \S+name. DESC, \S+id. LIMIT 5\) AS .page.\) UNION ALL/,
    dialects: ['mysql'],
  },
  {
    name: 'a page whose order does not determine its rows is not changed',
    sql: 'SELECT person_id, `took_part[happening].happening_id` FROM person ORDER BY LENGTH(name), `took_part[happening].happening_id`, person_id LIMIT 5',
    rows: 5,
    pass: 'semi-join-branches',
    shape: /^(?!.* IN \(SELECT)/,
    isKept: true,
  },
  {
    name: 'IS NULL over a path to a parent still finds the rows without a parent',
    sql: "SELECT name, `took_part[happening].follows[happening].remark` FROM person WHERE name < 'E' AND `took_part[happening].follows[happening].happening_id` IS NULL",
    rows: 6,
    pass: 'semi-join-branches',
    shape: / IN \(SELECT/,
    dialects: ['mysql'],
  },
  {
    name: 'a path to a parent omits a branch without its key',
    sql: "SELECT name, `owns[voucher].voucher_id` FROM person WHERE name IN ('Bo', 'Di')",
    rows: 10,
    pass: 'semi-join-branches',
    shape: /^(?!.*map_flyer).*map_pass/,
    dialects: ['mysql'],
  },
  {
    name: 'columns of a derived table that are not read are not computed',
    sql: 'SELECT d.remark FROM (SELECT remark, entity_type, COUNT(*) AS n FROM happening GROUP BY remark, entity_type) d',
    rows: 22,
    pass: 'drop-columns',
    shape: /^(?!.*COUNT)/,
  },
  {
    name: 'an aggregate of all rows returns its row even if it is not read',
    sql: 'SELECT p.person_id FROM person p CROSS JOIN (SELECT COUNT(*) AS n FROM happening WHERE happening_id < 0) d',
    rows: 4,
    pass: 'drop-columns',
    shape: /COUNT/,
    isKept: true,
  },
  {
    name: 'the rows of branches are returned unchanged',
    sql: 'SELECT entity_type AS kind, remark, remark AS again, at FROM happening WHERE person_id = 1',
    rows: 7,
    pass: 'lift-unions',
    shape: /^SELECT 'payment' AS `kind`.* UNION ALL (?!.* AS `happening`$)/,
    dialects: ['mysql'],
  },
  {
    name: 'the rows of branches that are sorted are put together',
    sql: 'SELECT entity_type, remark FROM happening WHERE person_id = 1 ORDER BY at, happening_id',
    rows: 7,
    pass: 'lift-unions',
    shape: /AS `happening` ORDER BY/,
    dialects: ['mysql'],
    isKept: true,
  },
  {
    name: 'types of one table come from one scan',
    sql: 'SELECT happening_id, entity_type, remark, pages FROM visit',
    rows: 12,
    pass: 'merge-branches',
    // PostgreSQL infers the type of each parameter from the column beside it, so a list becomes comparisons
    shape: /^(?!.*UNION ALL).*CASE WHEN.*(?:IN \('long', 'short', 'bounce'\)|= \$1 OR \S+ = \$2 OR \S+ = \$3$)/,
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
  const { compile, rows } = statementsOf(SCRIPT, dialect, test);

  it.each(CASES)('$name', async ({ sql, rows: count, pass, shape, dialects, isKept }) => {
    const all = await rows(sql, []);
    const sorted = (answer: typeof all): typeof all =>
      sql.includes('ORDER BY') ? answer : answer.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    expect(all).toHaveLength(count);
    expect(sorted(await rows(sql, [pass]))).toEqual(sorted(all));
    expect(sorted(await rows(sql, PASS_NAMES))).toEqual(sorted(all));
    if (dialects?.includes(dialect) === false) return;
    expect(compile(sql, []).sql).toMatch(shape);
    if (isKept) expect(compile(sql, [pass]).sql).toMatch(shape);
    else expect(compile(sql, [pass]).sql).not.toMatch(shape);
  });

  it('splits pages and counts by branch only where that is faster', () => {
    const isPushed = (sql: string): boolean =>
      compile(sql, []).sql !== compile(sql, ['push-slices', 'push-counts']).sql;
    const statements = [
      'SELECT paper_id, words FROM paper ORDER BY paper_id LIMIT 5',
      'SELECT entity_id FROM paper ORDER BY words, paper_id LIMIT 5',
      'SELECT entity_id FROM paper ORDER BY paper_id LIMIT 5 OFFSET 50',
      'SELECT entity_id FROM happening ORDER BY at, happening_id LIMIT 5',
      'SELECT COUNT(*) AS n FROM happening',
    ];
    expect(statements.map(isPushed)).toEqual(PUSHED[dialect]);
  });

  it('unites keys before it joins values of another table when all rows are needed', async () => {
    const sql = 'SELECT `of_person[person].name` AS name, COUNT(*) AS n FROM happening GROUP BY name';
    expect(compile(sql, []).sql).toMatch(/UNION ALL .* LEFT JOIN/);
    expect(compile(sql, []).sql).not.toMatch(/LEFT JOIN .* UNION ALL/);
    expect((await rows(sql, [])).length).toBeGreaterThan(2);
  });

  it('reads a row of no type only once', async () => {
    expect(await rows('SELECT COUNT(*) FROM visit', [])).toEqual([[12]]);
  });
});
