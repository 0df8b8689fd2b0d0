import fc from 'fast-check';
import { FUNCTIONS } from '../../src/compiler/values/functions';
import { GUESSES } from './masking';

/** The masked columns of a person by the kind of their values, including columns at the end of paths. */
const MASKED: Readonly<Record<string, readonly string[]>> = {
  string: ['email', 'password', 'code', 'part', 'gone', 'login', 'contact', 'initial', 'hint', 'clue', 'shout', 'card', 'entity_label', 'nick_email', '`knows[person]_token`', '`uses_account[account]_token`', '`works_for[person].email`', '`works_for[person*3].part`', '`has_account[account].login`', '`knows[person].contact`'], // prettier-ignore
  number: ['age', 'paid_token', 'ratio', 'half_age', '`leads[person].age`', '`has_account[account].balance`', '`made[trip].cost`'], // prettier-ignore
  date: ['born', '`works_for[person].born`'],
  timestamp: ['seen'],
  time: ['clock'],
  boolean: ['vip'],
};

interface MaskedColumn {
  readonly name: string;
  readonly guesses: readonly string[];
}

const COLUMNS: readonly MaskedColumn[] = Object.entries(MASKED).flatMap(([kind, names]) =>
  names.map((name) => ({ name, guesses: GUESSES[kind] ?? [] })),
);

/** `$` is a masked column, `?` a guess at its value. */
const CONDITIONS: readonly string[] = [
  ...['=', '!=', '<>', '<=>', '<', '<=', '>', '>='].flatMap((operator) => [`$ ${operator} ?`, `NOT ($ ${operator} ?)`]),
  ...['$ IN (?, ?)', '$ NOT IN (?)', '$ BETWEEN ? AND ?', '$ NOT BETWEEN ? AND ?', '$ IS NULL', '$ IS NOT NULL', '$ = $'],
  ...["$ LIKE 'a%'", "$ NOT LIKE '%o%'", "$ LIKE '[a-m]%'", "$ REGEXP '^[a-m]'", "CONCAT($, '') = ?", 'COALESCE($, ?) = ?'],
  ...['$ + 1 > 19', '$ - 1 < 20', '$ * 2 = 36', '$ / 2 > 9', '$ % 2 = 0', '$ DIV 10 = 1', '-$ < -20', '$ AND TRUE', '$ OR FALSE', 'NOT $', '$ XOR TRUE'],
  ...['CAST($ AS CHAR) = ?', 'CAST($ AS SIGNED) > 18', 'CAST($ AS DECIMAL(10,2)) > 18', 'CAST($ AS DATE) > DATE \'1990-01-01\'', 'YEAR($) = 2000', 'CHAR_LENGTH($) > 5'],
  ...["CASE WHEN $ = ? THEN 1 ELSE 0 END = 1", 'CASE $ WHEN ? THEN 1 ELSE 0 END = 1', 'IF($ > ?, 1, 0) = 1', 'GREATEST($, ?) = ?', '1 / NULLIF($, ?) > 0', 'person_id = $', '$ = name', '$ > city'],
  ...['EXISTS (SELECT 1 FROM person q WHERE q.email = $)', 'person_id IN (SELECT q.person_id FROM person q WHERE q.email = ? OR q.age > 20)', '$ IN (SELECT email FROM person q)', '$ = (SELECT MAX(q.email) FROM person q)', '$ > ALL (SELECT q.age FROM person q WHERE q.age IS NOT NULL)', '$ < ANY (SELECT q.part FROM person q)', '(SELECT COUNT(*) FROM robot r WHERE r.email = $) > 0', '_type_of_member = 1 AND $ = ?'],
]; // prettier-ignore

/** Statements around a condition. */
const AROUND: readonly string[] = [
  'SELECT person_id, $ FROM person WHERE # ORDER BY 1, 2',
  'SELECT COUNT(*) FROM person WHERE #',
  'SELECT person_id, (#) AS answer FROM person ORDER BY 1, 2',
  'SELECT city, COUNT(*) FROM person GROUP BY city, # ORDER BY 1, 2',
  'SELECT city, SUM(IF(#, 1, 0)) FROM person GROUP BY city ORDER BY city',
  'SELECT person_id FROM person QUALIFY SUM(IF(#, 1, 0)) OVER (PARTITION BY city) > 0 ORDER BY person_id',
  'SELECT city, COUNT(*) FILTER (WHERE #) FROM person GROUP BY city ORDER BY city',
  'SELECT person_id FROM person ORDER BY (#), person_id',
  'SELECT x.trip_id, y.person_id FROM trip x JOIN (SELECT person_id, $ AS z FROM person WHERE #) y ON x.person_id = y.person_id ORDER BY 1, 2',
];

