import fc from 'fast-check';
import { PASS_NAMES, type PassName } from '../../src/compiler/optimize';
import { type DialectName } from '../../src/model';
import { onEachEngine, statementsOf } from '../support/prove-rows';
import { SHOP, SHOP_OF_ONE_CASE, SHOP_TABLES } from '../support/shop';
import { trials } from '../support/trials';

const JOIN_PASSES: readonly PassName[] = ['reduce-left-joins', 'foreign-key-joins', 'self-joins'];

/** A statement, then the number of tables and of outer joins in it: with all passes, and without the passes that change joins. */
type Case = readonly [sql: string, on: readonly [number, number], off: readonly [number, number]];

const REDUCED: readonly Case[] = [
  ['SELECT total FROM vsvc.bill_list', [1, 0], [3, 2]],
  ['SELECT COUNT(*) FROM vsvc.bill_list', [1, 0], [3, 2]],
  ["SELECT total FROM bill WHERE `paid_by[client].client_name` = 'Bo'", [2, 0], [2, 1]],
  ["SELECT total FROM bill WHERE `paid_by[client].client_name` = 'Bo' OR `paid_by[client].client_name` LIKE 'C%'", [2, 0], [2, 1]], // prettier-ignore
  ["SELECT total FROM bill WHERE `paid_by[client].client_name` REGEXP '^B'", [2, 0], [2, 1]],
  ["SELECT i.ware FROM item i LEFT JOIN (bill b JOIN client c ON b.payer_id = c.client_id) ON i.bill_id = b.bill_id WHERE b.total > 3 OR c.client_name = 'Bo'", [3, 0], [3, 1]], // prettier-ignore
  ["SELECT total FROM bill WHERE `paid_by[client].lives_in[land].land_name` = 'Norway'", [3, 0], [3, 2]], // prettier-ignore
  ['SELECT b.total FROM client c RIGHT JOIN bill b ON b.payer_id = c.client_id', [1, 0], [2, 1]],
  ["SELECT b.total, c.client_name FROM client c RIGHT JOIN bill b ON b.payer_id = c.client_id WHERE c.client_name = 'Cy'", [2, 0], [2, 1]], // prettier-ignore
  ['SELECT DISTINCT c.client_name FROM client c LEFT JOIN bill b ON b.client_id = c.client_id', [1, 0], [2, 1]], // prettier-ignore
  ['SELECT i.ware FROM item i LEFT JOIN (bill b JOIN client c ON b.payer_id = c.client_id AND c.client_name > \'A\') ON i.bill_id = b.bill_id', [1, 0], [3, 1]], // prettier-ignore
  ['SELECT client_name FROM client c LEFT JOIN summary s ON s.summary_client = c.client_id', [1, 0], [1, 1]], // prettier-ignore
];

const OF_KEYS: readonly Case[] = [
  ['SELECT total, `placed_by[client].client_id` FROM bill', [1, 0], [2, 1]],
  ['SELECT total, `paid_by[client].client_id` FROM bill', [1, 0], [2, 1]],
  ['SELECT total FROM bill WHERE `paid_by[client].entity_id` > 1', [1, 0], [2, 1]],
  ["SELECT client_id FROM client WHERE `lives_in[land].land_code` = 'NO'", [1, 0], [2, 1]],
  ["SELECT client_id FROM client WHERE `lives_in[land].land_code` IN ('NO', 'DE')", [1, 0], [2, 1]],
  ['SELECT client_id FROM client WHERE `lives_in[land].land_code` IS NULL', [1, 0], [2, 1]],
  ['SELECT words FROM remark WHERE `on_item[item].line` = 1', [1, 0], [2, 1]],
  ['SELECT client_name, `picked[bill].bill_id` FROM client', [2, 1], [3, 1]],
  ['SELECT b.bill_id, COUNT(*) FROM bill b JOIN item i ON i.bill_id = b.bill_id GROUP BY b.bill_id HAVING b.bill_id > 1', [1, 0], [2, 0]], // prettier-ignore
  ['SELECT i.ware FROM bill b JOIN client c ON b.payer_id = c.client_id JOIN item i ON i.bill_id = b.bill_id AND c.client_id > 1', [2, 0], [3, 0]], // prettier-ignore
  ['SELECT i.ware, c.client_id FROM item i LEFT JOIN (bill b JOIN client c ON b.payer_id = c.client_id) ON i.bill_id = b.bill_id', [2, 1], [3, 1]], // prettier-ignore
  ['SELECT b.total, i.ware FROM bill b JOIN client c ON b.payer_id = c.client_id LEFT JOIN item i ON i.bill_id = b.bill_id', [2, 1], [3, 1]], // prettier-ignore
  ['SELECT visit_id, `by_client[client].client_id` FROM visit', [1, 0], [2, 1]],
];

