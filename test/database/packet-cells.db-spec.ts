import { CellRows } from '../../src/engines/mysql/cell-rows';
import { type CompiledQuery, type OutputColumn, type RowStream } from '../../src/model';
import { openMariaDbTestEngine, type TestEngine } from '../support/engines';
import { WANTED } from '../support/print-both-ways';
import { ALL_TYPES, DRIVER_TYPES, fillAllTypes, FILL_DRIVER_TYPES } from '../support/mysql-column-types';
import { describeWithMariaDb } from '../support/services';

const OPTIONS = { timeoutMs: 20_000 };
async function read({ batches, comparable }: RowStream) {
  const rows: unknown[] = [];
  for await (const batch of batches) rows.push(...batch);
  return { rows, comparable };
}

describeWithMariaDb('cells read from the packets of MariaDB', () => {
  let test: TestEngine;
  let rows: number;
  beforeAll(async () => {
    const filled = fillAllTypes(400);
    rows = filled.rows;
    test = await openMariaDbTestEngine('packet_cells', [...filled.statements, ...FILL_DRIVER_TYPES]);
  }, 60_000);
  afterAll(() => test.drop());

  /** Compares the cells of three executions, of which a connection repeats all but the first, with those of the driver, and returns them. */
  async function compareCells(sql: string, columns: readonly OutputColumn[]): Promise<readonly unknown[]> {
    const query: CompiledQuery = { dialect: 'mysql', sql, parameters: [], columns, isPlainSelect: true };
    const ofDriver = await read(await test.engine.run(query, OPTIONS));
    for (let time = 0; time < 3; time++)
      expect(await read(await test.engine.runFast!(query, OPTIONS))).toEqual(ofDriver);
    return ofDriver.rows;
  }

  it.each(WANTED)('equal those of the driver, wanted as %s', async (wanted) => {
    const columns = ALL_TYPES.map((_, index): OutputColumn => ({ name: `c${index}`, type: wanted }));
    const sql = `SELECT ${columns.map(({ name }) => name).join(', ')} FROM all_types ORDER BY id`;
    const made = jest.spyOn(CellRows.prototype, 'add');
    expect(await compareCells(sql, columns)).toHaveLength(rows);
    // `run` reads all rows by the driver, `runFast` none
    expect(made).toHaveBeenCalledTimes(rows);
    made.mockRestore();
  });

  it.each(DRIVER_TYPES.map(([type], index) => [type, index] as const))(
    'are read by the driver for %s',
    async (_, index) => {
      const sql = `SELECT c${index} AS c FROM driver_types`;
      expect(await compareCells(sql, [{ name: 'c', type: 'unknown' }])).toHaveLength(2);
    },
  );
});
