import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mysql2/promise';
import { freePort } from '../support/free-port';
import { askMysql, connectMysql, refusalOf } from '../support/mysql-client';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { waitFor } from '../support/wait-for';
import { note } from './promises';

/** Runs for some seconds on two cores. */
const SLOW = 'SELECT COUNT(*) AS n FROM city a, city b WHERE a.name > b.name AND a.population > 200000';

describe('SQL clients of a process that stops', () => {
  let folder: string;
  let service: ServiceProcess | undefined;
  let mysqlPort: number;
  let token: string;
  const clients: Connection[] = [];

  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> => {
    mysqlPort = await freePort();
    service = await startServiceProcess(folder, { DATABASE_URL: '', MYSQL_PORT: String(mysqlPort), ...settings });
    await waitFor(() => service!.log().includes(`listening on 127.0.0.1:${mysqlPort}`));
    token = await service.issueToken();
    return service;
  };
  const connect = async (): Promise<Connection> => {
    const admin = { name: 'admin', password: '' } as never;
    const client = await connectMysql({ mysqlPort, token, admin }, { database: 'world' });
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };

  beforeEach(() => {
    folder = makeServiceFolder();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await sweepUp(folder, service);
  });

  it('receive the rows of a statement that runs, and others are turned away', async () => {
    const { kill, ended } = await start({ DRAIN_WAIT_MS: '1000' });
    const [busy, idle] = [await connect(), await connect()];
    const begin = performance.now();
    const running = askMysql(busy, SLOW);
    await sleep(100);
    kill('SIGTERM');
    await sleep(300);
    expect(await refusalOf(connect())).toMatchObject({ errno: 1053 });
    expect((await running).rows).toEqual([{ n: expect.any(Number) as number }]);
    const took = performance.now() - begin;
    expect(await refusalOf(askMysql(idle, 'SELECT 1').catch((error: unknown) => Promise.reject(error as Error)))).toBeDefined(); // prettier-ignore
    const { code } = await ended;
    expect(code).toBe(0);
    note({ promise: 'R2', test: 'SIGTERM during a statement of a SQL client', figure: 'its rows arrive, exit 0', seen: `rows after ${Math.round(took)} ms` }); // prettier-ignore
  });

  it('are ended with it after DRAIN_TIMEOUT_MS', async () => {
    const { kill, ended } = await start({ DRAIN_WAIT_MS: '0', DRAIN_TIMEOUT_MS: '500' });
    const busy = await connect();
    const running = refusalOf(askMysql(busy, SLOW.replace('city b', 'city b, city c')));
    await sleep(200);
    const begin = performance.now();
    kill('SIGTERM');
    await running;
    const { code, at } = await ended;
    expect(code).toBe(0);
    expect(at - begin).toBeLessThan(3000);
  });

  it('are served by all workers, whose end only ends their own connections', async () => {
    const { pid } = await start({ WORKERS: '2', MAX_CONCURRENT_PER_KEY: '2' });
    await waitFor(() => service!.log().includes('2 workers are ready'));
    const many = await Promise.all(Array.from({ length: 8 }, connect));
    const counts = await Promise.all(many.map(async (client) => (await askMysql(client, 'SHOW PROCESSLIST')).rows.length).map((count) => count.catch(() => 0))); // prettier-ignore
    expect(Math.max(...counts)).toBeLessThan(8);
    const running = [refusalOf(askMysql(many[0]!, SLOW)), refusalOf(askMysql(many[1]!, SLOW)), refusalOf(askMysql(many[2]!, SLOW))]; // prettier-ignore
    expect(await Promise.race(running)).toMatchObject({ errno: 1226 });
    const [worker] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    process.kill(worker!, 'SIGKILL');
    await sleep(500);
    const alive = await Promise.all(many.slice(3).map((client) => askMysql(client, 'SELECT 1').then(() => true, (error: unknown) => (error as { errno?: number }).errno === 1226))); // prettier-ignore
    expect(alive).toContain(true);
    await waitFor(async () => (await connect().catch(() => undefined)) !== undefined);
  });
});