const OF_ITSELF: readonly Case[] = [
  ['SELECT client_id, `has_card[card].card_name` FROM client', [1, 0], [2, 1]],
  ["SELECT client_id FROM client WHERE `has_card[card].card_name` = 'Ada'", [1, 0], [2, 1]],
  ['SELECT a.client_name, b.land_code FROM client a JOIN client b ON a.client_id = b.client_id AND b.boss_id > 1', [1, 0], [2, 0]], // prettier-ignore
  ['SELECT a.client_name, b.client_name FROM bill x LEFT JOIN client a ON x.payer_id = a.client_id LEFT JOIN client b ON a.client_id = b.client_id', [2, 1], [3, 2]], // prettier-ignore
  ['SELECT x.total, b.client_name FROM bill x LEFT JOIN client a ON x.payer_id = a.client_id JOIN client b ON a.client_id = b.client_id', [2, 0], [3, 1]], // prettier-ignore
  ['SELECT total FROM bill b LEFT JOIN client c ON b.payer_id = c.client_id WHERE EXISTS (SELECT 1 FROM client d WHERE d.client_id = c.client_id AND d.boss_id IS NULL)', [2, 0], [3, 1]], // prettier-ignore
  ['SELECT ware, tag FROM item', [1, 0], [2, 1]],
  ["SELECT ware FROM item WHERE tag = 'new'", [1, 0], [2, 1]],
  ['SELECT client_name FROM client c WHERE EXISTS (SELECT 1 FROM client d WHERE d.client_id = c.client_id)', [1, 0], [2, 0]], // prettier-ignore
  ['SELECT client_name, EXISTS (SELECT 1 FROM client d WHERE d.client_id = c.client_id) FROM client c', [1, 0], [2, 0]],
  ['SELECT client_name FROM led_client', [1, 0], [3, 1]],
  ['SELECT client_name FROM led_big_client', [3, 0], [4, 2]],
  ['SELECT client_name, `_type_of_led_client`, `_type_of_led_big_client` FROM client', [3, 0], [6, 3]],
  ["SELECT client_name FROM client c WHERE NOT EXISTS (SELECT 1 FROM client d WHERE d.client_id = c.client_id AND d.land_code = 'NO')", [1, 0], [2, 0]], // prettier-ignore
  ["SELECT total, c.client_name FROM bill b LEFT JOIN client c ON b.payer_id = c.client_id WHERE NOT EXISTS (SELECT 1 FROM client d WHERE d.client_id = c.client_id AND d.client_name <> 'Bo')", [2, 1], [3, 1]], // prettier-ignore
];

