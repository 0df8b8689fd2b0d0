import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { type CompiledQuery } from '../../src/model';
import { makeDataDir, makeEngines, rowsOf } from '../support/engines';
import { readerOptions, startOwnMariaDb } from '../support/own-mariadb';
import { describeWithProgram } from '../support/services';

const ask = (sql: string): CompiledQuery => ({ dialect: 'mysql', sql, parameters: [], columns: [{ name: 'n', type: 'unknown' }] }); // prettier-ignore

/** Forwards each connection to the next port in `turns`; the last port stays. */
async function startBalancer(turns: number[]): Promise<{ readonly port: number; readonly close: () => void }> {
  const server = createServer((client) => {
    const target = connect((turns.length > 1 ? turns.shift() : turns[0]) ?? 0, '127.0.0.1');
    client.pipe(target).pipe(client);
    for (const [one, other] of [[client, target], [target, client]] as const) one.on('error', () => other.destroy()).on('close', () => other.destroy()); // prettier-ignore
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

const connectTo = (port: number): Promise<Connection> =>
  mysql.createConnection({ host: '127.0.0.1', port, user: 'reader', password: 'secret' });

/** Opens connections until the server reaches this connection id; the last one is first. */
async function connectUpTo(port: number, threadId: number): Promise<readonly [Connection, ...Connection[]]> {
  const connections: [Connection, ...Connection[]] = [await connectTo(port)];
  while (connections[0].threadId < threadId) connections.unshift(await connectTo(port));
  return connections;
}

describeWithProgram('mariadbd', 'behind a balancer of connections', () => {
  it('a statement that times out is stopped on its own server, and no other statement with its id', async () => {
    const [own, other] = await Promise.all([startOwnMariaDb(), startOwnMariaDb()]);
    const turns = [own.port];
    const balancer = await startBalancer(turns);
    const dataDir = makeDataDir('balancer');
    const engines = makeEngines(dataDir);
    const connections: Connection[] = [];
    try {
      await own.run(['CREATE DATABASE shop_test']);
      await other.run(['CREATE DATABASE shop_test']);
      connections.push(...(await connectUpTo(own.port, 40)));
      const options = readerOptions('127.0.0.1', { port: String(balancer.port) });
      const engine = await engines.open({ ontology: 'o', name: 'shop', type: 'mysql', options });
      const number = Number((await rowsOf(engine, ask('SELECT CONNECTION_ID()')))[0]?.[0]);
      const bystanders = await connectUpTo(other.port, number);
      connections.push(...bystanders);
      expect(bystanders[0].threadId).toBe(number);
      turns.splice(0, 1, other.port, other.port, own.port);
      const refused = engine.run(ask('SELECT SLEEP(60)'), { timeoutMs: 300 });
      await expect(refused).rejects.toMatchObject({ code: 'source_timed_out' });
      const isRunning = async (): Promise<boolean> => {
        const [rows] = await connections[0]!.query<RowDataPacket[]>("SELECT 1 FROM information_schema.processlist WHERE info LIKE 'SELECT SLEEP%'"); // prettier-ignore
        return rows.length > 0;
      };
      const until = Date.now() + 15_000;
      while ((await isRunning()) && Date.now() < until) await sleep(20);
      expect(await isRunning()).toBe(false);
      expect(turns).toEqual([own.port]);
      await expect(bystanders[0].ping()).resolves.toBeDefined();
    } finally {
      for (const connection of connections) connection.destroy();
      await engines.onApplicationShutdown();
      balancer.close();
      await Promise.all([own.drop(), other.drop()]);
      rmSync(dataDir, { recursive: true });
    }
  });
});
