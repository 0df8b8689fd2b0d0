import fc from 'fast-check';
import { PASS_NAMES, type PassName } from '../../src/compiler/optimize';
import { type Cell } from '../../src/model';
import { onEachEngine, statementsOf } from '../support/prove-rows';
import { trials } from '../support/trials';

/** Clients without bills, bills without items, codes that are unique except for NULL, and two clients of the same name. */
const TABLES = [
  'CREATE TABLE client (id INTEGER PRIMARY KEY, name VARCHAR(10), number INTEGER UNIQUE)',
  'CREATE TABLE bill (id INTEGER PRIMARY KEY, client_id INTEGER, total INTEGER)',
  'CREATE TABLE item (bill_id INTEGER NOT NULL, line INTEGER NOT NULL, price INTEGER, PRIMARY KEY (bill_id, line))',
  'CREATE TABLE visit (code INTEGER UNIQUE, client_id INTEGER)',
  "INSERT INTO client VALUES (1, 'Ann', 7), (2, 'Ann', NULL), (3, 'Bo', NULL), (4, 'Cy', 8)",
  'INSERT INTO bill VALUES (10, 1, 5), (11, 1, 9), (12, 2, 5), (13, 3, NULL), (14, NULL, 100)',
  'INSERT INTO item VALUES (10, 1, 2), (10, 2, 3), (11, 1, 9), (12, 1, 5), (14, 1, 100)',
  'INSERT INTO visit VALUES (1, 1), (2, 1), (NULL, 1), (NULL, 1), (NULL, 2)',
];

const SCRIPT = `
CREATE MEASURE clients integer AS SELECT COUNT(*);
CREATE MEASURE bills integer AS SELECT COUNT(*);
CREATE MEASURE billed bigint AS SELECT SUM(total);
CREATE MEASURE items integer AS SELECT COUNT(*);
CREATE MEASURE earned bigint AS SELECT SUM(price);
CREATE MEASURE dear integer AS SELECT items WHERE price > 4;
CREATE MEASURE visits integer AS SELECT COUNT(*);
CREATE CONCEPT client (client_id integer, client_name string, number integer, clients measure integer, PRIMARY KEY (client_id));
CREATE CONCEPT bill (bill_id integer, client_id integer, total integer, bills measure integer, billed measure bigint, PRIMARY KEY (bill_id),
  CONSTRAINT of_client FOREIGN KEY (client_id) REFERENCES client (client_id) INVERSEOF has_bill);
CREATE CONCEPT item (bill_id integer, line integer, price integer, items measure integer, earned measure bigint, dear measure integer,
  PRIMARY KEY (bill_id, line), CONSTRAINT on_bill FOREIGN KEY (bill_id) REFERENCES bill (bill_id) INVERSEOF has_item);
CREATE CONCEPT visit (visitor integer, code integer, visits measure integer, PRIMARY KEY (code),
  CONSTRAINT by_client FOREIGN KEY (visitor) REFERENCES client (client_id) INVERSEOF made_visit);
CREATE CONCEPT guest (guest_id integer, code integer, clients measure integer, PRIMARY KEY (guest_id));
CREATE MAPPING map_client INTO (client) AS SELECT id AS client_id, name AS client_name, number FROM client;
CREATE MAPPING map_bill INTO (bill) AS SELECT id AS bill_id, client_id, total FROM bill;
CREATE MAPPING map_item INTO (item) AS SELECT bill_id, line, price FROM item;
CREATE MAPPING map_visit INTO (visit) AS SELECT client_id AS visitor, code FROM visit;
CREATE MAPPING map_guest INTO (guest) AS SELECT client_id AS guest_id, code FROM visit;
`;

const ITEMS = '`measure.has_bill[bill].has_item[item].items`';
const EARNED = '`measure.has_bill[bill].has_item[item].earned`';
const DEAR = '`measure.has_bill[bill].has_item[item].dear`';
const BILLS = '`measure.has_bill[bill].bills`';
const BILLED = '`measure.has_bill[bill].billed`';
const CLIENTS = '`measure.clients`';

/** A statement, its rows, and the number of windows in its SQL with the pass and without. */
type Case = readonly [sql: string, rows: readonly (readonly Cell[])[], windows: readonly [number, number]];

