import type { DialectName } from '../../src/model';

/**
 * The sides of the search. They differ in the rows that a filter policy hides, of a person and of everything that belongs to one. The
 * third side does not have those rows.
 */
export const SIDES = ['left', 'right', 'without'] as const;
export type Side = (typeof SIDES)[number];

const LEAST = '-9223372036854775807 - 1';

/** id, name, city, dept, age, zero, big, code, pattern, js, born, boss, price */
const VISIBLE: readonly string[] = [
  "(1, 'vera', 'Oslo', 1, 31, 2, 70, '12', 'v', '{\"a\": 1}', DATE '2000-02-29', NULL, 1.50)",
  "(2, 'vito', 'Oslo', 1, 32, 3, 71, '13', '^v', '[1]', DATE '1999-12-31', 1, 2.50)",
  "(3, 'vala', 'Oslo', 1, 36, 4, 72, '14', 'a$', '{}', DATE '1985-06-15', 12, 3.50)",
  "(4, 'vidar', 'Oslo', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 11, NULL)",
];

/** The columns that a policy reads are the same on both sides with these rows. */
const HIDDEN: Readonly<Record<Side, readonly string[]>> = {
  left: [
    "(11, 'hans', 'Rome', 2, 33, 2, 73, '15', 'h', '{}', DATE '2000-01-01', 3, 4.50)",
    "(12, 'hilda', 'Rome', 2, 34, 3, 74, '16', 'h', '[2]', DATE '2000-01-02', 2, 5.50)",
    "(13, 'hugo', 'Rome', 2, 35, 4, 75, '17', 'o', '{}', DATE '2000-01-03', 11, 6.50)",
  ],
  right: [
    `(11, 'hy', 'Rome', 2, 900, 0, ${LEAST}, 'abc', '(', '{', DATE '9999-12-31', 12, 9999999999999999.99)`,
    "(12, 'heaven', 'Rome', 2, 1000000, 0, 9223372036854775807, '99999999999999999999', '[', 'x', DATE '0001-01-01', 1, -9999999999999999.99)",
    "(13, 'h', 'Rome', 2, -5, 0, -1, '2020-13-45', '*', '', DATE '9999-12-31', 2, 0.00)",
  ],
  without: [],
};

/** Hidden rows that are harmless and the same on both sides, and enough for data sources to use indexes. */
const FILLING: readonly string[] = Array.from({ length: 300 }, (_, index) => {
  return `(${1000 + index}, 'h${index}', 'Rome', 2, ${index % 20}, 1, 1, '1', 'h', '{}', DATE '2000-01-01', NULL, 1.00)`;
});

const NICKS: Readonly<Record<Side, readonly string[]>> = {
  left: ["(11, 'left', 3)", "(12, 'other', 4)"],
  right: [`(11, 'right', ${LEAST})`, '(12, NULL, -1)', `(13, 'abc', ${LEAST})`],
  without: [],
};

/** Links with one hidden end: 1 leads to 3 only through 11. */
const LINKS: Readonly<Record<Side, readonly string[]>> = {
  left: ['(1, 11, 5)', '(11, 3, 6)', '(2, 12, 7)', '(12, 13, 8)'],
  right: [`(1, 12, ${LEAST})`, `(12, 3, ${LEAST})`, '(2, 11, 0)', '(11, 4, 0)', '(4, 13, -1)'],
  without: [],
};

export function filteredTables(dialect: DialectName, side: Side): readonly string[] {
  const text = dialect === 'mysql' ? 'VARCHAR(40) COLLATE utf8mb4_general_ci' : 'VARCHAR(40)';
  return [
    `CREATE TABLE person (id INTEGER PRIMARY KEY, name ${text}, city ${text}, dept INTEGER, age INTEGER, zero INTEGER, big BIGINT, code ${text}, pattern ${text}, js ${text}, born DATE, boss INTEGER, price DECIMAL(18,2))`,
    `INSERT INTO person VALUES ${[...VISIBLE, ...HIDDEN[side], ...(side === 'without' ? [] : FILLING)].join(', ')}`,
    ...['age', 'city', 'dept', 'big'].map((column) => `CREATE INDEX person_${column} ON person (${column})`),
    'CREATE TABLE dept (dept_id INTEGER PRIMARY KEY, kind VARCHAR(20), size INTEGER)',
    "INSERT INTO dept VALUES (1, 'open', 10), (2, 'closed', 20), (3, 'open', 0)",
    'CREATE TABLE badge (badge_id INTEGER PRIMARY KEY, holder INTEGER)',
    'INSERT INTO badge VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 4)',
    'CREATE TABLE blocked (blocked_id INTEGER PRIMARY KEY)',
    `INSERT INTO blocked VALUES (11), (12), (13), (99), ${FILLING.map((_, index) => `(${1000 + index})`).join(', ')}`,
    'CREATE TABLE trip (trip_id INTEGER PRIMARY KEY, traveller INTEGER, place VARCHAR(20), cost INTEGER)',
    "INSERT INTO trip VALUES (21, 1, 'sea', 5), (22, 2, 'sea', 0), (23, 11, 'hill', 7), (24, 12, 'sea', 0), (25, 13, 'hill', 9), (26, NULL, 'hill', 1)",
    `CREATE TABLE nick (person INTEGER, nick ${text}, size BIGINT)`,
    `INSERT INTO nick VALUES ${["(1, 'one', 3)", "(1, 'two', 4)", "(2, 'one', 5)", ...NICKS[side]].join(', ')}`,
    'CREATE TABLE knows (one INTEGER, other INTEGER, weight BIGINT)',
    `INSERT INTO knows VALUES ${['(2, 3, 1)', '(3, 4, 2)', ...LINKS[side]].join(', ')}`,
  ];
}

