import { rmSync } from 'node:fs';
import { type CompiledQuery } from '../../src/model';
import { makeDataDir, makeEngines, rowsOf } from '../support/engines';
import { readerOptions, startOwnMariaDb } from '../support/own-mariadb';
import { describeWithProgram } from '../support/services';

const MOST = 5;

const plain = (number: number): CompiledQuery => ({ dialect: 'mysql', sql: `SELECT n + ${number} FROM things WHERE n = 1`, parameters: [], columns: [{ name: 'n', type: 'integer' }], isPlainSelect: true }); // prettier-ignore

describeWithProgram('mariadbd', 'a server that accepts few prepared statements', () => {
  it('runs more statements than it accepts at once, and is unavailable when other clients use them up', async () => {
    const server = await startOwnMariaDb([`--max-prepared-stmt-count=${MOST}`]);
    const dataDir = makeDataDir('prepared');
    const engines = makeEngines(dataDir);
    try {
      await server.run(['CREATE DATABASE shop_test', 'CREATE TABLE shop_test.things (n INT PRIMARY KEY)', 'INSERT INTO shop_test.things VALUES (1)']); // prettier-ignore
      const options = readerOptions('127.0.0.1', { port: String(server.port) });
      const engine = await engines.open({ ontology: 'o', name: 'shop', type: 'mysql', options });
      for (let number = 0; number < 4 * MOST; number++)
        expect(await rowsOf(engine, plain(number))).toEqual([[1 + number]]);
      await server.run(['SET GLOBAL max_prepared_stmt_count = 0']);
      await expect(rowsOf(engine, plain(-1))).rejects.toMatchObject({ code: 'source_unavailable' });
      await server.run([`SET GLOBAL max_prepared_stmt_count = ${MOST}`]);
      expect(await rowsOf(engine, plain(-1))).toEqual([[0]]);
    } finally {
      await engines.onApplicationShutdown();
      rmSync(dataDir, { recursive: true });
      await server.drop();
    }
  });
});
