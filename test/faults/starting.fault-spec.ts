import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSystemDatabase } from '../../src/system-database';
import { Client } from '../support/client';
import { onEachServer } from '../support/own-server';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { note } from './promises';

let folder: string;
let services: readonly ServiceProcess[] = [];
beforeEach(() => {
  folder = makeServiceFolder();
});
afterEach(() => sweepUp(folder, ...services));

const startThree = async (databaseUrl: string): Promise<void> => {
  services = await Promise.all([1, 2, 3].map(() => startServiceProcess(folder, { DATABASE_URL: databaseUrl })));
};

const readiness = async ({ url }: ServiceProcess): Promise<number> => (await fetch(`${url}/health/ready`)).status;

async function expectOneMigration(databaseUrl: string): Promise<void> {
  for (const service of services) expect(await readiness(service)).toBe(200);
  const tokens = await Promise.all(services.map((service) => service.issueToken()));
  expect(new Set(tokens).size).toBe(3);
  const database = await openSystemDatabase({ databaseUrl, dataDir: folder });
  try {
    const names = (await database('schema_migrations').select('name')).map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(0);
    expect(await database('users').select('name')).toEqual([{ name: 'admin' }]);
  } finally {
    await database.destroy();
  }
}

it('migrates an SQLite file once when three processes start at the same time', async () => {
  const databaseUrl = `sqlite:${folder}/system.db`;
  await startThree(databaseUrl);
  await expectOneMigration(databaseUrl);
});

it('loads DuckDB when a statement first needs it', async () => {
  const service = await startServiceProcess(folder);
  services = [service];
  const hasDuckDb = (): boolean => readFileSync(`/proc/${service.pid}/maps`, 'utf8').includes('duckdb');
  expect(hasDuckDb()).toBe(false);
  const { status } = await new Client(service.api, await service.issueToken()).sql('SELECT 1', { ontology: 'system' });
  expect([status, hasDuckDb()]).toEqual([200, true]);
});

onEachServer('a system database', (server) => {
  let databaseUrl: string;
  beforeAll(async () => {
    databaseUrl = await server().createDatabase('system_test');
  });

  it('is migrated once when three processes start at the same time', async () => {
    await startThree(databaseUrl);
    await expectOneMigration(databaseUrl);
  });

  it('makes an instance unready while it hangs or is unavailable, and ready again when it is back', async () => {
    services = [await startServiceProcess(folder, { DATABASE_URL: databaseUrl })];
    const [service] = services as [ServiceProcess];
    expect(await readiness(service)).toBe(200);
    server().freeze();
    await sleep(100);
    const begin = performance.now();
    expect(await readiness(service)).toBe(503);
    const noticed = performance.now() - begin;
    expect(noticed).toBeLessThan(1500);
    server().resume();
    await untilReady(service);
    await server().kill();
    expect(await readiness(service)).toBe(503);
    await server().start();
    const back = performance.now();
    await untilReady(service);
    const healed = performance.now() - back;
    expect(healed).toBeLessThan(2000);
    expect(service.log()).not.toContain('"level":60');
    note({ promise: 'R4', test: `system database hung (SIGSTOP), ${server().kind}`, figure: 'ready = 503 <= 1.5 s', seen: `${Math.round(noticed)} ms` }); // prettier-ignore
    note({ promise: 'R3', test: `system database killed, back, ${server().kind}`, figure: 'ready = 200 <= 2 s', seen: `${Math.round(healed)} ms` }); // prettier-ignore
  });
});

async function untilReady(service: ServiceProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await readiness(service)) === 200) return;
    await sleep(50);
  }
  throw new Error('did not become ready again');
}
