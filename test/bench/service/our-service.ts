import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBearer } from '../../support/bearer';
import { Client, rowsOf } from '../../support/client';
import { freePort } from '../../support/free-port';
import { NODE_FLAGS } from '../../support/node-flags';
import { largeOntology, wholeScript } from '../../support/large-ontology';
import { getToken } from '../../support/service';
import { ROOT, type Server, stop } from './processes';
import { type Source } from './sources';
import { STAFF } from './staff';

const SALT = 'the salt of the benchmark, long enough';
const PASSWORD = 'a password of the benchmark';
const START_MS = 60_000;

/** Environment variables of the service. */
type Settings = Readonly<Record<string, string>>;

/** The built service over a folder that contains its ontologies. */
export interface OurService {
  /** Starts a process of it and waits until it is ready. Only one may run at a time. */
  readonly start: (settings?: Settings) => Promise<Server>;
}

/**
 * Creates the ontology `staff` over the source, the same as `kept` with answers that may be an hour old, and `large` with 350 concepts.
 * The service in the folder `build` must be built (`npm run build`).
 */
export async function prepareService(
  folder: string,
  source: Source,
  always: Settings,
  build = ROOT,
): Promise<OurService> {
  const { url, stop: stopFirst } = await spawnOurs(folder, {}, [], build);
  try {
    const token = await getToken(`${url}/svc/api`, makeBearer('admin', PASSWORD, SALT));
    const client = new Client(`${url}/svc/api`, token);
    const run = async (ontology: string, script: string): Promise<void> => {
      rowsOf(await client.sql(script, { ontology }));
    };
    await run('staff', `CREATE ONTOLOGY staff; ${source.definition} ${STAFF}`);
    await run('kept', `CREATE ONTOLOGY kept; ALTER ONTOLOGY kept SET result_ttl = 3600; ${source.definition} ${STAFF}`);
    await run('large', 'CREATE ROLE desk');
    await run('large', wholeScript('large', 'large.duckdb', largeOntology({ concepts: 350, properties: 1_050, mappings: 1_200 }))); // prettier-ignore
    const headers = { 'x-api-key': token };
    return {
      start: async (settings = {}) => {
        const server = await spawnOurs(folder, { QUERY_TIMEOUT_MS: '60000', ...always, ...settings }, [], build);
        try {
          await untilServe(server.url, Number(settings.WORKERS ?? always.WORKERS ?? 1));
        } catch (error) {
          await server.stop();
          throw error;
        }
        return { ...server, headers };
      },
    };
  } finally {
    await stopFirst();
  }
}

/** Starts the service built in the folder `build` and waits until it is ready. `flags` are additional options of Node. */
export async function spawnOurs(
  folder: string,
  settings: Settings,
  flags: readonly string[] = [],
  build = ROOT,
): Promise<Omit<Server, 'headers'>> {
  const port = await freePort();
  const needed = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'system.db')}`, API_AUTH_SALT: SALT, ADMIN_PASSWORD: PASSWORD, PORT: String(port) }; // prettier-ignore
  const begin = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, ...flags, 'dist/src/main.js'], {
    cwd: build,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...needed, ...settings },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(child, `${url}/health/ready`);
  return { url, pid: child.pid!, started: performance.now() - begin, stop: () => stop(child) };
}

async function untilAnswers(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + START_MS;
  while (performance.now() < until && child.exitCode === null) {
    const isReady = await fetch(url).then(({ status }) => status === 200, () => false); // prettier-ignore
    if (isReady) return;
    await sleep(10);
  }
  await stop(child);
  throw new Error('the service did not start: is it built (npm run build)?');
}

async function untilServe(origin: string, workers: number): Promise<void> {
  const until = performance.now() + START_MS;
  const figures = async (): Promise<string> => (await fetch(`${origin}/metrics`)).text();
  while (!(await figures()).includes(`\nontology_workers ${workers}\n`)) {
    if (performance.now() > until) throw new Error(`the service does not report ${workers} workers`);
    await sleep(50);
  }
}