/** Statements similar to these, which none of the three passes may shorten. */
const KEPT: readonly string[] = [
  'SELECT client_name FROM client LEFT JOIN bill ON bill.client_id = client.client_id',
  'SELECT total FROM bill WHERE `paid_by[client].client_name` IS NULL',
  "SELECT total FROM bill WHERE `paid_by[client].client_name` = 'Bo' OR total > 3",
  "SELECT total FROM bill WHERE NOT (`paid_by[client].client_name` = 'Bo' AND total > 3)",
  "SELECT total, c.client_name FROM bill b LEFT JOIN client c ON b.client_id = c.client_id AND c.land_code = 'NO'",
  'SELECT client_id, `lives_in_named[named_land].named_code` FROM client',
  'SELECT words, `on_item[item].line` FROM remark',
  'SELECT client_id FROM client c LEFT JOIN badge b ON b.badge_client = c.client_id',
  "SELECT a.client_name, b.client_name FROM client a LEFT JOIN client b ON a.client_id = b.client_id AND b.land_code = 'NO'",
  'SELECT a.client_id, b.client_id FROM client a LEFT JOIN client b ON a.client_id = b.client_id AND b.client_name IS NOT NULL', // prettier-ignore
  'SELECT a.client_name, b.client_name FROM client a JOIN client b ON a.client_name = b.client_name',
  'SELECT a.remark_id, b.remark_id FROM remark a LEFT JOIN remark b ON a.words = b.words',
  'SELECT receipt_id, payer_name FROM receipt',
  'SELECT client_name FROM idle_client',
  "SELECT land_code, MAX(CASE WHEN EXISTS (SELECT 1 FROM client d WHERE d.client_id = c.client_id AND d.land_code = 'NO') THEN 1 ELSE 0 END) FROM client c GROUP BY land_code", // prettier-ignore
  'SELECT client_name, (SELECT MAX(d.boss_id) FROM client d WHERE d.client_id = c.client_id) FROM client c',
  'SELECT b.bill_id, b.total FROM bill b JOIN item i ON i.bill_id = b.bill_id',
  'SELECT client_name FROM client c LEFT JOIN bill b ON b.client_id = c.client_id WHERE EXISTS (SELECT 1 FROM item i WHERE i.bill_id = b.bill_id) OR c.client_id = 6', // prettier-ignore
];

const VALUES = ['client_id', 'client_name', 'land_code', '`has_boss[client].client_id`', '`has_boss[client].client_name`', '`lives_in[land].land_code`', '`lives_in[land].land_name`', '`has_card[card].card_name`', '`has_badge[badge].badge_code`', '`has_summary[summary].bills`', '`placed[bill].total`', '`placed[bill].paid_by[client].client_id`', '`picked[bill].bill_id`', '`picked[bill].placed_by[client].client_id`', '`lives_in_named[named_land].named_code`', '_type_of_led_client', '_type_of_big_client']; // prettier-ignore
const CONDITIONS = ['client_id > 2', '`has_boss[client].client_id` < 3', "`has_boss[client].client_name` <> 'Ada'", "`lives_in[land].land_code` = 'NO'", "`lives_in[land].land_name` LIKE 'N%'", '`lives_in[land].land_code` IS NULL', '`has_card[card].card_no` BETWEEN 2 AND 5', '`placed[bill].total` > 20', '`placed[bill].paid_by[client].client_id` = 2', '`picked[bill].total` IS NOT NULL', '`has_summary[summary].bills` > 1', "`lives_in_named[named_land].given_name` <> 'Norway'", 'EXISTS (SELECT 1 FROM led_client l WHERE l.client_id = client.client_id)', 'EXISTS (SELECT 1 FROM bill b LEFT JOIN client d ON b.payer_id = d.client_id WHERE b.client_id = client.client_id AND d.client_id > 1)']; // prettier-ignore

