import { type SampleDatabase } from './sample-databases';

type Row = readonly (string | number | null)[];

/** Generates the numbers of one seed, so that the tables are the same on every machine. */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns an integer of the range, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  oneOf<T>(values: readonly [T, ...T[]]): T {
    return values[this.whole(0, values.length - 1)] ?? values[0];
  }

  isOnce(inTimes: number): boolean {
    return this.whole(1, inTimes) === 1;
  }

  /** Returns the next fraction of a Weyl sequence, with mixed bits. */
  private next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 16), 0x21f0aaad);
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  }
}

const NATIONS: Readonly<Record<string, readonly string[]>> = {
  Africa: ['Chad', 'Ghana', 'Kenya', 'Mali', 'Togo'],
  Americas: ['Belize', 'Chile', 'Cuba', 'Haiti', 'Peru'],
  Asia: ['Japan', 'Laos', 'Nepal', 'Oman', 'Qatar'],
  Europe: ['Denmark', 'Norway', 'Poland', 'Spain', 'Sweden'],
  Oceania: ['Fiji', 'Nauru', 'Palau', 'Samoa', 'Tonga'],
};
const REGIONS = Object.keys(NATIONS);
const COLOURS = ['amber', 'blue', 'coral', 'green', 'ivory', 'pink', 'teal', 'white'] as const;
const THINGS = ['bell', 'chair', 'clock', 'lamp', 'mirror', 'shelf', 'stool', 'vase'] as const;
const FINISHES = ['bargain', 'brushed', 'coated', 'plain', 'polished'] as const;
const MATERIALS = ['brass', 'cedar', 'glass', 'iron'] as const;
const SIZES = ['huge', 'large', 'medium', 'small'] as const;
const PACKINGS = ['bag', 'box', 'crate', 'tube'] as const;
const SEGMENTS = ['building', 'farming', 'retail', 'schools', 'travel'] as const;
const PRIORITIES = ['1 now', '2 soon', '3 normal', '4 later', '5 any day'] as const;
const MODES = ['air', 'pipe', 'post', 'rail', 'river', 'road', 'sea'] as const;
const INSTRUCTIONS = ['hand over', 'leave', 'return', 'sign'] as const;
const NOTES = ['calls back', 'pays late', 'wants gift wrap', 'has special wishes and requests', 'made complaints to us'] as const; // prettier-ignore

const FIRST_DAY = Date.UTC(2015, 0, 1);
const DAY_MS = 86_400_000;
const LAST_ORDER = 2_400;
/** Lines received by this day may have been returned; those shipped by it are complete. */
const TODAY = 1_265;

const CREATE: readonly string[] = [
  'CREATE TABLE region (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL)',
  'CREATE TABLE nation (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, region_id INTEGER NOT NULL, FOREIGN KEY (region_id) REFERENCES region (id))',
  `CREATE TABLE supplier (id INTEGER PRIMARY KEY, name VARCHAR(30) NOT NULL, nation_id INTEGER NOT NULL, phone VARCHAR(20) NOT NULL,
    balance DECIMAL(10,2) NOT NULL, note VARCHAR(60), FOREIGN KEY (nation_id) REFERENCES nation (id))`,
  `CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(30) NOT NULL, nation_id INTEGER NOT NULL, phone VARCHAR(20) NOT NULL,
    balance DECIMAL(10,2) NOT NULL, segment VARCHAR(20) NOT NULL, note VARCHAR(60), FOREIGN KEY (nation_id) REFERENCES nation (id))`,
  `CREATE TABLE part (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, maker VARCHAR(10) NOT NULL, brand VARCHAR(10) NOT NULL,
    kind VARCHAR(30) NOT NULL, size INTEGER NOT NULL, container VARCHAR(20) NOT NULL, list_price DECIMAL(10,2) NOT NULL)`,
  `CREATE TABLE partsupp (part_id INTEGER NOT NULL, supplier_id INTEGER NOT NULL, available INTEGER NOT NULL, cost DECIMAL(10,2) NOT NULL,
    PRIMARY KEY (part_id, supplier_id), FOREIGN KEY (part_id) REFERENCES part (id), FOREIGN KEY (supplier_id) REFERENCES supplier (id))`,
  `CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, state VARCHAR(1) NOT NULL, total DECIMAL(12,2) NOT NULL,
    ordered DATE NOT NULL, priority VARCHAR(20) NOT NULL, urgency INTEGER NOT NULL, note VARCHAR(60), FOREIGN KEY (customer_id) REFERENCES customer (id))`,
  `CREATE TABLE lineitem (order_id INTEGER NOT NULL, line_no INTEGER NOT NULL, part_id INTEGER NOT NULL, supplier_id INTEGER NOT NULL,
    quantity INTEGER NOT NULL, price DECIMAL(10,2) NOT NULL, discount DECIMAL(3,2) NOT NULL, tax DECIMAL(3,2) NOT NULL,
    return_flag VARCHAR(1) NOT NULL, state VARCHAR(1) NOT NULL, shipped DATE NOT NULL, due DATE NOT NULL, received DATE NOT NULL,
    instruction VARCHAR(20) NOT NULL, mode VARCHAR(10) NOT NULL, PRIMARY KEY (order_id, line_no),
    FOREIGN KEY (order_id) REFERENCES orders (id), FOREIGN KEY (part_id, supplier_id) REFERENCES partsupp (part_id, supplier_id),
    FOREIGN KEY (part_id) REFERENCES part (id), FOREIGN KEY (supplier_id) REFERENCES supplier (id))`,
];

