import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, Client, rowsOf } from '../support/client';
import { startService } from '../support/service';

const SHOP = `CREATE ONTOLOGY shop;
  CREATE DATASOURCE d TYPE duckdb OPTIONS (path = 'shop.duckdb');
  CREATE CONCEPT track (track_id integer, title string, PRIMARY KEY (track_id), LABEL (title));
  CREATE MAPPING tracks INTO (track) AS SELECT id AS track_id, name AS title FROM dsvc.tracks;
  CREATE CONCEPT a_track INHERITS (track) FROM svc.track WHERE title LIKE 'A%' AND EXISTS (SELECT 1 FROM svc.track);
  CREATE VIEW titles AS SELECT dsvc.track.title FROM dsvc.track WHERE track_id IN (SELECT svc.a_track.track_id FROM svc.a_track);
  CREATE VIEW again AS SELECT * FROM vsvc.titles;`;

describe('views and conditions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'definitions-test-'));
  const settings = { DATABASE_URL: `sqlite:${join(folder, 'system.db')}` };
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Asks a service of this name over the one system database. */
  async function ask(serviceName: string, work: (client: Client) => Promise<Answer>): Promise<Answer> {
    const service = await startService({ ...settings, SERVICE_NAME: serviceName });
    try {
      return await work(new Client(service.api, service.token));
    } finally {
      await service.close();
    }
  }

  it('keep their meaning when the service is started under another name', async () => {
    const shop = { ontology: 'shop' };
    const dump = (client: Client): Promise<Answer> => client.sql('SHOW CREATE ONTOLOGY shop', shop);
    const [{ script }] = rowsOf(
      await ask('svc', async (client) => {
        rowsOf(await client.sql(SHOP, { ontology: 'system' }));
        return dump(client);
      }),
    ) as [{ script: string }];
    const answer = await ask('acme', async (client) => {
      expect(rowsOf(await dump(client))).toEqual([{ script }]);
      const [{ PLAN: plan }] = (await client.select('EXPLAIN SELECT title FROM vacme.again', shop)) as [
        { PLAN: string },
      ];
      expect(plan).toContain('FROM "dsvc"."tracks"');
      rowsOf(await client.sql(`${script}; CREATE VIEW third AS SELECT vacme.again.title FROM vacme.again`, shop));
      rowsOf(await client.sql('EXPLAIN SELECT * FROM vacme.third JOIN a_track ON a_track.title = third.title', shop));
      return client.get('get_ontology/shop');
    });
    expect(answer.text).toContain('FROM `vacme`.`titles`');
    rowsOf(await ask('svc', (client) => client.sql('EXPLAIN SELECT * FROM vsvc.third', shop)));
  });
});