/** Statements that use a masked column in other places than a condition. */
const WHOLE: readonly string[] = [
  'SELECT person_id, $ FROM person ORDER BY $, person_id',
  'SELECT person_id FROM person ORDER BY $ DESC, person_id LIMIT 3',
  'SELECT person_id FROM person ORDER BY CHAR_LENGTH($), person_id LIMIT 2 OFFSET 1',
  'SELECT DISTINCT $ FROM person ORDER BY 1',
  'SELECT $, COUNT(*) FROM person GROUP BY $ ORDER BY 1',
  'SELECT $, COUNT(*) FROM person GROUP BY $ WITH ROLLUP ORDER BY 1, 2',
  'SELECT city, COUNT(DISTINCT $) FROM person GROUP BY city ORDER BY city',
  'SELECT city FROM person GROUP BY city HAVING MAX($) > ? ORDER BY city',
  'SELECT city FROM person GROUP BY city HAVING COUNT(DISTINCT $) > 1 ORDER BY city',
  'SELECT $ FROM person UNION SELECT ? FROM robot ORDER BY 1',
  'SELECT $ FROM person UNION ALL SELECT $ FROM adult ORDER BY 1',
  'SELECT $ FROM person INTERSECT SELECT email FROM person ORDER BY 1',
  'SELECT ? EXCEPT SELECT $ FROM person',
  'WITH c AS (SELECT person_id, $ AS v FROM person) SELECT a.person_id, b.person_id FROM c a JOIN c b ON a.v = b.v ORDER BY 1, 2',
  'WITH c AS (SELECT person_id, $ AS v FROM person) SELECT a.person_id, b.person_id FROM c a LEFT JOIN c b ON a.v < b.v ORDER BY 1, 2',
  'WITH c AS (SELECT person_id, $ AS v FROM person) SELECT c.person_id, r.robot_id FROM c JOIN robot r ON c.v = r.email ORDER BY 1, 2',
  'WITH c AS (SELECT person_id, $ AS email FROM person) SELECT COUNT(*) FROM c NATURAL JOIN robot',
  'SELECT person_id, ROW_NUMBER() OVER (ORDER BY $, person_id) FROM person ORDER BY 1, 2',
  'SELECT person_id, RANK() OVER (PARTITION BY city ORDER BY $) FROM person ORDER BY 1, 2',
  'SELECT person_id, COUNT(*) OVER (PARTITION BY $) FROM person ORDER BY 1, 2',
  'SELECT person_id, MAX($) OVER (ORDER BY person_id, $ ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM person ORDER BY 1, 2',
  'SELECT person_id, GROUP_CONCAT($ ORDER BY $ SEPARATOR \',\') FROM person GROUP BY person_id ORDER BY 1',
  "SELECT GROUP_CONCAT(name ORDER BY $, name SEPARATOR ',') FROM person",
  'SELECT $ FROM adult ORDER BY person_id, 1',
  'SELECT $ FROM roman ORDER BY person_id, 1',
  'SELECT `measure.vips`, `measure.last_mail`, $ FROM member ORDER BY $',
  'SELECT person_id, `measure.made[trip].trips`, `measure.made[trip].cost_sum`, `measure.made[trip].dear_trips` FROM person WHERE $ = ? ORDER BY 1',
  'SELECT `measure.trips` FROM trip WHERE `made_by[person].email` = ? HAVING `measure.cost_sum` > 10',
  'SELECT place, `measure.trips`, `measure.dear_trips` FROM trip GROUP BY place HAVING `measure.cost_sum` > 10 OR `measure.dear_trips` IS NULL ORDER BY place',
  'SELECT made.place, $ FROM person p JOIN trip made ON made.person_id = p.person_id ORDER BY made.trip_id, 2',
  'SELECT one, other FROM vsvc.twins JOIN person ON one = person_id WHERE $ = ? ORDER BY 1, 2',
  'SELECT number, mail, size, half FROM vsvc.mails JOIN person ON mail = $ ORDER BY 1, 2',
  'SELECT place, cost, `measure.trips`, `measure.cost_sum` FROM vsvc.costs WHERE cost > 10 OR cost IS NULL ORDER BY 1, 2',
  'SELECT entity_type, entity_label FROM thing WHERE entity_label = ? ORDER BY 1, 2',
  'SELECT email, entity_label FROM esvc.party WHERE entity_label < ? ORDER BY entity_type, 1',
]; // prettier-ignore

