import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';
import { runTool } from '../support/tool';
import { waitFor } from '../support/wait-for';

describe('a tool while the service runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tools-e2e-'));
  const before = { ...process.env };
  const settings = { DATABASE_URL: `sqlite:${join(folder, 'system.db')}`, API_AUTH_SALT: 'a salt for tests, long' };
  let service: RunningService;
  let ana: Client;
  const statusOf = async (query: string): Promise<number> => (await ana.sql(query, { ontology: 'shop' })).status;
  const edit = () => statusOf('CREATE PROPERTY mine string; DROP PROPERTY mine');
  const read = () => statusOf('SHOW CONCEPTS');

  beforeAll(async () => {
    service = await startService(settings);
    Object.assign(process.env, { DATA_DIR: folder, ...settings });
    const admin = new Client(service.api, service.token);
    rowsOf(await admin.sql("CREATE ONTOLOGY shop; CREATE USER ana PASSWORD 'password of ana'; REVOKE ACCESS ON ontology.shop FROM ROLE public", { ontology: 'system' })); // prettier-ignore
    ana = new Client(service.api, (await runTool(['token', 'issue', 'ana'])).trim());
  }, 60_000);
  afterAll(async () => {
    process.env = before;
    await service.close();
    rmSync(folder, { recursive: true });
  });

  it.each<readonly [readonly string[], () => Promise<number>, number, number]>([
    [['role', 'add', 'editor'], read, 404, 404],
    [['grant', 'ROLE editor TO USER ana'], read, 404, 404],
    [['grant', 'ACCESS ON ontology.shop TO ROLE editor'], read, 404, 200],
    [['grant', 'EDIT', 'ON', 'ontology.shop', 'TO', 'USER', 'ana'], edit, 403, 200],
    [['revoke', 'EDIT ON ontology.shop FROM USER ana'], edit, 200, 403],
    [['role', 'drop', 'editor'], read, 200, 404],
    [['user', 'grant', 'ana', 'query', '--ontology', 'shop'], read, 404, 200],
    [['revoke', 'TOKENS FROM USER ana'], read, 200, 401],
  ])('changes what a user may do: %j', async (words, ask, earlier, later) => {
    expect(await ask()).toBe(earlier);
    await runTool(words);
    // test/faults/instances.fault-spec.ts measures how long this takes
    await waitFor(async () => (await ask()) === later);
  });
});
