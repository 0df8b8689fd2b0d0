import fc from 'fast-check';
import { CellReader } from '../../src/engines/postgresql/portion-reader';
import { rowPrinting } from '../../src/http';
import { type CompiledQuery, type OutputColumn } from '../../src/model';
import { openPostgreSqlTestEngine, OtherEngines, rowsOf, type TestEngine } from '../support/engines';
import { countLines, countPieces, firstDifference, PRINTED, printBothWays, WANTED } from '../support/print-both-ways';
import { askedPages, expectPrintedCells, pickColumns, PRINT_OPTIONS, printPage } from '../support/printed-pages';
import { describeWithPostgreSql } from '../support/services';
import { trials } from '../support/trials';

const quote = (text: string): string => `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`;
const text = (most: number): fc.Arbitrary<string> =>
  fc.string({ unit: 'grapheme-composite', maxLength: most }).map((given) => quote(given));
const integer = (bits: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n }).map((number) => `'${number}'`);
const digits = (most: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: -(10n ** BigInt(most)) + 1n, max: 10n ** BigInt(most) - 1n }).map((number) => `'${number}'`);
const moments = ["'2024-02-29 01:02:03'", "'2024-02-29 01:02:03.5'", "'2024-02-29 01:02:03.000001'", "'infinity'", "'-infinity'", "'0044-03-15 12:00:00 BC'", "'12024-01-01 00:00:00'"]; // prettier-ignore

/** A column of each type, with the type as which a property has it, and possible values. */
const COLUMNS: readonly (readonly [type: string, wanted: OutputColumn['type'], values: fc.Arbitrary<string>])[] = [
  ['smallint', 'smallint', integer(16)],
  ['integer', 'integer', integer(32)],
  ['bigint', 'bigint', fc.oneof(integer(64), integer(54), integer(34))],
  ['oid', 'bigint', fc.constantFrom("'0'", "'4294967295'")],
  ['numeric(20, 0)', 'integer', fc.oneof(digits(20), digits(3), fc.constantFrom("'NaN'"))],
  ['numeric(20, 4)', 'decimal', fc.constantFrom("'1.5'", "'-0.0001'", "'1234567890123456.7891'", "'NaN'")],
  ['numeric', 'decimal', fc.constantFrom("'1e40'", "'-1e-40'", "'Infinity'", "'-Infinity'", "'0'")],
  ['real', 'float', fc.constantFrom("'0.1'", "'-3e30'", "'NaN'", "'Infinity'")],
  ['double precision', 'double', fc.constantFrom("'0.1'", "'1e300'", "'-0'", "'NaN'", "'-Infinity'")],
  ['boolean', 'boolean', fc.constantFrom("'t'", "'f'")],
  ['text', 'string', fc.oneof(text(300), fc.constantFrom(quote('a"b'), quote('back\\slash'), quote('\u2028\ufeff\u007f'), quote('a, b'), quote('=1+1'), quote('-5'), quote(' a'), quote('a\u3000'), quote('')))],
  ['varchar(60)', 'string', text(20)],
  ['char(9)', 'string', fc.constantFrom("''", "'a'", "' a  b '", "'grün'")],
  ['date', 'date', fc.constantFrom("'2024-02-29'", "'infinity'", "'0044-03-15 BC'", "'12024-01-01'")],
  ['time', 'time', fc.constantFrom("'10:00:00'", "'23:59:59.5'", "'24:00:00'", "'00:00:00.000001'")],
  ['timestamp', 'timestamp', fc.constantFrom(...moments)],
  ['timestamptz', 'timestamp', fc.constantFrom(...moments, "'2024-02-29 01:02:03+05:30'")],
  ['interval', 'string', fc.constantFrom("'1 year 2 days'", "'-03:00:00.5'")],
  ['uuid', 'string', fc.constantFrom("'0b8f7a3e-5f0c-4f0e-9d53-0c8f2f0d8a11'")],
  ['jsonb', 'string', fc.json().filter((json) => !json.includes('\\u0000') && !/\\ud[89a-f]/i.test(json)).map(quote)],
  ['bytea', 'unknown', fc.constantFrom("'\\x00ff10'", "'\\x'")],
  ['bit(7)', 'integer', fc.constantFrom("B'1011001'")],
  ['varbit', 'integer', fc.constantFrom("B'1'", "B''", "B'1111111111'")],
  ['integer[]', 'string', fc.constantFrom("'{}'", "'{1,NULL,3}'")],
]; // prettier-ignore

const TYPES = COLUMNS.map(([, wanted]) => wanted);
const names = COLUMNS.map((_, index) => `c${index}`);
const ROWS = 300;

