import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addUser } from '../support/add-user';
import { makeBearer } from '../support/bearer';
import { Client, rowsOf } from '../support/client';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { getToken, type RunningService, startService } from '../support/service';
import { spawnService } from '../support/service-process';
import { describeWithMariaDb } from '../support/services';
import { runTool } from '../support/tool';
import { openService } from '../../tools/terminal/open-service';
import { type Knex, SYSTEM_DATABASE } from '../../src/system-database';

const [FIRST, SECOND, THIRD] = [
  'the first salt, long enough',
  'the second salt, long enough',
  'the third salt, long enough',
];

describeWithMariaDb('a change of API_AUTH_SALT', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salts-'));
  const before = { ...process.env };
  const url = `sqlite:${join(folder, 'system.db')}`;
  let database: MariaDbDatabase;
  let service: RunningService | undefined;
  const start = async (API_AUTH_SALT: string, API_AUTH_SALT_PREVIOUS = ''): Promise<Client> => {
    await service?.close();
    service = await startService({ DATABASE_URL: url, API_AUTH_SALT, API_AUTH_SALT_PREVIOUS });
    return new Client(service.api, service.token);
  };
  const read = (client: Client) => client.sql('SELECT place_id FROM place', { ontology: 'shop' });

  beforeAll(async () => {
    database = await createMariaDbDatabase('salts');
    await database.run(['CREATE TABLE places (id INT PRIMARY KEY)', 'INSERT INTO places VALUES (1)']);
    const admin = await start(FIRST);
    const options = [...database.options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    rowsOf(await admin.sql(`CREATE ONTOLOGY shop; CREATE DATASOURCE db TYPE mysql OPTIONS (${options}); CREATE CONCEPT place (place_id integer, PRIMARY KEY (place_id)); CREATE MAPPING m INTO (place) AS SELECT id AS place_id FROM places`, { ontology: 'system' })); // prettier-ignore
    expect(rowsOf(await read(admin))).toEqual([{ place_id: 1 }]);
    await addUser(service!, { name: 'reader', ontology: 'shop' });
  }, 60_000);
  afterAll(async () => {
    process.env = before;
    await service?.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('keeps secrets and bearer tokens while API_AUTH_SALT_PREVIOUS names the former', async () => {
    const admin = await start(SECOND, FIRST);
    expect(rowsOf(await read(admin))).toEqual([{ place_id: 1 }]);
    const { name, password } = service!.admin;
    const former = makeBearer(name, password, FIRST);
    expect(await getToken(service!.api, former)).toMatch(/^tk_/);
  }, 60_000);

  it('is complete after the tool has sealed the secrets anew', async () => {
    Object.assign(process.env, { DATA_DIR: folder, DATABASE_URL: url, API_AUTH_SALT: SECOND, API_AUTH_SALT_PREVIOUS: FIRST }); // prettier-ignore
    const printed = 'ontology\tdata source\tstate\nshop\tdb\tencrypted with API_AUTH_SALT\n';
    expect(await runTool(['secrets', 'seal'])).toBe(printed);
    expect(await runTool(['secrets', 'seal'])).toBe(printed);
    const admin = await start(SECOND);
    expect(rowsOf(await read(admin))).toEqual([{ place_id: 1 }]);
  }, 60_000);

  it('refuses to start without the former salt, and names the setting', async () => {
    const { ended, log } = spawnService(folder, { DATABASE_URL: url, API_AUTH_SALT: THIRD });
    expect((await ended).code).toBe(1);
    expect(log()).toContain(
      'API_AUTH_SALT differs from the one with which the secrets of this system database were encrypted: set API_AUTH_SALT_PREVIOUS',
    );
  }, 60_000);

  it('makes sources with lost passwords unavailable, with a hint for their administrators only', async () => {
    await openService([], async (tool) => {
      await tool.get<Knex>(SYSTEM_DATABASE)('service_keys').delete();
    });
    const admin = await start(THIRD);
    const reader = new Client(service!.api, await getToken(service!.api, makeBearer('reader', 'pw of reader', THIRD)));
    const refused = await read(reader);
    expect([refused.status, refused.body.error?.code, refused.body.error?.hint]).toEqual([503, 'source_unavailable', undefined]); // prettier-ignore
    const told = await read(admin);
    expect([told.status, told.body.error?.code]).toEqual([503, 'source_unavailable']);
    expect(told.body.error?.hint).toBe(
      'its password was encrypted with another API_AUTH_SALT: define the data source again with its password',
    );
    Object.assign(process.env, { API_AUTH_SALT: THIRD, API_AUTH_SALT_PREVIOUS: '' });
    expect(await runTool(['secrets', 'seal'])).toContain('encrypted with another salt: define the data source again');
  }, 60_000);
});
