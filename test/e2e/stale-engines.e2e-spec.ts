import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, MARIADB_URL } from '../support/services';
import mysql, { type RowDataPacket } from 'mysql2/promise';

/** Longer than two checks for what is not defined any more. */
const SOON_MS = 11_000;

describeWithMariaDb('the connections of a data source', () => {
  let before: MariaDbDatabase;
  let after: MariaDbDatabase;
  let services: readonly RunningService[] = [];
  let clients: readonly [Client, Client];

  beforeEach(async () => {
    before = await createMariaDbDatabase('stale_engines');
    after = await createMariaDbDatabase('stale_engines');
    for (const database of [before, after]) {
      await database.run(['CREATE TABLE towns (id INT PRIMARY KEY)', 'INSERT INTO towns VALUES (1)']);
    }
    await before.run(['CREATE VIEW naps AS SELECT id, SLEEP(7) AS nap FROM towns']);
    await after.run(['CREATE VIEW naps AS SELECT id, id AS nap FROM towns']);
    const first = await startService();
    const second = await startService({ DATABASE_URL: `sqlite:${first.dataDir}/system.db` });
    services = [second, first];
    clients = [new Client(first.api, first.token), new Client(second.api, second.token)];
    await define('CREATE OR REPLACE ONTOLOGY towns;', before);
  });
  afterEach(async () => {
    for (const service of services) await service.close();
    await before.drop();
    await after.drop();
  });

  async function define(opening: string, { options }: MariaDbDatabase): Promise<void> {
    const list = [...options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    const script = `${opening} CREATE OR REPLACE DATASOURCE source TYPE mysql OPTIONS (${list});
      CREATE OR REPLACE CONCEPT town (id integer, PRIMARY KEY (id));
      CREATE OR REPLACE CONCEPT napper (id integer, nap integer, PRIMARY KEY (id));
      CREATE OR REPLACE MAPPING towns INTO (town) AS SELECT id FROM towns;
      CREATE OR REPLACE MAPPING naps INTO (napper) AS SELECT id, nap FROM naps`;
    const { status, text } = await clients[0].sql(script, { ontology: 'towns' });
    expect([status, text]).toEqual([200, expect.anything()]);
  }

  const askAll = () =>
    Promise.all(clients.map((client) => client.select('SELECT id FROM town', { ontology: 'towns' })));

  async function connectionsTo({ name }: MariaDbDatabase): Promise<number> {
    const connection = await mysql.createConnection(MARIADB_URL.href);
    const [[row]] = await connection.query<RowDataPacket[]>(
      'SELECT COUNT(*) AS n FROM information_schema.processlist WHERE db = ?',
      [name],
    );
    await connection.end();
    return Number(row!.n);
  }

  async function untilNone(database: MariaDbDatabase): Promise<void> {
    const until = Date.now() + SOON_MS;
    while ((await connectionsTo(database)) > 0) {
      if (Date.now() > until) throw new Error('there are connections left');
      await sleep(100);
    }
  }

  it('close on all instances when its ontology is dropped, after running statements', async () => {
    await askAll();
    expect(await connectionsTo(before)).toBeGreaterThanOrEqual(2);
    const napping = clients[1].select('SELECT nap FROM napper', { ontology: 'towns' });
    await sleep(500);
    expect((await clients[0].sql('DROP ONTOLOGY towns', { ontology: 'towns' })).status).toBe(200);
    expect(await napping).toEqual([{ nap: 0 }]);
    await untilNone(before);
  }, 40_000);

  it('close on all instances when it is redefined, with or without further queries', async () => {
    await askAll();
    await define('', after);
    expect(await clients[0].select('SELECT id FROM town', { ontology: 'towns' })).toEqual([{ id: 1 }]);
    await untilNone(before);
    expect(await askAll()).toEqual([[{ id: 1 }], [{ id: 1 }]]);
    expect(await connectionsTo(after)).toBeGreaterThanOrEqual(2);
  }, 40_000);
});
