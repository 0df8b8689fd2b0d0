import { CellRows } from '../../src/engines/mysql/cell-rows';
import { rowPrinting } from '../../src/http';
import { type CompiledQuery, type OutputColumn } from '../../src/model';
import { openMariaDbTestEngine, type TestEngine } from '../support/engines';
import { countLines, countPieces, firstDifference, PRINTED, printBothWays, WANTED } from '../support/print-both-ways';
import { ALL_TYPES, DRIVER_TYPES, fillAllTypes, FILL_DRIVER_TYPES } from '../support/mysql-column-types';
import { describeWithMariaDb } from '../support/services';

describeWithMariaDb('rows printed from the packets of MariaDB', () => {
  let test: TestEngine;
  let rows: number;

  beforeAll(async () => {
    const filled = fillAllTypes(400);
    rows = filled.rows;
    test = await openMariaDbTestEngine('printed', [...filled.statements, ...FILL_DRIVER_TYPES]);
  }, 60_000);
  afterAll(() => test.drop());

  it.each(WANTED.flatMap((wanted) => PRINTED.map(([format, typed]) => [wanted, format, typed] as const)))(
    'equal the rows of its cells, byte for byte, wanted as %s, in %s, typed: %s',
    async (wanted, format, typed) => {
      const columns = ALL_TYPES.map((_, index): OutputColumn => ({ name: `c${index}`, type: wanted }));
      const names = columns.map(({ name }) => name).join(', ');
      const statement = { sql: `SELECT ${names} FROM all_types ORDER BY id`, columns, typed, format };
      const { printed, expected } = await printBothWays(test.engine, statement);
      expect(firstDifference(printed, expected)).toBeUndefined();
      expect(countLines(expected, format)).toBe(rows);
    },
    30_000,
  );

  it('create no values for columns that can be printed', async () => {
    const columns = ALL_TYPES.map((_, index): OutputColumn => ({ name: `c${index}`, type: 'unknown' }));
    const sql = `SELECT ${columns.map(({ name }) => name).join(', ')} FROM all_types`;
    const made = jest.spyOn(CellRows.prototype, 'add');
    const query: CompiledQuery = { dialect: 'mysql', sql, parameters: [], columns };
    const { printed } = await test.engine.print!(query, rowPrinting(columns, 'json', true)!, { timeoutMs: 20_000 });
    for await (const piece of printed) expect(piece.length).toBeGreaterThan(0);
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  it.each(DRIVER_TYPES.map(([type], index) => [type, index] as const))(
    'are printed from cells for %s',
    async (_, index) => {
      const columns: OutputColumn[] = [{ name: 'c', type: 'unknown' }];
      const statement = { sql: `SELECT c${index} AS c FROM driver_types`, columns, typed: true };
      const { printed, expected } = await printBothWays(test.engine, statement);
      expect(printed).toBe(expected);
      expect(expected.split('\n')).toHaveLength(3);
    },
  );

  it('have separators within pieces, and pieces consist of whole rows', async () => {
    const sql = "SELECT x.id AS a, REPEAT('ö', 200) AS b FROM all_types x JOIN all_types y ON y.id < 20";
    const counted = await countPieces(test.engine, sql);
    expect(counted.rows).toBe(20 * rows);
    expect(counted.pieces).toBeGreaterThan(10);
  });

  it('contain a string of a megabyte, whatever its length in JSON', async () => {
    const columns: OutputColumn[] = [{ name: 'a', type: 'string' }];
    for (const unit of ["'\\n'", "'ü'", "'😀\\\"'"]) {
      const statement = { sql: `SELECT REPEAT(${unit}, 300000) AS a`, columns, typed: true };
      const { printed, expected } = await printBothWays(test.engine, statement);
      expect(printed.length).toBeGreaterThan(300_000);
      expect(firstDifference(printed, expected)).toBeUndefined();
    }
  });
});