const DROPPED: readonly Case[] = [
  [
    `SELECT client_name, ${EARNED} FROM client ORDER BY 1`,
    [
      ['Ann', 19],
      ['Bo', null],
      ['Cy', null],
    ],
    [0, 1],
  ],
  [
    `SELECT client_name, ${ITEMS}, ${DEAR} FROM client ORDER BY 1`,
    [
      ['Ann', 4, 2],
      ['Bo', 0, 0],
      ['Cy', 0, 0],
    ],
    [0, 1],
  ],
  [`SELECT ${ITEMS}, COUNT(*) FROM client`, [[4, 6]], [0, 1]],
  [`SELECT ${ITEMS} FROM client WHERE client_id = 4`, [[0]], [0, 1]],
  [`SELECT ${ITEMS} FROM client WHERE client_id > 4`, [[0]], [0, 1]],
  [`SELECT client_name, ${ITEMS} FROM client WHERE \`has_bill[bill].total\` > 4 ORDER BY 1`, [['Ann', 4]], [0, 1]],
  [`SELECT ${BILLS}, ${BILLED} FROM client`, [[4, 19]], [0, 1]],
  ['SELECT bill_id, `measure.has_item[item].items` FROM bill ORDER BY 1', [[10, 2], [11, 1], [12, 1], [13, 0], [14, 1]], [0, 1]], // prettier-ignore
  [`SELECT client_name, ${CLIENTS} FROM client WHERE \`has_bill[bill].bill_id\` IS NULL`, [['Cy', 1]], [0, 1]],
  ['SELECT `measure.made_visit[visit].visits` FROM client', [[2]], [0, 1]],
  [`SELECT ${CLIENTS} FROM client WHERE \`made_visit[visit].code\` IS NULL`, [[3]], [0, 1]],
];

const KEPT: readonly Case[] = [
  [`SELECT ${CLIENTS} FROM client WHERE \`has_bill[bill].has_item[item].line\` IS NULL`, [[2]], [1, 1]],
  ['SELECT `measure.of_client[client].clients` FROM bill', [[3]], [1, 1]],
  [`SELECT client_name, ${CLIENTS}, \`has_bill[bill].has_item[item].line\` IS NULL AS n FROM client GROUP BY client_name, n ORDER BY 1, 3`, [['Ann', 2, 0], ['Bo', 1, 1], ['Cy', 1, 1]], [1, 1]], // prettier-ignore
  [`SELECT ${BILLS}, ${ITEMS} FROM client`, [[4, 4]], [1, 2]],
  [`SELECT g.code, g.${CLIENTS} FROM guest g JOIN client c ON c.client_id = g.guest_id ORDER BY 1`, [[null, 2], [1, 1], [2, 1]], [1, 1]], // prettier-ignore
];

const VALUES = ['client_name', 'number', 'client_id', '`has_bill[bill].total`', '`has_bill[bill].has_item[item].line`', '`made_visit[visit].code`']; // prettier-ignore
const MEASURES = [ITEMS, EARNED, DEAR, BILLS, BILLED, CLIENTS, '`measure.made_visit[visit].visits`'];
const CONDITIONS = ['1 = 1', 'number IS NULL', 'number > 7', '`has_bill[bill].total` > 5', '`has_bill[bill].bill_id` IS NULL', '`has_bill[bill].has_item[item].line` IS NULL', '`has_bill[bill].has_item[item].bill_id` IS NULL AND `has_bill[bill].total` IS NULL', '`made_visit[visit].visitor` IS NULL', '`made_visit[visit].code` > 0']; // prettier-ignore

const statement = fc
  .tuple(
    fc.subarray(VALUES, { maxLength: 2 }),
    fc.subarray(MEASURES, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', ', COUNT(*)'),
    fc.constantFrom(...CONDITIONS),
  )
  .map(
    ([values, measures, count, where]) =>
      `SELECT ${[...values, ...measures].join(', ')}${count} FROM client WHERE ${where}`,
  );

onEachEngine('marks', TABLES, (dialect, test) => {
  const { compile, rows } = statementsOf(SCRIPT, dialect, test);
  const windows = (sql: string, off?: readonly PassName[]): number =>
    compile(sql, off).sql.split('ROW_NUMBER').length - 1;

  it.each([...DROPPED, ...KEPT])('%s', async (sql, expected, [left, all]) => {
    for (const off of [[], ['drop-marks'], ['drop-null-checks'], ['inline-derived'], PASS_NAMES] as const)
      expect(await rows(sql, off)).toEqual(expected);
    expect([windows(sql), windows(sql, ['drop-marks'])]).toEqual([left, all]);
  });

  it('keeps a plain statement when its counts need no key besides that of an inner join', () => {
    const { sql } = compile(
      `SELECT client_name, ${ITEMS} FROM client WHERE \`has_bill[bill].has_item[item].price\` > 4`,
    );
    expect(sql).toContain('COUNT(1)');
    expect(sql).not.toMatch(/FROM \(|CASE/);
  });

  it('returns the same rows whatever passes are off', async () => {
    const sorted = async (sql: string, off?: readonly PassName[]): Promise<readonly string[]> =>
      (await rows(sql, off)).map((row) => JSON.stringify(row)).toSorted();
    await fc.assert(
      fc.asyncProperty(statement, fc.subarray([...PASS_NAMES]), async (sql, off) => {
        const expected = await sorted(sql, PASS_NAMES);
        expect(await sorted(sql)).toEqual(expected);
        expect(await sorted(sql, off)).toEqual(expected);
      }),
      { numRuns: trials(100) },
    );
  }, 60_000);
});
