import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { note } from './promises';

const RESTARTS = 4;
const WORKERS = 8;
const CHECK_MS = 100;

/**
 * A load balancer as plain as can be: it asks each backend every 100 ms whether it is ready, takes the ready ones in turn over
 * connections that it keeps, and tries nothing twice.
 */
class Balancer {
  readonly backends = new Set<string>();
  private readonly ready = new Set<string>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  constructor() {
    this.server = createServer((incoming, outgoing) => {
      const backends = [...this.ready];
      const backend = backends[this.turn++ % backends.length] ?? 'http://127.0.0.1:1';
      const sent = request(
        backend + incoming.url!,
        { agent: this.agent, headers: { 'x-api-key': incoming.headers['x-api-key'] } },
        (answer) => {
          // prettier-ignore
          outgoing.writeHead(answer.statusCode!);
          answer.pipe(outgoing);
        },
      );
      sent.on('error', () => outgoing.writeHead(599).end());
      sent.end();
    });
    this.timer = setInterval(() => {
      for (const backend of this.backends) void this.check(backend);
    }, CHECK_MS);
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async untilReady(backend: string): Promise<void> {
    this.backends.add(backend);
    while (!this.ready.has(backend)) await sleep(CHECK_MS);
  }

  close(): void {
    clearInterval(this.timer);
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  private async check(backend: string): Promise<void> {
    const status = await fetch(`${backend}/health/ready`).then((response) => response.status, () => 0); // prettier-ignore
    if (status === 200) this.ready.add(backend);
    else this.ready.delete(backend);
  }
}

it('loses no request while two instances behind a load balancer are restarted in turn', async () => {
  const folder = makeServiceFolder();
  const settings = { DRAIN_WAIT_MS: '1000', ALLOWED_CONFIG_ENVS_IN_API: 'REGION', REGION: 'eu' };
  const balancer = new Balancer();
  let services: ServiceProcess[] = [];
  try {
    services = await Promise.all([1, 2].map(() => startServiceProcess(folder, settings)));
    const token = await services[0]!.issueToken();
    const url = await balancer.listen();
    for (const service of services) await balancer.untilReady(service.url);
    const answers = new Map<number, number>();
    let isOver = false;
    const work = Array.from({ length: WORKERS }, async () => {
      while (!isOver) {
        const response = await fetch(`${url}/svc/api/get_config/REGION`, { headers: { 'x-api-key': token } });
        await response.text();
        answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
        await sleep(2);
      }
    });
    for (let round = 0; round < RESTARTS; round++) {
      const leaving = services.shift()!;
      leaving.kill('SIGTERM');
      expect((await leaving.ended).code).toBe(0);
      balancer.backends.delete(leaving.url);
      const coming = await startServiceProcess(folder, settings);
      services.push(coming);
      await balancer.untilReady(coming.url);
    }
    isOver = true;
    await Promise.all(work);
    const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
    const lost = total - (answers.get(200) ?? 0);
    note({ promise: 'R2', test: `2 instances, ${RESTARTS} restarts`, figure: '0 non-200 of 10,000', seen: `${lost} of ${total}` }); // prettier-ignore
    expect([...answers.keys()]).toEqual([200]);
    expect(total).toBeGreaterThan(1000);
  } finally {
    balancer.close();
    await sweepUp(folder, ...services);
  }
});
