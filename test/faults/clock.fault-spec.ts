import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { describeWithProgram } from '../support/services';
import { waitFor } from '../support/wait-for';
import { note } from './promises';

const SKEW_SECONDS = 60;
const HOUR_MS = 3_600_000;
const DRAIN_WAIT_MS = 1000;

describeWithProgram('faketime', 'clocks that differ', () => {
  const library = spawnSync('faketime', ['-m', '-f', '+0s', 'sh', '-c', 'echo $LD_PRELOAD'], { encoding: 'utf8' }).stdout.trim(); // prettier-ignore
  let folder: string;
  let services: ServiceProcess[];
  beforeEach(() => {
    folder = makeServiceFolder();
    services = [];
  });
  afterEach(() => sweepUp(folder, ...services));

  /** Starts an instance with this wall clock, as on a machine whose clock is set wrongly. Its monotonic clock is not changed. */
  async function start(clock: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const service = await startServiceProcess(folder, {
      LD_PRELOAD: library,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DRAIN_WAIT_MS: String(DRAIN_WAIT_MS),
      ALLOWED_CONFIG_ENVS_IN_API: 'REGION',
      REGION: 'eu',
      ...clock,
    });
    services.push(service);
    return service;
  }

  const read = ({ api }: ServiceProcess, token: string): Promise<Response> =>
    fetch(`${api}/get_config/REGION`, { headers: { 'x-api-key': token } });
  const skewOf = async (service: ServiceProcess): Promise<number> =>
    Date.parse((await fetch(`${service.url}/health/live`)).headers.get('date')!) - Date.now();

  it(`accept tokens of each other within ${SKEW_SECONDS} s, and bearers of clients`, async () => {
    const ahead = await start({ FAKETIME: `+${SKEW_SECONDS}s` });
    const behind = await start({ FAKETIME: `-${SKEW_SECONDS}s` });
    expect(Math.abs((await skewOf(ahead)) - SKEW_SECONDS * 1000)).toBeLessThan(5000);
    expect(Math.abs((await skewOf(behind)) + SKEW_SECONDS * 1000)).toBeLessThan(5000);
    const statuses: number[] = [];
    for (const issuer of [ahead, behind]) {
      const token = await issuer.issueToken();
      for (const service of [ahead, behind]) statuses.push((await read(service, token)).status);
    }
    note({ promise: 'R18', test: `clocks of client, 2 instances differ by ${SKEW_SECONDS} s`, figure: 'accepted', seen: statuses.join(', ') }); // prettier-ignore
    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  it('reject a bearer token that is further in the future', async () => {
    const behind = await start({ FAKETIME: `-${2 * SKEW_SECONDS}s` });
    await expect(behind.issueToken()).rejects.toThrow(/401|auth_/);
  });

  it.each([1, -1])('measure durations correctly when a clock jumps by %p h', async (hours) => {
    const file = join(folder, 'clock');
    writeFileSync(file, '+0s');
    const service = await start({ FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' });
    const token = await service.issueToken();
    writeFileSync(file, `${hours > 0 ? '+' : '-'}3600s`);
    await waitFor(async () => Math.abs((await skewOf(service)) - hours * HOUR_MS) < 10_000);
    expect((await read(service, token)).status).toBe(200);
    service.kill('SIGTERM');
    const begin = performance.now();
    await sleep(DRAIN_WAIT_MS / 2);
    writeFileSync(file, `${hours > 0 ? '-' : '+'}3600s`);
    const { code, at } = await service.ended;
    note({ promise: 'R18', test: `clock leaps by ${hours} h, and by ${-2 * hours} h while draining`, figure: `drains ${DRAIN_WAIT_MS} ms`, seen: `${Math.round(at - begin)} ms` }); // prettier-ignore
    expect(code).toBe(0);
    expect(at - begin).toBeGreaterThan(DRAIN_WAIT_MS - 100);
    expect(at - begin).toBeLessThan(DRAIN_WAIT_MS + 3000);
  });
});
