import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { handlesSignals } from '../support/handles-signals';
import { type OwnMariaDb, startOwnMariaDb } from '../support/own-mariadb';
import {
  makeServiceFolder,
  type SpawnedService,
  spawnService,
  startServiceProcess,
  sweepUp,
} from '../support/service-process';
import { describeWithProgram } from '../support/services';
import { waitFor } from '../support/wait-for';
import { note } from './promises';

/** The kernel delivers to the first process of a container only signals that it handles. */
const AS_FIRST_PROCESS = ['unshare', '--pid', '--fork', '--kill-child'];
const mayBeFirst = spawnSync(AS_FIRST_PROCESS[0]!, [...AS_FIRST_PROCESS.slice(1), 'true']).status === 0;

let folder: string;
beforeEach(() => {
  folder = makeServiceFolder();
});
afterEach(() => sweepUp(folder));

/** Sends a signal and returns the milliseconds until the process exits; it must exit with 0 and before the service listens. */
async function stopEarly({ log, ended }: SpawnedService, pid: number, signal: NodeJS.Signals): Promise<number> {
  const begin = performance.now();
  process.kill(pid, signal);
  const { code, at } = await ended;
  expect(code).toBe(0);
  expect(log()).not.toContain('listening');
  return at - begin;
}

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('exits with 0 when it receives %s while it loads', async (signal) => {
  const service = spawnService(folder);
  await waitFor(() => handlesSignals(service.child.pid!));
  const time = await stopEarly(service, service.child.pid!, signal);
  note({ promise: 'R1', test: `${signal} while it loads`, figure: 'exit 0 <= 1 s', seen: `${Math.round(time)} ms` });
});

(mayBeFirst ? it : it.skip)(
  'ends with 0 when SIGTERM comes while it loads as the first process of a container',
  async () => {
    const service = spawnService(folder, {}, { under: AS_FIRST_PROCESS });
    const { pid } = service.child;
    const inner = await waitFor(() => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()) || undefined); // prettier-ignore
    await waitFor(() => readlinkSync(`/proc/${inner}/exe`).endsWith('/node') && handlesSignals(inner));
    const time = await stopEarly(service, inner, 'SIGTERM');
    note({ promise: 'R1', test: 'SIGTERM while it loads, as process 1', figure: 'exit 0 <= 1 s', seen: `${Math.round(time)} ms` }); // prettier-ignore
  },
);

describeWithProgram('mariadbd', 'while the system database is migrated', () => {
  let server: OwnMariaDb;
  beforeAll(async () => {
    server = await startOwnMariaDb();
    await server.run(['CREATE DATABASE system_test CHARACTER SET utf8mb4']);
  });
  afterAll(() => server.drop());

  it('exits with 0 after a signal, and the next start migrates', async () => {
    const settings = { DATABASE_URL: `mysql://root@127.0.0.1:${server.port}/system_test` };
    const other = await mysql.createConnection({ host: '127.0.0.1', port: server.port, user: 'root' });
    try {
      await other.query("SELECT GET_LOCK('ontology_query_service_migration', 0)");
      const service = spawnService(folder, settings);
      await waitFor(async () => {
        const [[row]] = await other.query<RowDataPacket[]>("SELECT COUNT(*) AS n FROM information_schema.processlist WHERE state = 'User lock'"); // prettier-ignore
        return row!.n === 1;
      });
      const time = await stopEarly(service, service.child.pid!, 'SIGTERM');
      note({ promise: 'R1', test: 'SIGTERM while it waits to migrate', figure: 'exit 0 <= 1 s', seen: `${Math.round(time)} ms` }); // prettier-ignore
      expect(time).toBeLessThan(1000);
    } finally {
      await other.end();
    }
    const next = await startServiceProcess(folder, settings);
    expect((await fetch(`${next.url}/health/ready`)).status).toBe(200);
    next.kill('SIGKILL');
    await next.ended;
  });
});