const OFFERS_OF_PART = 4;
const ROWS_AT_ONCE = 1_000;

/**
 * Returns a trade of eight tables in the proportions of a well-known benchmark, with other words and numbers. Scale 1 has 1,500
 * orders; a third of the customers has none. Every sum of money is an exact decimal.
 */
export function tpch(scale = 1): SampleDatabase {
  const dice = new Dice(20_240_229);
  const [suppliers, customers, parts] = [40 * scale, 150 * scale, 200 * scale];
  const prices = Array.from({ length: parts }, () => dice.whole(1_000, 120_000));
  const statements = [
    ...CREATE,
    ...insert('region', REGIONS.map((name, index) => [index + 1, name])), // prettier-ignore
    ...insert('nation', Object.values(NATIONS).flatMap((names, region) => names.map((name, index) => [region * 5 + index + 1, name, region + 1]))), // prettier-ignore
    ...insert(
      'supplier',
      rows(suppliers, (id) => supplier(dice, id)),
    ),
    ...insert(
      'customer',
      rows(customers, (id) => customer(dice, id)),
    ),
    ...insert(
      'part',
      rows(parts, (id) => part(dice, id, prices[id - 1] ?? 0)),
    ),
    ...insert(
      'partsupp',
      rows(parts, (id) => id).flatMap((id) => offers(dice, id, suppliers)),
    ),
    ...orders(dice, { customers, suppliers, prices, count: 1_500 * scale }),
  ];
  return { mysql: statements, duckdb: statements };
}

function rows<T>(count: number, row: (id: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => row(index + 1));
}

function insert(table: string, values: readonly Row[]): readonly string[] {
  const statements: string[] = [];
  for (let start = 0; start < values.length; start += ROWS_AT_ONCE) {
    const some = values.slice(start, start + ROWS_AT_ONCE);
    statements.push(`INSERT INTO ${table} VALUES ${some.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`);
  }
  return statements;
}

/** Prints a literal; no string of these tables contains a quote or a backslash. */
function literal(value: Row[number]): string {
  return typeof value === 'string' ? `'${value}'` : String(value ?? 'NULL');
}

function party(dice: Dice, kind: string, id: number): readonly [number, string, number, string, string] {
  const nation = dice.whole(1, 25);
  const phone = `${nation + 20}-${dice.whole(100, 999)}-${dice.whole(1_000, 9_999)}`;
  return [id, `${kind} ${String(id).padStart(6, '0')}`, nation, phone, money(dice.whole(-99_999, 999_999))];
}

function supplier(dice: Dice, id: number): Row {
  return [...party(dice, 'Supplier', id), noteOrNone(dice)];
}

