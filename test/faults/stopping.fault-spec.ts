import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port';
import {
  makeServiceFolder,
  type ServiceProcess,
  spawnService,
  startServiceProcess,
  sweepUp,
} from '../support/service-process';
import { waitFor } from '../support/wait-for';
import { note } from './promises';

describe('a process that stops', () => {
  let folder: string;
  let service: ServiceProcess | undefined;
  const start = async (settings: Readonly<Record<string, string>>): Promise<ServiceProcess> =>
    (service = await startServiceProcess(folder, settings));
  const ready = async (): Promise<{ readonly status: number; readonly connection: string | null }> => {
    const response = await fetch(`${service!.url}/health/ready`);
    await response.text();
    return { status: response.status, connection: response.headers.get('connection') };
  };

  beforeEach(() => {
    folder = makeServiceFolder();
  });
  afterEach(() => sweepUp(folder, service));

  it('becomes unready, serves requests during the wait, closes connections, and exits with 0', async () => {
    const { url, kill, ended } = await start({ DRAIN_WAIT_MS: '1000' });
    expect(await ready()).toEqual({ status: 200, connection: 'keep-alive' });
    const begin = performance.now();
    kill('SIGTERM');
    await sleep(200);
    expect(await ready()).toEqual({ status: 503, connection: 'close' });
    await sleep(500);
    const live = await fetch(`${url}/health/live`);
    expect([live.status, live.headers.get('connection')]).toEqual([200, 'close']);
    const { code, at } = await ended;
    expect(code).toBe(0);
    expect(at - begin).toBeGreaterThan(1000);
    expect(at - begin).toBeLessThan(1500);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
    note({ promise: 'R2', test: 'SIGTERM, wait 1,000 ms', figure: '503 at once, end <= wait + 500 ms', seen: `end after ${Math.round(at - begin)} ms` }); // prettier-ignore
  });

  it.each(['SIGINT', 'SIGHUP'] as const)(
    'does not wait for load balancers when it receives %s from its terminal',
    async (signal) => {
      const { kill, ended } = await start({ DRAIN_WAIT_MS: '60000' });
      const begin = performance.now();
      kill(signal);
      kill(signal);
      const { code, at } = await ended;
      expect(code).toBe(0);
      expect(at - begin).toBeLessThan(500);
    },
  );

  it('exits at once on a second signal', async () => {
    const { kill, ended, log } = await start({ DRAIN_WAIT_MS: '60000' });
    kill('SIGTERM');
    await sleep(700);
    const begin = performance.now();
    kill('SIGTERM');
    const { code, at } = await ended;
    expect(code).toBe(1);
    expect(at - begin).toBeLessThan(200);
    expect(log()).toContain('second signal');
  });

  it('keeps running when its log is no longer read', async () => {
    const { child, log, ended } = spawnService(folder, { LOG_LEVEL: 'info' });
    const url = await waitFor(() => /listening at (http:[^"\s]+)/.exec(log())?.[1]);
    child.stdout?.destroy();
    await expectToServe(url);
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it('keeps running when there is no space for its log', async () => {
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const { child, log, ended } = spawnService(folder, { LOG_LEVEL: 'info', PORT: String(port) }, { stdout: full });
    closeSync(full);
    const url = `http://127.0.0.1:${port}`;
    await waitFor(() => fetch(`${url}/health/live`).then((response) => response.ok, () => false)); // prettier-ignore
    await expectToServe(url);
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
    expect(log()).toBe('');
  });

  it('keeps running when the reader of its log hangs', async () => {
    const { child, log, ended } = spawnService(folder, { LOG_LEVEL: 'debug' });
    const url = await waitFor(() => /listening at (http:[^"\s]+)/.exec(log())?.[1]);
    child.stdout!.pause();
    for (let request = 0; request < 2000; request++) await (await fetch(`${url}/health/live`)).text();
    await expectToServe(url);
    child.stdout!.resume();
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it('logs an uncaught error once, drains, and exits with 1', async () => {
    const { kill, ended, log } = await start({ DRAIN_WAIT_MS: '500' });
    kill('SIGUSR2');
    await sleep(200);
    expect((await ready()).status).toBe(503);
    expect((await ended).code).toBe(1);
    const fatal = log().split('\n').filter((line) => line.includes('"level":60')); // prettier-ignore
    expect(fatal).toHaveLength(1);
    expect(fatal[0]).toContain('a fault of the test');
  });
});

async function expectToServe(url: string): Promise<void> {
  for (let request = 0; request < 20; request++) {
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  }
}
