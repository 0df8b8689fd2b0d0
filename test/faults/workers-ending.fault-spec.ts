import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../support/client';
import { handlesSignals } from '../support/handles-signals';
import { figureOf } from '../support/instances';
import { makeServiceFolder, type SpawnedService, spawnService, sweepUp } from '../support/service-process';
import { waitFor } from '../support/wait-for';
import { startWorkers, type WorkersService } from '../support/workers';
import { Load } from './load';
import { note } from './promises';

const AS_FIRST_PROCESS = ['unshare', '--pid', '--fork', '--kill-child'];
const mayBeFirst = spawnSync(AS_FIRST_PROCESS[0]!, [...AS_FIRST_PROCESS.slice(1), 'true']).status === 0;

let service: WorkersService | undefined;
afterEach(async () => {
  await service?.sweepUp();
  service = undefined;
});

async function start(settings: Readonly<Record<string, string>> = {}): Promise<WorkersService> {
  service = await startWorkers(2, { ALLOWED_CONFIG_ENVS_IN_API: 'REGION', REGION: 'eu', ...settings });
  return service;
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter((text) => text !== '').map(Number); // prettier-ignore
}

/** Returns whether processes have ended, including those that still wait to be reaped by their new parent. */
function areOver(pids: readonly number[]): boolean {
  return pids.every((pid) => !existsSync(`/proc/${pid}`) || readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '));
}

/** Rejects after ten seconds: a connection that was passed to a worker when it was killed hangs. */
async function noAnswer(): Promise<never> {
  await sleep(10_000);
  throw new Error('no response');
}

/** Sends requests on new connections, and counts all of them and those that wait for a response. */
function startLoad(admin: Client): {
  readonly load: Load;
  readonly inFlight: () => number;
  readonly begun: () => number;
} {
  let count = 0;
  let all = 0;
  const load = new Load(async () => {
    count++;
    all++;
    try {
      const { status } = await Promise.race([admin.get('get_config/REGION'), noAnswer()]);
      if (status !== 200) throw new Error(`answered ${status}`);
    } finally {
      count--;
    }
  }, 20);
  return { load, inFlight: () => count, begun: () => all };
}

describe('a worker', () => {
  it('loses only its own requests when it is killed, and is replaced', async () => {
    const running = await start();
    const { admin, pid, lines } = running;
    const { load, inFlight, begun } = startLoad(admin);
    await sleep(1000);
    const [victim = 0, other] = childrenOf(pid);
    process.kill(victim, 'SIGKILL');
    const begin = performance.now();
    const before = inFlight() - begun();
    await waitFor(() => lines().some(({ level }) => level === 50));
    const most = before + begun();
    await waitFor(() => childrenOf(pid).length === 2 && !childrenOf(pid).includes(victim));
    await waitFor(async () => (await figureOf(running, 'ontology_workers')) === 2);
    const healed = performance.now() - begin;
    await load.end();
    note({ promise: 'R1', test: 'kill -9 of one of 2 workers, 50 requests/s', figure: `lost <= in flight until it is noticed (${most})`, seen: `${load.seen}, 2 workers after ${Math.round(healed)} ms` }); // prettier-ignore
    expect(load.failures.length).toBeLessThanOrEqual(most);
    expect(childrenOf(pid)).toContain(other);
    expect(lines().filter(({ level }) => level === 50)).toMatchObject([{ worker: 1, worker_pid: victim, signal: 'SIGKILL' }]); // prettier-ignore
  });

  it('completes its requests after an uncaught error, and is replaced at once', async () => {
    const { admin, pid, log } = await start({ DRAIN_WAIT_MS: '60000' });
    const { load, begun } = startLoad(admin);
    await sleep(500);
    const [faulty = 0] = childrenOf(pid);
    const before = begun();
    process.kill(faulty, 'SIGUSR2');
    await waitFor(() => log().includes('a fault of the test'));
    const onTheWay = begun() - before + 1;
    await waitFor(() => childrenOf(pid).length === 2 && !childrenOf(pid).includes(faulty));
    await waitFor(() => (log().match(/listening at/g) ?? []).length === 3);
    await load.end();
    expect(load.failures.length).toBeLessThanOrEqual(onTheWay);
  });

  it('is restarted with growing delays when it ends repeatedly', async () => {
    const { pid, log } = await start();
    const pauses = () => [...log().matchAll(/starting another one in (\d+) ms/g)].map(([, pause]) => Number(pause));
    for (let count = 1; count <= 4; count++) {
      process.kill(Math.max(...childrenOf(pid)), 'SIGKILL');
      await waitFor(() => pauses().length === count && childrenOf(pid).length === 2);
    }
    const [first = 0] = pauses();
    expect(pauses()).toEqual([first, 2 * first, 4 * first, 8 * first]);
  });
});

describe('an instance of two workers', () => {
  it('becomes unready, serves requests during the wait, loses none, and exits with 0', async () => {
    const { admin, pid, url, kill, ended } = await start({ DRAIN_WAIT_MS: '4000' });
    const workers = childrenOf(pid);
    const { load } = startLoad(admin);
    await sleep(500);
    const begin = performance.now();
    kill('SIGTERM');
    const over = sleep(2500).then(() => load.end());
    await sleep(300);
    const ready = await Promise.all([1, 2, 3, 4].map(() => fetch(`${url}/health/ready`, { headers: { connection: 'close' } }))); // prettier-ignore
    expect(ready.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    await over;
    const { code, at } = await ended;
    note({ promise: 'R2', test: 'SIGTERM to 2 workers, wait 4,000 ms', figure: '0 lost, end <= wait + 2 s', seen: `${load.seen}, end after ${Math.round(at - begin)} ms` }); // prettier-ignore
    expect(load.failures).toEqual([]);
    expect(code).toBe(0);
    expect(at - begin).toBeGreaterThan(4000);
    expect(at - begin).toBeLessThan(6000);
    expect(areOver(workers)).toBe(true);
  });

  it.each(['SIGINT', 'SIGHUP'] as const)('does not wait when all receive %s from its terminal', async (signal) => {
    const { pid, kill, ended } = await start({ DRAIN_WAIT_MS: '60000' });
    const workers = childrenOf(pid);
    kill(signal);
    for (const worker of workers) process.kill(worker, signal);
    expect((await ended).code).toBe(0);
    expect(areOver(workers)).toBe(true);
  });

  it('exits at once on a second signal', async () => {
    const { pid, kill, ended, log } = await start({ DRAIN_WAIT_MS: '60000' });
    const workers = childrenOf(pid);
    kill('SIGTERM');
    await sleep(700);
    kill('SIGTERM');
    expect((await ended).code).toBe(1);
    expect(log()).toContain('second signal');
    await waitFor(() => areOver(workers));
  });

  it('waits for a hanging worker only until the drain timeout', async () => {
    const { pid, kill, ended, log } = await start({ DRAIN_WAIT_MS: '0', DRAIN_TIMEOUT_MS: '100' });
    const workers = childrenOf(pid);
    process.kill(workers[0]!, 'SIGSTOP');
    const begin = performance.now();
    kill('SIGTERM');
    const { code, at } = await ended;
    expect(code).toBe(1);
    expect(at - begin).toBeLessThan(8500);
    expect(log()).toContain('workers did not exit in time');
    await waitFor(() => areOver(workers));
  });

  it('keeps no worker running when its main process is killed', async () => {
    const { pid, kill } = await start();
    const workers = childrenOf(pid);
    kill('SIGKILL');
    await waitFor(() => areOver(workers));
  });
});

describe('an instance of several workers that starts', () => {
  let folder: string;
  let spawned: SpawnedService | undefined;
  beforeEach(() => {
    folder = makeServiceFolder();
  });
  afterEach(async () => {
    spawned?.child.kill('SIGKILL');
    await spawned?.ended;
    await sweepUp(folder);
  });
  const spawn = (...how: Parameters<typeof spawnService>): SpawnedService => (spawned = spawnService(...how));

  it.each([0, 300, 800, 1500, 3000])('exits with 0 on SIGTERM after %i ms', async (time) => {
    const { child, ended, log } = spawn(folder, { WORKERS: '3', DRAIN_WAIT_MS: '0', LOG_LEVEL: 'info' });
    await waitFor(() => handlesSignals(child.pid!));
    await sleep(time);
    const workers = childrenOf(child.pid!);
    child.kill('SIGTERM');
    expect([(await ended).code, log()]).toEqual([0, expect.not.stringContaining('"level":50')]);
    await waitFor(() => areOver(workers));
  });

  (mayBeFirst ? it : it.skip)('serves and stops as the first process of a container', async () => {
    const { child, log, ended } = spawn(folder, { WORKERS: '2', DRAIN_WAIT_MS: '0', LOG_LEVEL: 'info' }, { under: AS_FIRST_PROCESS }); // prettier-ignore
    await waitFor(() => log().includes('2 workers are ready'));
    process.kill(childrenOf(child.pid!)[0]!, 'SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('reports invalid settings once, and exits with 1', async () => {
    const { log, ended } = spawn(folder, { WORKERS: '2', API_AUTH_SALT: 'short' });
    expect((await ended).code).toBe(1);
    expect(log().match(/cannot start/g)).toHaveLength(1);
  });

  it('reports once why its first worker could not start, and exits with 1 without a retry', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await waitFor(() => taken.listening);
    const port = String((taken.address() as AddressInfo).port);
    const { log, ended } = spawn(folder, { WORKERS: '2', PORT: port, LOG_LEVEL: 'info' });
    expect((await ended).code).toBe(1);
    expect(log().match(/cannot start: .*EADDRINUSE/g)).toHaveLength(1);
    taken.close();
  });
});