/** The conditions of filter policies, by their role. All of them hide the same persons. */
export const RULES: Readonly<Record<string, string>> = {
  equality: "city = 'Oslo'",
  number: 'dept = 1',
  list: "city IN ('Oslo', 'Bergen')",
  pattern: "name LIKE 'v%'",
  path: "`in_dept[dept].kind` = 'open'",
  many: '`has_badge[badge].badge_id` > 0',
  exists: 'EXISTS (SELECT 1 FROM badge b WHERE b.holder = person.id)',
  without: 'id NOT IN (SELECT blocked_id FROM blocked)',
  maximum: "dept = (SELECT MAX(d.dept_id) FROM dept d WHERE d.kind = 'open' AND d.size > 0)",
};

export const FILTERED_MODEL = `
CREATE PROPERTY twice bigint AS SELECT big * 2;
CREATE CONCEPT being (name string);
CREATE CONCEPT dept (dept_id integer, kind string, size integer, staff_sum measure bigint, PRIMARY KEY (dept_id),
  CONSTRAINT staffs FOREIGN KEY (dept_id) REFERENCES person (dept) INVERSEOF in_dept);
CREATE CONCEPT person (id integer, city string, dept integer, age integer, zero integer, big bigint, code string, pattern string,
  js string, born date, boss integer, price decimal(18,2), code_no bigint, twice bigint, big_sum measure bigint,
  PRIMARY KEY (id), LABEL (name), CONSTRAINT nick MULTIVALUE string, CONSTRAINT nick_size MULTIVALUE bigint,
  CONSTRAINT works_for FOREIGN KEY (boss) REFERENCES person (id) INVERSEOF leads TRANSITIVE(5),
  CONSTRAINT knows MULTIREFERENCE person INVERSEOF known_by TRANSITIVE(5)) INHERITS (being);
CREATE CONCEPT veteran INHERITS (person) FROM dsvc.person WHERE big + 1 > 2;
CREATE CONCEPT badge (badge_id integer, holder integer, PRIMARY KEY (badge_id),
  CONSTRAINT held_by FOREIGN KEY (holder) REFERENCES person (id) INVERSEOF has_badge);
CREATE CONCEPT blocked (blocked_id integer, PRIMARY KEY (blocked_id));
CREATE CONCEPT trip (trip_id integer, traveller integer, place string, cost integer, PRIMARY KEY (trip_id),
  CONSTRAINT made_by FOREIGN KEY (traveller) REFERENCES person (id) INVERSEOF made);
CREATE MEASURE big_sum bigint AS SELECT SUM(big + 1);
CREATE MEASURE staff_sum bigint AS SELECT SUM(\`staffs[person].big\` * 2);
CREATE MAPPING map_person INTO (person) AS SELECT id, name, city, dept, age, zero, big, code, pattern, js, born, boss, price, CAST(code AS SIGNED) AS code_no FROM person;
CREATE MAPPING map_dept INTO (dept) AS SELECT dept_id, kind, size FROM dept;
CREATE MAPPING map_badge INTO (badge) AS SELECT badge_id, holder FROM badge;
CREATE MAPPING map_blocked INTO (blocked) AS SELECT blocked_id FROM blocked;
CREATE MAPPING map_trip INTO (trip) AS SELECT trip_id, traveller, place, cost FROM trip;
CREATE MAPPING map_nick INTO (person) AS SELECT person AS id, nick, size AS nick_size FROM nick;
CREATE MAPPING map_knows (CONSTRAINT known_by FOREIGN KEY (one) REFERENCES person (id), CONSTRAINT knows FOREIGN KEY (other) REFERENCES person (id))
  AS SELECT one, other, weight FROM knows;
CREATE VIEW people AS SELECT id, name, city, dept, age, zero, big, code, pattern, js, born FROM person;
CREATE VIEW grown AS SELECT id, name, big * 2 AS size FROM person;
CREATE CUBE sizes AS SELECT city, age, big FROM person;
${Object.entries(RULES)
  .map(([role, rule]) => `CREATE POLICY hides_by_${role} FILTER person WHERE ${rule} TO ROLE \`${role}\`;`)
  .join('\n')}
`;
