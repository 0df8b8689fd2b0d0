import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port';
import { type Haproxy, startHaproxy } from '../support/haproxy';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { describeWithProgram } from '../support/services';
import { note } from './promises';

/** `RESTARTS=8 REQUESTS=10000` runs the full size. */
const RESTARTS = Number(process.env.RESTARTS ?? 4);
const REQUESTS = Number(process.env.REQUESTS ?? 3000);
const WORKERS = 8;

describeWithProgram('haproxy', 'two instances behind a load balancer', () => {
  it('lose no request while they are restarted in turn', async () => {
    const folder = makeServiceFolder();
    const [port1, port2] = [await freePort(), await freePort()];
    const start = (port: number): Promise<ServiceProcess> =>
      startServiceProcess(folder, { PORT: String(port), DRAIN_WAIT_MS: '1200', LOG_LEVEL: 'info', ALLOWED_CONFIG_ENVS_IN_API: 'REGION', REGION: 'eu' }); // prettier-ignore
    const instances = { one: { port: port1, service: await start(port1) }, two: { port: port2, service: await start(port2) } }; // prettier-ignore
    let haproxy: Haproxy | undefined;
    try {
      haproxy = await startHaproxy(folder, [`127.0.0.1:${port1}`, `127.0.0.1:${port2}`]);
      const address = `${haproxy.url}/svc/api/get_config/REGION`;
      const headers = { 'x-api-key': await instances.one.service.issueToken() };
      await Promise.all([haproxy.untilUp('one'), haproxy.untilUp('two')]);
      const answers = new Map<number | string, number>();
      let total = 0;
      let isOver = false;
      const work = Array.from({ length: WORKERS }, async () => {
        while (!isOver || total < REQUESTS) {
          const status = await ask(address, headers);
          answers.set(status, (answers.get(status) ?? 0) + 1);
          total++;
        }
      });
      for (let restart = 0; restart < RESTARTS; restart++) {
        const name = restart % 2 === 0 ? 'one' : 'two';
        const { port, service } = instances[name];
        service.kill('SIGTERM');
        expect((await service.ended).code).toBe(0);
        instances[name].service = await start(port);
        await haproxy.untilUp(name);
      }
      isOver = true;
      await Promise.all(work);
      const retries = Number((await haproxy.figuresOf('one')).get('wretr')) + Number((await haproxy.figuresOf('two')).get('wretr')); // prettier-ignore
      note({ promise: 'R2', test: `2 instances behind HAProxy, ${RESTARTS} restarts`, figure: `0 non-200 of ${REQUESTS}`, seen: `${total - (answers.get(200) ?? 0)} of ${total}, ${retries} tried again` }); // prettier-ignore
      expect([...answers.keys()]).toEqual([200]);
      expect(retries).toBe(0);
    } finally {
      await haproxy?.stop();
      await sweepUp(folder, instances.one.service, instances.two.service);
    }
  });
});

async function ask(address: string, headers: Readonly<Record<string, string>>): Promise<number | string> {
  try {
    const response = await fetch(address, { headers });
    await response.text();
    return response.status;
  } catch (error) {
    return String(error);
  } finally {
    await sleep(8);
  }
}