const PLAIN: Readonly<Record<string, readonly string[]>> = {
  DATE_ADD: ['DATE_ADD($, INTERVAL 1 DAY)', "DATE_ADD('2020-01-01', INTERVAL $ DAY)"],
  DATE_SUB: ['DATE_SUB($, INTERVAL 1 MONTH)', "DATE_SUB('2020-01-01', INTERVAL $ DAY)"],
  ADDDATE: ['ADDDATE($, INTERVAL 1 DAY)', "ADDDATE('2020-01-01', $)"],
  SUBDATE: ['SUBDATE($, INTERVAL 1 DAY)', "SUBDATE('2020-01-01', $)"],
  TIMESTAMPDIFF: ["TIMESTAMPDIFF(DAY, $, '2020-01-01')", "TIMESTAMPDIFF(YEAR, '2020-01-01', $)"],
  TIMESTAMPADD: ["TIMESTAMPADD(DAY, 1, $)", "TIMESTAMPADD(DAY, $, '2020-01-01')"],
  GROUP_CONCAT: ["GROUP_CONCAT($ ORDER BY $ SEPARATOR ';')", "GROUP_CONCAT(DISTINCT $ ORDER BY 1)"],
  DATE_FORMAT: ["DATE_FORMAT($, '%Y-%m')", "DATE_FORMAT('2020-01-01', $)"],
  STR_TO_DATE: ["STR_TO_DATE($, '%Y-%m-%d')"],
  WEEK: ['WEEK($)', 'WEEK($, 1)'],
  YEARWEEK: ['YEARWEEK($)', 'YEARWEEK($, 3)'],
  SHA2: ['SHA2($, 256)'],
  LPAD: ["LPAD($, 20, 'a')", "LPAD('a', 20, $)"],
  RPAD: ["RPAD($, 20, 'a')", "RPAD('a', 20, $)"],
  FORMAT: ['FORMAT($, 2)'],
  CONV: ['CONV($, 16, 10)'],
  JSON_LENGTH: ['JSON_LENGTH($)', "JSON_LENGTH($, '$.a')"],
  JSON_EXTRACT: ["JSON_EXTRACT($, '$.a')"],
  JSON_VALUE: ["JSON_VALUE($, '$.a')"],
}; // prettier-ignore
/** The other arguments of a function. */
const OTHERS = ['1', "'a'"];

/** Returns calls of a function with a masked column in each of its first arguments. */
function callsOf(name: string): readonly string[] {
  const rule = FUNCTIONS.get(name);
  const known = PLAIN[name];
  if (rule === undefined || known !== undefined) return known ?? [];
  const over = rule.kind === 'window' ? ' OVER (PARTITION BY city ORDER BY $, person_id)' : '';
  const counts = [...new Set([rule.least, Math.min(rule.most, 3)])];
  const others = rule.kind === 'window' ? ['1'] : OTHERS;
  return counts.flatMap((count) =>
    Array.from({ length: Math.max(count, over === '' ? count : 1) }, (_, place) => place).flatMap((place) =>
      others.map((other) => {
        const list = Array.from({ length: count }, (_argument, index) => (index === place ? '$' : other));
        return `${name}(${list.join(', ')})${over}`;
      }),
    ),
  );
}

const CALLS = [...FUNCTIONS].flatMap(([name, { kind }]) => [...new Set(callsOf(name))].map((text) => ({ text, kind })));

function aroundCall(text: string, kind: string): readonly string[] {
  if (kind === 'aggregate')
    return [
      `SELECT city, ${text} FROM person GROUP BY city ORDER BY city`,
      `SELECT city FROM person GROUP BY city HAVING ${text} > ? ORDER BY city`,
      `SELECT person_id, ${text} OVER (PARTITION BY city) FROM person ORDER BY 1, 2`,
    ];
  if (kind === 'window') return [`SELECT person_id, ${text} FROM person ORDER BY 1, 2`];
  return [
    `SELECT person_id, ${text} AS f FROM person ORDER BY person_id, f`,
    `SELECT person_id FROM person WHERE ${text} = ? ORDER BY person_id`,
    `SELECT person_id FROM person WHERE ${text} > ? ORDER BY ${text}, person_id`,
  ];
}

function fill(template: string, { name, guesses }: MaskedColumn, turn: number): string {
  let guess = turn;
  return template.replaceAll('$.a', '\u0000').replace(/[$?]/g, (mark) => (mark === '$' ? name : (guesses[guess++ % guesses.length] ?? 'NULL'))).replaceAll('\u0000', '$.a'); // prettier-ignore
}

/**
 * Returns every statement of the family, in an order that mixes its kinds. Clocks are excluded, because their values differ between
 * two runs.
 */
export function maskingStatements(): readonly string[] {
  const conditions = AROUND.flatMap((around) => CONDITIONS.map((condition) => around.replace('#', () => condition)));
  const calls = CALLS.filter(({ text }) => text.includes('$')).flatMap(({ text, kind }) => aroundCall(text, kind));
  const templates = [...WHOLE, ...conditions, ...calls];
  const filled = COLUMNS.flatMap((_, turn) =>
    templates.map((template, index) => fill(template, COLUMNS[(index + turn) % COLUMNS.length] ?? _, turn)),
  );
  return [...new Set(filled)];
}