describeWithPostgreSql('rows printed from the messages of PostgreSQL', () => {
  const others = new OtherEngines();
  let test: TestEngine;

  beforeAll(async () => {
    const row = fc.tuple(...COLUMNS.map(([, , values]) => fc.oneof({ weight: 6, arbitrary: values }, fc.constant('NULL')))); // prettier-ignore
    const rows = fc.sample(row, { seed: 20_261_128, numRuns: ROWS });
    test = await openPostgreSqlTestEngine('printed_messages', [
      `CREATE TABLE things (id INTEGER PRIMARY KEY, ${COLUMNS.map(([type], index) => `${names[index]} ${type}`).join(', ')})`,
      ...rows.map((values, id) => `INSERT INTO things VALUES (${[id, ...values].join(', ')})`),
    ]);
  }, 60_000);
  afterAll(async () => {
    await others.close();
    await test.drop();
  });

  it.each(WANTED.flatMap((wanted) => PRINTED.map(([format, typed]) => [wanted, format, typed] as const)))(
    'equal the rows of its cells, byte for byte, wanted as %s, in %s, typed: %s',
    async (wanted, format, typed) => {
      const columns = names.map((name): OutputColumn => ({ name, type: wanted }));
      const statement = { sql: `SELECT ${names.join(', ')} FROM things ORDER BY id`, columns, typed, format };
      const { printed, expected } = await printBothWays(test.engine, statement);
      expect(firstDifference(printed, expected)).toBeUndefined();
      expect(countLines(expected, format)).toBe(ROWS);
    },
    30_000,
  );

  it('create no cells', async () => {
    const columns = names.map((name, index): OutputColumn => ({ name, type: TYPES[index]! }));
    const query: CompiledQuery = { dialect: 'postgresql', sql: `SELECT ${names.join(', ')} FROM things`, parameters: [], columns }; // prettier-ignore
    const made = jest.spyOn(CellReader.prototype, 'add');
    const { printed } = await test.engine.print!(query, rowPrinting(columns, 'json', true)!, PRINT_OPTIONS);
    for await (const piece of printed) expect(piece.length).toBeGreaterThan(0);
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  it('have separators within pieces, and pieces consist of whole rows', async () => {
    const sql = "SELECT x.id AS a, repeat('ö', 200) AS b FROM things x JOIN things y ON y.id < 20";
    const counted = await countPieces(test.engine, sql);
    expect(counted.rows).toBe(20 * ROWS);
    expect(counted.pieces).toBeGreaterThan(8);
  });

  it('contain a string of a megabyte, whatever its length in JSON', async () => {
    const columns: OutputColumn[] = [{ name: 'a', type: 'string' }];
    for (const unit of ["E'\\n'", "'ü'", "'😀\\\"'"]) {
      const statement = { sql: `SELECT repeat(${unit}, 300000) AS a`, columns, typed: true };
      const { printed, expected } = await printBothWays(test.engine, statement);
      expect(printed.length).toBeGreaterThan(300_000);
      expect(firstDifference(printed, expected)).toBeUndefined();
    }
  });

  it('equal the rows of cells in pages, and report each row up to the one after the page', async () => {
    await fc.assert(
      fc.asyncProperty(askedPages(COLUMNS.length, ROWS, [99, 100, 101]), async (asked) => {
        const query: CompiledQuery = { dialect: 'postgresql', parameters: [], ...pickColumns(asked, TYPES) };
        expect(await expectPrintedCells(test, asked, query)).not.toContain('');
      }),
      { numRuns: trials(60) },
    );
  }, 60_000);

  it('stop an endless statement', async () => {
    const columns: OutputColumn[] = [{ name: 'a', type: 'unknown' }];
    const sql = 'SELECT x.c1 AS a FROM things x CROSS JOIN things y CROSS JOIN things z CROSS JOIN things w';
    const query: CompiledQuery = { dialect: 'postgresql', sql, parameters: [], columns };
    const begin = performance.now();
    const page = { hidden: 0, observed: [0], most: 700, format: 'ndjson', typed: true } as const;
    const { rows, printed, text: lines } = await printPage(test, query, page);
    expect(lines.split('\n')).toHaveLength(701);
    expect([rows.length, printed.rowCount()]).toEqual([701, 700]);
    expect(performance.now() - begin).toBeLessThan(PRINT_OPTIONS.timeoutMs);
    expect(await rowsOf(test.engine, { ...query, sql: 'SELECT count(*) FROM things' })).toEqual([[ROWS]]);
  }, 30_000);

  it('fail as cells do when a row in the middle fails', async () => {
    const columns: OutputColumn[] = [{ name: 'a', type: 'integer' }];
    const sql = 'SELECT 1 / (150 - id) AS a FROM things ORDER BY id';
    const query: CompiledQuery = { dialect: 'postgresql', sql, parameters: [], columns };
    const read = async (): Promise<void> => {
      const { printed } = await test.engine.print!(query, rowPrinting(columns, 'ndjson', true)!, PRINT_OPTIONS);
      for await (const piece of printed) expect(piece.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toMatchObject({ code: 'source_bad_value' });
    await expect(rowsOf(test.engine, query)).rejects.toMatchObject({ code: 'source_bad_value' });
    expect(await rowsOf(test.engine, { ...query, sql: 'SELECT count(*) FROM things' })).toEqual([[ROWS]]);
  });

  it('are the same with POSTGRESQL_PRINT_MESSAGES=false, from values', async () => {
    const plain = await others.with({ postgresqlPrintMessages: false }).open(test.connection);
    for (const way of ['print', 'printPage']) expect(plain).not.toHaveProperty(way);
    const columns = names.map((name, index): OutputColumn => ({ name, type: TYPES[index]! }));
    const query: CompiledQuery = { dialect: 'postgresql', sql: `SELECT ${names.join(', ')} FROM things ORDER BY id`, parameters: [], columns }; // prettier-ignore
    const printing = rowPrinting(columns, 'ndjson', true)!;
    let [fast, slow] = ['', ''];
    for await (const piece of (await test.engine.print!(query, printing, PRINT_OPTIONS)).printed) fast += piece.toString(); // prettier-ignore
    for await (const batch of (await plain.run(query, PRINT_OPTIONS)).batches) slow += printing.print(batch);
    expect(firstDifference(fast, slow)).toBeUndefined();
  });
});
