import { createHash } from 'node:crypto';
import type { DialectName } from '../../src/model';

/** A cell of a table as SQL. */
type Value = string;

/** The values of one person that only callers with UNMASK may learn. */
interface Secrets {
  readonly email: Value;
  readonly password: Value;
  readonly code: Value;
  readonly part: Value;
  readonly gone: Value;
  readonly age: Value;
  readonly paid: Value;
  readonly ratio: Value;
  readonly born: Value;
  readonly seen: Value;
  readonly clock: Value;
  readonly vip: Value;
  readonly login: Value;
  readonly kept: Value;
}

/**
 * The sides of the search, which differ in the values of masked columns. Both sides have NULL in the same cells, and the values of
 * `part` have the same mask.
 */
export type Side = 'left' | 'right';

const text = (value: string | null): Value => (value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`);

const EMAILS: Readonly<Record<Side, readonly (string | null)[]>> = {
  left: ['ann@x.no', 'ann@x.no', '12', null, '', '2024-02-29', '{"a": [1, 2]}'],
  right: ['zoe@example.org', 'Bob', '-7.5', null, 'ann@x.no', 'XXXXXXXXX', '%_[a-z]^\\'],
};
const PARTS: Readonly<Record<Side, readonly (string | null)[]>> = {
  left: ['abcdefgh', 'abcdefgh', 'ab', null, '', '12345', 'Q--no'],
  right: ['aXXXXXgh', 'a123gh', 'zz', null, 'x', '1999945', 'Q99no'],
};
const LOGINS: Readonly<Record<Side, readonly (string | null)[]>> = {
  left: ['a1', 'b2', 'c3', null, 'd4', 'a1', 'x9'],
  right: ['z|9', 'y\\8', '7', null, 'b2', 'z|9', 'q'],
};
const NUMBERS: Readonly<Record<Side, readonly (number | null)[]>> = {
  left: [18, 30, 30, null, 65, 2, -1],
  right: [99, 18, 40, null, 20, 17, 0],
};
const DATES: Readonly<Record<Side, readonly (string | null)[]>> = {
  left: ['1970-01-01', '2000-02-29', '2000-02-29', null, '1999-12-31', '2024-02-29', '1985-06-15'],
  right: ['2024-02-29', '1970-01-01', '1985-06-15', null, '2024-02-29', '1999-12-31', '2000-02-29'],
};
const HASHED: Readonly<Record<Side, readonly string[]>> = { left: ['one', 'two'], right: ['zwei', 'eins'] };
const PEOPLE = [0, 1, 2, 3, 4, 5, 6];

/** Returns names for the keyed hashes of the values of a side. The values of both sides at one position have the same name. */
export function hashesOf(side: Side, key: string): ReadonlyMap<string, string> {
  const hash = (value: string): string => createHash('sha256').update(`${key}${value}`).digest('hex');
  const named: Readonly<Record<string, readonly (string | null)[]>> = { login: LOGINS[side], kept: HASHED[side] };
  return new Map(
    Object.entries(named).flatMap(([name, values]) => {
      const known = [...new Set(values)].filter((value) => value !== null);
      return known.map((value, index) => [hash(value), `hash of ${name} ${index}`] as const);
    }),
  );
}

/** Values of either side, and one of neither, to compare masked properties with. */
export const GUESSES: Readonly<Record<string, readonly string[]>> = {
  string: ["'ann@x.no'", "'abcdefgh'", "'Bob'", "'a1'", "'XXXXXXXXX'"],
  number: ['18', '30', '99'],
  date: ["'2024-02-29'", "'1970-01-01'"],
  timestamp: ["'2024-02-29 12:00:00'", "'1970-01-01 12:00:00'"],
  time: ["'12:00:18'", "'12:00:30'"],
  boolean: ['TRUE', 'FALSE'],
};

function secretsOf(side: Side, person: number): Secrets {
  const [email = null, part = null, login = null, age = null, born = null] = [
    EMAILS,
    PARTS,
    LOGINS,
    NUMBERS,
    DATES,
  ].map((values: Readonly<Record<Side, readonly (string | number | null)[]>>) => values[side][person] ?? null);
  const known = age === null ? null : Number(age);
  const of = (make: (known: number) => Value): Value => (known === null ? 'NULL' : make(known));
  const written = (value: string | number | null): Value => text(value === null ? null : String(value));
  return {
    email: written(email),
    password: written(email === null ? null : `${email}!`),
    code: written(login),
    part: written(part),
    gone: written(part),
    age: of(String),
    paid: of((years) => `${years}.25`),
    ratio: of((years) => `${years}e10`),
    born: written(born),
    seen: written(born === null ? null : `${born} 12:00:00`),
    clock: of((years) => `'12:00:${String(Math.abs(years) % 60).padStart(2, '0')}'`),
    vip: of((years) => (years > 29 ? 'TRUE' : 'FALSE')),
    login: written(login),
    kept: written(HASHED[side][person % 2] ?? null),
  };
}

/**
 * Returns statements that create the tables. The columns whose names begin with `z_` contain the masked values, and differ between the
 * sides.
 */
export function maskedTables(dialect: DialectName, side: Side): readonly string[] {
  const binary = dialect === 'mysql' ? ' COLLATE utf8mb4_bin' : '';
  const people = PEOPLE.map((index) => {
    const of = secretsOf(side, index);
    const open = [index + 1, text(`person ${index % 3}`), text(index % 2 === 0 ? 'Oslo' : 'Rome'), index === 0 ? 'NULL' : index]; // prettier-ignore
    return `(${[...open, of.email, of.password, of.code, of.part, of.gone, of.age, of.paid, of.ratio, of.born, of.seen, of.clock, of.vip, of.login, of.kept].join(', ')})`; // prettier-ignore
  });
  const logins = [...new Set(LOGINS[side].filter((login) => login !== null))];
  const accounts = logins.map((login, index) => `(${text(login)}, ${index + 1}, 'note ${index % 2}', ${NUMBERS[side][index] ?? 0})`); // prettier-ignore
  const uses = [1, 2, 2, 3, 7].map((id, index) => `(${id}, ${text(logins[index] ?? '')}, ${text(`${side} ${index}`)}, ${2000 + index})`); // prettier-ignore
  const trips = [1, 1, 2, 4, 6].map((id, index) => `(${index + 10}, ${id}, 'place ${index % 2}', ${(NUMBERS[side][index] ?? 7) * 3})`); // prettier-ignore
  const nicks = [1, 1, 2, 5].map((id, index) => `(${id}, ${text(`${side} nick ${index}`)})`);
  const friends = [[1, 2], [2, 3], [3, 1], [5, 6]].map(([from = 0, to = 0], index) => `(${from}, ${to}, ${text(`${side}${index}`)}, ${1990 + index})`); // prettier-ignore
  const statements = [
    `CREATE TABLE person (id INTEGER PRIMARY KEY, name VARCHAR(40), city VARCHAR(40), boss INTEGER, z_email VARCHAR(60), z_password VARCHAR(60), z_code VARCHAR(40), z_part VARCHAR(40), z_gone VARCHAR(40), z_age INTEGER, z_paid DECIMAL(10,2), z_ratio DOUBLE, z_born DATE, z_seen ${dialect === 'mysql' ? 'DATETIME' : 'TIMESTAMP'}, z_clock TIME, z_vip BOOLEAN, z_login VARCHAR(20)${binary}, z_kept VARCHAR(40))`, // prettier-ignore
    `INSERT INTO person VALUES ${people.join(', ')}`,
    `CREATE TABLE account (z_login VARCHAR(20)${binary} PRIMARY KEY, number INTEGER, note VARCHAR(20), z_balance INTEGER)`,
    `INSERT INTO account VALUES ${accounts.join(', ')}`,
    `CREATE TABLE uses_account (person INTEGER, z_login VARCHAR(20)${binary}, z_token VARCHAR(20), since INTEGER)`,
    `INSERT INTO uses_account VALUES ${uses.join(', ')}`,
    'CREATE TABLE trip (id INTEGER PRIMARY KEY, person INTEGER, place VARCHAR(20), z_cost INTEGER)',
    `INSERT INTO trip VALUES ${trips.join(', ')}`,
    'CREATE TABLE nick (person INTEGER, z_nick VARCHAR(40))',
    `INSERT INTO nick VALUES ${nicks.join(', ')}`,
    'CREATE TABLE friend (one INTEGER, other INTEGER, z_token VARCHAR(20), since INTEGER)',
    `INSERT INTO friend VALUES ${friends.join(', ')}`,
    'CREATE TABLE robot (id INTEGER PRIMARY KEY, z_email VARCHAR(60), model VARCHAR(20))',
    `INSERT INTO robot VALUES (1, '${side}@robot', 'R1'), (2, NULL, 'R2')`,
  ];
  return dialect === 'mysql' ? statements.map((statement) => statement.replaceAll('\\', '\\\\')) : statements;
}

/**
 * All kinds of masks: by name, by a tag, by policies of each function, and calculations, measures, keys, links and labels over masked
 * properties.
 */
export const MASKED_MODEL = `
CREATE PROPERTY age integer WITH TAGS (classification = 'PII');
CREATE PROPERTY contact string AS SELECT CONCAT(name, ' ', email);
CREATE PROPERTY initial string AS SELECT LEFT(email, 1);
CREATE PROPERTY hint string AS SELECT IF(email LIKE 'a%', 'y', NULL);
CREATE PROPERTY clue string WITH TAGS (classification = 'PII') AS SELECT IF(age > 29, 'y', NULL);
CREATE PROPERTY shout string AS SELECT UPPER(hint);
CREATE PROPERTY card string AS SELECT NULLIF(entity_label, 'person 0 ann@x.no');
CREATE PROPERTY half_age integer AS SELECT age DIV 2;
CREATE PROPERTY nick_email string MULTIVALUE;
CREATE CONCEPT party (party_name string);
CREATE CONCEPT person (person_id integer, name string, city string, boss_id integer, email string, password string, code string, part string, gone string,
  age integer, paid_token decimal(10,2), ratio double, born date, seen timestamp, clock time, vip boolean, login string, kept string,
  contact string, initial string, hint string, clue string, shout string, card string, half_age integer,
  CONSTRAINT nick_email MULTIVALUE string, PRIMARY KEY (person_id), LABEL (name, email),
  CONSTRAINT works_for FOREIGN KEY (boss_id) REFERENCES person (person_id) INVERSEOF leads TRANSITIVE(3),
  CONSTRAINT has_account FOREIGN KEY (login) REFERENCES account (login) INVERSEOF held_by,
  CONSTRAINT uses_account MULTIREFERENCE account INVERSEOF used_by,
  CONSTRAINT knows MULTIREFERENCE person INVERSEOF known_by) INHERITS (party);
CREATE CONCEPT robot (robot_id integer, email string, model string, PRIMARY KEY (robot_id), LABEL (email)) INHERITS (party);
CREATE CONCEPT account (login string, number integer, note string, balance integer, PRIMARY KEY (login));
CREATE MEASURE trips integer AS SELECT COUNT(*);
CREATE MEASURE cost_sum bigint AS SELECT SUM(cost);
CREATE MEASURE dear_trips integer AS SELECT trips WHERE cost > 60;
CREATE MEASURE last_mail string AS SELECT MAX(email);
CREATE MEASURE vips integer AS SELECT COUNT(email) WHERE vip;
CREATE CONCEPT trip (trip_id integer, person_id integer, place string, cost integer, trips measure integer, cost_sum measure bigint,
  dear_trips measure integer, PRIMARY KEY (trip_id),
  CONSTRAINT made_by FOREIGN KEY (person_id) REFERENCES person (person_id) INVERSEOF made);
CREATE CONCEPT member (last_mail measure string, vips measure integer) INHERITS (person);
CREATE CONCEPT adult INHERITS (person) FROM dsvc.person WHERE age IS NOT NULL;
CREATE CONCEPT roman INHERITS (person) FROM dsvc.person WHERE city = 'Rome';
CREATE MAPPING map_person INTO (member) AS SELECT id AS person_id, name AS name, city AS city, boss AS boss_id, z_email AS email, z_password AS password, z_code AS code,
  z_part AS part, z_gone AS gone, z_age AS age, z_paid AS paid_token, z_ratio AS ratio, z_born AS born, z_seen AS seen, z_clock AS clock, z_vip AS vip, z_login AS login,
  z_kept AS kept FROM person;
CREATE MAPPING map_robot INTO (robot) AS SELECT id AS robot_id, z_email AS email, model AS model FROM robot;
CREATE MAPPING map_account INTO (account) AS SELECT z_login AS login, number AS number, note AS note, z_balance AS balance FROM account;
CREATE MAPPING map_trip INTO (trip) AS SELECT id AS trip_id, person AS person_id, place AS place, z_cost AS cost FROM trip;
CREATE MAPPING map_nick INTO (member) AS SELECT person AS person_id, z_nick AS nick_email FROM nick;
CREATE MAPPING map_uses (CONSTRAINT uses_account FOREIGN KEY (login) REFERENCES account (login),
  CONSTRAINT used_by FOREIGN KEY (person_id) REFERENCES person (person_id))
  AS SELECT person AS person_id, z_login AS login, z_token AS token, since AS since FROM uses_account;
CREATE MAPPING map_friend (CONSTRAINT knows FOREIGN KEY (other) REFERENCES person (person_id),
  CONSTRAINT known_by FOREIGN KEY (one) REFERENCES person (person_id))
  AS SELECT one AS one, other AS other, z_token AS token, since AS since FROM friend;
CREATE VIEW mails AS SELECT person_id AS number, email AS mail, CHAR_LENGTH(password) AS size, half_age AS half FROM dsvc.person;
CREATE VIEW twins AS SELECT p.person_id AS one, q.person_id AS other FROM dsvc.person p JOIN dsvc.person q ON p.email = q.email AND p.age <=> q.age;
CREATE CUBE costs AS SELECT place AS place, cost AS cost, \`measure.trips\` AS \`measure.trips\`, \`measure.cost_sum\` AS \`measure.cost_sum\` FROM dsvc.trip;
CREATE POLICY hide_code MASK PROPERTY code WITH constant('hidden');
CREATE POLICY hide_part MASK PROPERTY part WITH partial(1, 2);
CREATE POLICY hide_gone MASK PROPERTY gone WITH null();
CREATE POLICY hide_login MASK PROPERTY login WITH constant('someone');
CREATE POLICY hide_paid MASK PROPERTY ratio WITH hash();
CREATE POLICY hide_born MASK PROPERTY born WITH null();
CREATE POLICY hide_seen MASK PROPERTY seen WITH null();
CREATE POLICY hide_clock MASK PROPERTY clock WITH constant('12:00:00');
CREATE POLICY hide_vip MASK PROPERTY vip OF person WITH partial(1, 1);
CREATE POLICY hide_cost MASK PROPERTY cost WITH null();
CREATE POLICY hide_balance MASK PROPERTY balance OF account WITH hash();
CREATE POLICY hide_kept MASK PROPERTY kept WITH hash();
`;