function customer(dice: Dice, id: number): Row {
  return [...party(dice, 'Customer', id), dice.oneOf(SEGMENTS), noteOrNone(dice)];
}

function noteOrNone(dice: Dice): string | null {
  return dice.isOnce(10) ? null : dice.oneOf(NOTES);
}

function part(dice: Dice, id: number, price: number): Row {
  const maker = dice.whole(1, 5);
  return [
    id,
    `${dice.oneOf(COLOURS)} ${dice.oneOf(COLOURS)} ${dice.oneOf(THINGS)}`,
    `Maker ${maker}`,
    `Brand ${maker}${dice.whole(1, 5)}`,
    `${dice.oneOf(FINISHES)} ${dice.oneOf(MATERIALS)}`,
    dice.whole(1, 20),
    `${dice.oneOf(SIZES)} ${dice.oneOf(PACKINGS)}`,
    money(price),
  ];
}

function supplierOf(partId: number, place: number, suppliers: number): number {
  return ((partId + place * Math.floor(suppliers / OFFERS_OF_PART)) % suppliers) + 1;
}

function offers(dice: Dice, partId: number, suppliers: number): readonly Row[] {
  return rows(OFFERS_OF_PART, (place) => [
    partId,
    supplierOf(partId, place - 1, suppliers),
    dice.whole(1, 999),
    money(dice.whole(500, 100_000)),
  ]);
}

interface Trade {
  readonly customers: number;
  readonly suppliers: number;
  /** The prices of the parts in their order, in hundredths. */
  readonly prices: readonly number[];
  readonly count: number;
}

function orders(dice: Dice, trade: Trade): readonly string[] {
  const heads: Row[] = [];
  const allLines: Row[] = [];
  for (let id = 1; id <= trade.count; id++) {
    const ordered = dice.whole(0, LAST_ORDER);
    const lines = rows(dice.whole(1, 7), (lineNo) => line(dice, { orderId: id, lineNo, ordered }, trade));
    const done = lines.filter(({ isDone }) => isDone).length;
    const state = done === lines.length ? 'F' : done === 0 ? 'O' : 'P';
    const total = lines.reduce((sum, { gross }) => sum + gross, 0);
    const place = dice.whole(1, 2) + 3 * dice.whole(0, Math.floor(trade.customers / 3) - 1);
    heads.push([
      id,
      place,
      state,
      money(total),
      day(ordered),
      dice.oneOf(PRIORITIES),
      dice.whole(0, 9),
      noteOrNone(dice),
    ]);
    allLines.push(...lines.map(({ row }) => row));
  }
  return [...insert('orders', heads), ...insert('lineitem', allLines)];
}

interface LineOf {
  readonly orderId: number;
  readonly lineNo: number;
  readonly ordered: number;
}

function line(dice: Dice, { orderId, lineNo, ordered }: LineOf, { suppliers, prices }: Trade) {
  const partId = dice.whole(1, prices.length);
  const quantity = dice.whole(1, 50);
  const price = quantity * (prices[partId - 1] ?? 0);
  const [discount, tax] = [dice.whole(0, 10), dice.whole(0, 8)];
  const shipped = ordered + dice.whole(1, 120);
  const received = shipped + dice.whole(1, 30);
  const isDone = shipped <= TODAY;
  const row: Row = [
    orderId,
    lineNo,
    partId,
    supplierOf(partId, dice.whole(0, OFFERS_OF_PART - 1), suppliers),
    quantity,
    money(price),
    money(discount),
    money(tax),
    received > TODAY ? 'N' : dice.oneOf(['A', 'R']),
    isDone ? 'F' : 'O',
    day(shipped),
    day(ordered + dice.whole(30, 90)),
    day(received),
    dice.oneOf(INSTRUCTIONS),
    dice.oneOf(MODES),
  ];
  return { row, isDone, gross: Math.round((price * (100 - discount) * (100 + tax)) / 10_000) };
}

function money(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

function day(number: number): string {
  return new Date(FIRST_DAY + number * DAY_MS).toISOString().slice(0, 10);
}
