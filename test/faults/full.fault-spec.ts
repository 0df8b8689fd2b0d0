import { rmSync } from 'node:fs';
import mysql, { type Connection } from 'mysql2/promise';
import { type CompiledQuery } from '../../src/model';
import { makeDataDir, makeEngines, rowsOf } from '../support/engines';
import { readerOptions, startOwnMariaDb } from '../support/own-mariadb';
import { describeWithProgram } from '../support/services';

const ONE: CompiledQuery = { dialect: 'mysql', sql: 'SELECT SLEEP(0.1) + 1', parameters: [], columns: [{ name: 'n', type: 'unknown' }] }; // prettier-ignore

describeWithProgram('mariadbd', 'a server that accepts no more connections', () => {
  it('runs statements on the existing connections, however often new ones are rejected', async () => {
    const server = await startOwnMariaDb(['--max-connections=10']);
    const dataDir = makeDataDir('full');
    const engines = makeEngines(dataDir);
    const others: Connection[] = [];
    try {
      await server.run(['CREATE DATABASE shop_test']);
      const options = readerOptions('127.0.0.1', { port: String(server.port) });
      const engine = await engines.open({ ontology: 'o', name: 'shop', type: 'mysql', options });
      expect(await rowsOf(engine, ONE)).toEqual([[1]]);
      for (let other = 0; other < 9; other++)
        others.push(await mysql.createConnection({ host: '127.0.0.1', port: server.port, user: 'reader', password: 'secret' })); // prettier-ignore
      for (let round = 0; round < 5; round++) {
        const [served, refused] = await Promise.allSettled([rowsOf(engine, ONE), rowsOf(engine, ONE)]);
        expect(served).toEqual({ status: 'fulfilled', value: [[1]] });
        expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'source_unavailable' } });
      }
    } finally {
      for (const other of others) other.destroy();
      await engines.onApplicationShutdown();
      await server.drop();
      rmSync(dataDir, { recursive: true });
    }
  });
});
