import { type Cell, type CompiledQuery, type OutputColumn, type PackedForm, PackedRows } from '../../src/model';
import { writeBinaryRow } from '../../src/mysql-protocol/packets/binary-row';
import { ByteWriter } from '../../src/mysql-protocol/packets/byte-writer';
import { type SentColumn, sentColumn } from '../../src/mysql-protocol/packets/column-type';
import { writeTextRow } from '../../src/mysql-protocol/packets/print-results';
import { openMariaDbTestEngine, type TestEngine } from '../support/engines';
import { ALL_TYPES, fillAllTypes } from '../support/mysql-column-types';
import { WANTED } from '../support/print-both-ways';
import { describeWithMariaDb } from '../support/services';

const OPTIONS = { timeoutMs: 20_000 };
const FORMS: readonly PackedForm[] = ['text', 'binary'];
type Row = readonly Cell[];

const SMALL = [
  'TINYINT',
  'TINYINT UNSIGNED',
  'SMALLINT',
  'SMALLINT UNSIGNED',
  'MEDIUMINT',
  'MEDIUMINT UNSIGNED ZEROFILL',
  'INT',
  'INT UNSIGNED',
  'YEAR',
];
const INTEGERS = [...SMALL, 'BIGINT'];
const NUMBERS = [
  ...INTEGERS,
  'BIGINT UNSIGNED',
  'DECIMAL(15, 0)',
  'DECIMAL(30, 0)',
  'DECIMAL(8, 0) ZEROFILL',
  'DECIMAL(20, 4)',
  'FLOAT',
  'DOUBLE',
];
const EVERY = ALL_TYPES.map(([type]) => type);
const TEXTS = {
  unknown: [],
  string: EVERY,
  boolean: EVERY,
  integer: INTEGERS,
  smallint: INTEGERS,
  bigint: INTEGERS,
  float: EVERY,
  double: EVERY,
  decimal: EVERY,
  date: EVERY,
  time: EVERY,
  timestamp: EVERY,
};
/** The types whose values are packed, by the type of the column. */
const PACKED: Readonly<Record<PackedForm, Readonly<Record<OutputColumn['type'], readonly string[]>>>> = {
  text: TEXTS,
  binary: { ...TEXTS, float: NUMBERS, double: NUMBERS, date: ['DATE'], time: ['TIME(6)'], timestamp: ['DATETIME', 'DATETIME(3)', 'DATETIME(6)', 'TIMESTAMP NULL'] },
}; // prettier-ignore

/** The payloads of rows, or the message of the error of a value that its type cannot have. */
function payloadsOf(rows: readonly Row[], columns: readonly SentColumn[], form: PackedForm): readonly string[] {
  try {
    return rows.map((row) => {
      const writer = new ByteWriter();
      if (form === 'text') writeTextRow(writer, row);
      else writeBinaryRow(writer, columns, row);
      return writer.finish().toString('hex');
    });
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Returns the payloads of packed rows. */
function unpack({ bytes, length }: PackedRows): readonly string[] {
  const payloads: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at);
    payloads.push(bytes.subarray(at + 4, end).toString('hex'));
    at = end;
  }
  expect(payloads).toHaveLength(length);
  return payloads;
}

describeWithMariaDb('rows packed from the packets of MariaDB', () => {
  let test: TestEngine;
  beforeAll(async () => {
    const filled = fillAllTypes(400);
    test = await openMariaDbTestEngine('packed', [
      ...filled.statements,
      'CREATE TABLE wide (id INTEGER PRIMARY KEY, t LONGTEXT CHARACTER SET utf8mb4)',
      `INSERT INTO wide VALUES (1, REPEAT('ä', 125)), (2, REPEAT('a', 250)), (3, REPEAT('a', 251)), (4, REPEAT('ü', 32767)), (5, REPEAT('a', 65535)), (6, REPEAT('a', 65536)), (7, REPEAT('a', ${2 ** 24 - 10})), (8, REPEAT('b', 100))`,
    ]);
  }, 60_000);
  afterAll(() => test.drop());

  /** Runs a statement both ways, expects equal rows, and returns whether they were packed. */
  async function comparePacked(columns: readonly OutputColumn[], select: string, form: PackedForm): Promise<boolean> {
    const query: CompiledQuery = { dialect: 'mysql', sql: select, parameters: [], columns, isPlainSelect: true };
    const cells: Row[] = [];
    for await (const batch of (await test.engine.run(query, OPTIONS)).batches) cells.push(...batch);
    const described = columns.map((column, index) => sentColumn(column, index, cells));
    const found: string[] = [];
    const unpacked: Row[] = [];
    for await (const part of (await test.engine.pack!(query, form, OPTIONS)).packed)
      if (part instanceof PackedRows) found.push(...unpack(part));
      else unpacked.push(...part);
    if (unpacked.length > 0) {
      expect(found).toEqual([]);
      expect(unpacked).toEqual(cells);
      return false;
    }
    expect(columns.map((column, index) => sentColumn(column, index, []))).toEqual(described);
    expect(found).toEqual(payloadsOf(cells, described, form));
    return true;
  }

  it.each(FORMS.flatMap((form) => WANTED.map((wanted) => [form, wanted] as const)))(
    'equal the rows of cells, byte for byte, as %s, wanted as %s',
    async (form, wanted) => {
      const packed: string[] = [];
      for (const [index, [type]] of ALL_TYPES.entries()) {
        const column: OutputColumn = { name: `c${index}`, type: wanted };
        const sql = `SELECT c${index} FROM all_types ORDER BY id`;
        const isPacked = await comparePacked([column], sql, form);
        if (isPacked) packed.push(type);
        const three = `SELECT id, c${index} AS a, c${index} AS b FROM all_types ORDER BY id`;
        expect(await comparePacked([{ name: 'id', type: 'integer' }, column, column], three, form)).toBe(isPacked);
      }
      expect(packed.sort()).toEqual([...PACKED[form][wanted]].sort());
    },
    60_000,
  );

  it.each(FORMS)('contain strings of every form of length, and rows beyond 16 MiB, as %s', async (form) => {
    const columns: OutputColumn[] = [{ name: 'id', type: 'integer' }, { name: 't', type: 'string' }, { name: 'u', type: 'string' }]; // prettier-ignore
    expect(await comparePacked(columns, 'SELECT id, t, LEFT(t, 20) AS u FROM wide ORDER BY id', form)).toBe(true);
  });

  it('are cut between rows', () => {
    const rows = new PackedRows(Buffer.from('01000000aa0000000002000000bbcc', 'hex'), 3);
    const cut = (begin: number, end: number) => {
      const { bytes, length } = rows.slice(begin, end);
      return [bytes.toString('hex'), length];
    };
    expect([cut(0, 0), cut(0, 2), cut(1, 3), cut(0, 9), cut(3, 3)]).toEqual([
      ['', 0],
      ['01000000aa00000000', 2],
      ['0000000002000000bbcc', 2],
      ['01000000aa0000000002000000bbcc', 3],
      ['', 0],
    ]);
  });
});