const condition = fc.oneof(
  fc.constantFrom(...CONDITIONS),
  fc
    .tuple(fc.constantFrom(...CONDITIONS), fc.constantFrom('AND', 'OR'), fc.constantFrom(...CONDITIONS))
    .map((parts) => `(${parts.join(' ')})`),
  fc.constantFrom(...CONDITIONS).map((inner) => `NOT (${inner})`),
);
const values = fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 4 });
const concept = fc.constantFrom('client', 'client', 'client', 'led_client', 'big_client', 'led_big_client');
const statement = fc.oneof(
  fc.tuple(fc.constantFrom('', 'DISTINCT '), values, concept, condition).map(([word, items, from, where]) => `SELECT ${word}${items.filter((item) => from === 'client' || !item.startsWith('_')).join(', ') || '1'} FROM ${from === 'client' ? from : `${from} AS client`} WHERE ${where}`), // prettier-ignore
  fc.tuple(fc.constantFrom(...VALUES), fc.constantFrom(...VALUES), condition).map(([key, value, where]) => `SELECT ${key}, COUNT(*), COUNT(${value}), MIN(${value}) FROM client WHERE ${where} GROUP BY ${key}`), // prettier-ignore
  fc.tuple(fc.constantFrom('JOIN', 'LEFT JOIN', 'RIGHT JOIN'), fc.constantFrom('JOIN', 'LEFT JOIN', 'RIGHT JOIN'), fc.constantFrom('b.client_id', 'b.payer_id'), fc.constantFrom('c.boss_id', 'c.client_id', 'b.payer_id'), fc.constantFrom('b.total', 'c.client_id', 'd.client_id', 'd.client_name'), fc.constantFrom('1 = 1', 'c.client_id > 1', 'd.client_id > 1', "d.client_name <> 'Bo'", 'b.total > 5')).map(([one, two, first, second, item, where]) => `SELECT ${item} FROM bill b ${one} client c ON c.client_id = ${first} ${two} client d ON d.client_id = ${second} WHERE ${where}`), // prettier-ignore
);

const tables = (dialect: DialectName): readonly string[] =>
  dialect === 'mysql' ? [...SHOP_TABLES, ...SHOP_OF_ONE_CASE] : SHOP_TABLES;

onEachEngine('joins', tables, (dialect, test) => {
  const { compile, rows: read } = statementsOf(SHOP, dialect, test);
  const rows = async (sql: string, off: readonly PassName[] = []): Promise<readonly string[]> =>
    (await read(sql, off)).map((row) => JSON.stringify(row)).toSorted();
  const sizeOf = (sql: string, off: readonly PassName[] = []): readonly [number, number] => {
    const text = compile(sql, off).sql;
    return [text.match(/\b(?:FROM|JOIN) \(?["`]/g)?.length ?? 0, text.match(/(?:LEFT|RIGHT) JOIN/g)?.length ?? 0];
  };

  it.each([...REDUCED, ...OF_KEYS, ...OF_ITSELF])('%s', async (sql, on, off) => {
    const expected = await rows(sql, PASS_NAMES);
    expect(expected.length).toBeGreaterThan(0);
    expect(await rows(sql)).toEqual(expected);
    for (const pass of JOIN_PASSES) expect(await rows(sql, [pass])).toEqual(expected);
    expect(sizeOf(sql)).toEqual(on);
    expect(sizeOf(sql, JOIN_PASSES)).toEqual(off);
  });

  it.each(KEPT)('does not change %s', async (sql) => {
    expect(sizeOf(sql)).toEqual(sizeOf(sql, JOIN_PASSES));
    expect(await rows(sql)).toEqual(await rows(sql, PASS_NAMES));
  });

  it('starts a page with the child on servers that order joins without regard to LIMIT', () => {
    const sql = 'SELECT total, `placed_by[client].client_name` FROM bill ORDER BY total LIMIT 3';
    expect(sizeOf(sql)).toEqual([2, dialect === 'mysql' ? 1 : 0]);
  });

  it('returns the key of the parent where the key of the child can be spelt differently', async () => {
    const sql = 'SELECT client_id, `lives_in[land].land_code` FROM client WHERE client_id > 5';
    const isSame = dialect !== 'mysql';
    expect(await rows(sql)).toEqual(['[6,"DE"]', ...(isSame ? [] : ['[7,"NO"]'])]);
    expect(sizeOf(sql)).toEqual(isSame ? [1, 0] : [2, 1]);
  });

  it('returns the same rows whatever passes are off', async () => {
    await fc.assert(
      fc.asyncProperty(statement, fc.subarray([...PASS_NAMES]), async (sql, off) => {
        const expected = await rows(sql, PASS_NAMES);
        expect(await rows(sql)).toEqual(expected);
        expect(await rows(sql, off)).toEqual(expected);
      }),
      { numRuns: trials(150) },
    );
  }, 60_000);
});
