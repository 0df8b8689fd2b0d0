import type { CompiledQuery } from '../../src/model';
import { openMariaDbTestEngine, rowsOf } from '../support/engines';
import { describeWithMariaDb } from '../support/services';

const query = (sql: string): CompiledQuery => ({
  dialect: 'mysql',
  sql,
  parameters: [],
  columns: [{ name: 'seq', type: 'integer' }],
});

describeWithMariaDb('a reader that stops before the last rows', () => {
  it.each([1, 300, 600, 1_500, 5_000])('frees the connection for the next statement, of %i rows', async (count) => {
    const test = await openMariaDbTestEngine('left_rows', []);
    try {
      for (let again = 0; again < 12; again++) {
        const { batches } = await test.engine.run(query(`SELECT seq FROM seq_1_to_${count}`), { timeoutMs: 5_000 });
        for await (const batch of batches) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          expect(batch[0]).toEqual([1]);
          break;
        }
        expect(await rowsOf(test.engine, query('SELECT 1 AS seq'), 2_000)).toEqual([[1]]);
      }
    } finally {
      await test.drop();
    }
  });
});