/** Statements over values masked by a hash, which can be compared for equality whatever the values are. */
export const HASH_STATEMENTS: readonly string[] = [
  'SELECT entity_id, entity_label, number FROM account',
  'SELECT entity_id, `held_by[person].person_id` FROM account',
  'SELECT person_id, kept, `has_account[account].entity_id` FROM person',
  'SELECT kept, COUNT(*) FROM person GROUP BY kept',
  'SELECT DISTINCT kept FROM person',
  'SELECT COUNT(DISTINCT kept), COUNT(DISTINCT `has_account[account].entity_id`) FROM person',
  'SELECT a.person_id, b.person_id FROM person a JOIN person b ON a.kept = b.kept',
  'SELECT a.number, b.number FROM account a JOIN account b ON a.entity_id = b.entity_id',
  'SELECT p.person_id, a.number FROM person p JOIN account a ON p.kept = a.entity_id',
  ...["'one'", "'zwei'", "'a1'", "'z|9'"].flatMap((guess) => [
    `SELECT person_id FROM person WHERE kept = ${guess} OR kept LIKE ${guess}`,
    `SELECT number FROM account WHERE entity_id = ${guess} OR entity_label IN (${guess})`,
    `SELECT number FROM account WHERE entity_id IN (${guess}, 'x') OR login = ${guess}`,
    `SELECT person_id FROM person WHERE \`uses_account[account].entity_id\` = ${guess}`,
    `SELECT person_id FROM person WHERE person_id IN (SELECT \`held_by[person].person_id\` FROM account WHERE entity_id = ${guess})`,
  ]),
  'SELECT CHAR_LENGTH(entity_id), CHAR_LENGTH(login) FROM account',
  'SELECT entity_type, entity_id, entity_label FROM thing',
  'SELECT person_id, ROW_NUMBER() OVER (PARTITION BY kept ORDER BY person_id) FROM person',
  'SELECT kept FROM person INTERSECT SELECT kept FROM adult',
  'SELECT person_id, `uses_account[account].entity_id`, `uses_account[account]_since` FROM person',
];

const column = fc.constantFrom(...COLUMNS);
const scalar = fc.constantFrom(...CALLS.filter(({ text, kind }) => kind === 'scalar' && text.includes('$')).map(({ text }) => text)); // prettier-ignore
const value = column.chain((known) =>
  fc
    .tuple(fc.array(scalar, { maxLength: 2 }), fc.nat(5))
    .map(([calls, turn]) =>
      calls.reduce((inner, call) => fill(call, { name: inner, guesses: known.guesses }, turn), known.name),
    ),
);
const condition = fc.oneof(
  fc.tuple(column, fc.constantFrom(...CONDITIONS), fc.nat(9)).map(([known, text, turn]) => fill(text, known, turn)),
  fc.tuple(value, fc.constantFrom('=', '<', '>=', '<=>', 'LIKE'), value).map((parts) => parts.join(' ')),
);
const conditions = fc
  .array(fc.tuple(condition, fc.constantFrom('AND', 'OR', 'XOR', 'AND NOT')), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.reduce((text, [part, word]) => (text === '' ? `(${part})` : `${text} ${word} (${part})`), ''));
const source = fc.constantFrom(
  'person',
  'member',
  'adult',
  'roman',
  "(SELECT * FROM dsvc.person WHERE city <> 'x') person",
);

/** A random SELECT over masked columns, with a total order of its rows. */
export const maskingSelect: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.array(value, { minLength: 1, maxLength: 3 }), source, conditions, value)
    .map(([values, from, where, order]) => `SELECT person_id, ${values.join(', ')} FROM ${from} WHERE ${where} ORDER BY ${[order, 1, ...values.map((_, index) => index + 2)].join(', ')}`), // prettier-ignore
  fc
    .tuple(value, source, conditions, conditions)
    .map(([group, from, where, having]) => `SELECT city, COUNT(*), MAX(${group}) FROM ${from} WHERE ${where} GROUP BY city, ${group} HAVING COUNT(*) > 1 OR MAX(IF(${having}, 1, 0)) = 1 ORDER BY 1, 2, 3`), // prettier-ignore
  fc
    .tuple(value, value, source, conditions)
    .map(([left, right, from, where]) => `WITH a AS (SELECT person_id, ${left} AS v FROM ${from} WHERE ${where}), b AS (SELECT person_id, ${right} AS v FROM person) SELECT a.person_id, b.person_id FROM a JOIN b ON a.v = b.v OR a.v < b.v ORDER BY 1, 2`), // prettier-ignore
);
