import { Client } from '../support/client';
import { startOwnMariaDb } from '../support/own-mariadb';
import { type RunningService, startService } from '../support/service';
import { describeWithProgram } from '../support/services';
import { waitFor } from '../support/wait-for';
import { note } from './promises';

const INSTANCES = ['where it was told', 'elsewhere'];

describeWithProgram('mariadbd', 'a new password of a data source', () => {
  it('is used within a second on all instances, whether the old one is rejected or still used by open connections', async () => {
    const server = await startOwnMariaDb();
    const services: RunningService[] = [];
    try {
      await server.run(['CREATE DATABASE shop_test', 'CREATE TABLE shop_test.things (n INT PRIMARY KEY)', 'INSERT INTO shop_test.things VALUES (1)', "CREATE USER other@'%' IDENTIFIED BY 'before'", "GRANT SELECT ON shop_test.* TO other@'%'"]); // prettier-ignore
      services.push(await startService());
      services.push(await startService({ DATABASE_URL: `sqlite:${services[0]!.dataDir}/system.db` }));
      const clients = services.map(({ api }) => new Client(api, services[0]!.token));
      const define = (opening: string, password: string) =>
        clients[0]!.sql(`${opening} CREATE OR REPLACE DATASOURCE shop TYPE mysql OPTIONS (host = '127.0.0.1', port = '${server.port}', database = 'shop_test', user = 'other', password = '${password}'); CREATE OR REPLACE CONCEPT item (n integer, PRIMARY KEY (n)); CREATE OR REPLACE MAPPING m INTO (item) AS SELECT n FROM things`, { ontology: 'password_test' }); // prettier-ignore
      const isServed = async (client: Client) =>
        (await client.sql('SELECT n FROM dsvc.item', { ontology: 'password_test' })).status === 200;
      expect((await define('CREATE ONTOLOGY password_test;', 'before')).status).toBe(200);
      for (const client of clients) expect(await isServed(client)).toBe(true);

      await server.run(["ALTER USER other@'%' IDENTIFIED BY 'after'", 'KILL USER other']);
      for (const client of clients) expect(await isServed(client)).toBe(false);
      expect((await define('', 'after')).status).toBe(200);
      const changedAt = performance.now();
      const times = await Promise.all(
        clients.map(async (client) => {
          await waitFor(() => isServed(client));
          return performance.now() - changedAt;
        }),
      );
      const seen = times.map((time, index) => `${Math.round(time)} ms ${INSTANCES[index]}`).join(', ');
      note({ promise: 'R16', test: 'only the password of a data source changes', figure: '<= 1 s', seen });
      expect(Math.max(...times)).toBeLessThan(2_000);

      expect((await define('', 'wrong')).status).toBe(200);
      for (const client of clients) await waitFor(async () => !(await isServed(client)));
    } finally {
      for (const service of services.toReversed()) await service.close();
      await server.drop();
    }
  });
});
