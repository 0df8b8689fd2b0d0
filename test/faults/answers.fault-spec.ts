import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client';
import { onEachServer, type OwnServer } from '../support/own-server';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { mostGrowth, note } from './promises';

const MEGABYTE = 2 ** 20;
const ROWS = 600_000;
/** Statements of 2 and of 60 seconds, and a large answer. */
const tablesFor = ({ sleep: nap, numbers }: OwnServer): readonly string[] => [
  'CREATE TABLE one (id INT PRIMARY KEY)',
  'INSERT INTO one VALUES (1)',
  `CREATE VIEW naps AS SELECT id, ${nap(2)} AS nap FROM one`,
  `CREATE VIEW sleeps AS SELECT id, ${nap(60)} AS nap FROM one`,
  `CREATE VIEW wide AS SELECT n AS id, REPEAT('x', 880) AS words FROM ${numbers(ROWS)}`,
];

onEachServer('answers over a data source', (server) => {
  let folder: string;
  let service: ServiceProcess | undefined;
  let token: string;
  beforeAll(async () => {
    await server().createDatabase('shop_test');
    await server().run(tablesFor(server()), 'shop_test');
  });
  beforeEach(() => {
    folder = makeServiceFolder();
  });
  afterEach(() => sweepUp(folder, service));

  async function start(settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    service = await startServiceProcess(folder, { DRAIN_WAIT_MS: '500', POOL_SIZE: '120', ...settings });
    token = await service.issueToken();
    const concepts = ['naps', 'sleeps'].map((name) => `CREATE CONCEPT ${name} (id integer, nap integer, PRIMARY KEY (id)); CREATE MAPPING map_${name} INTO (${name}) AS SELECT id, nap FROM ${name};`); // prettier-ignore
    const script = `CREATE ONTOLOGY shop; ${server().dataSource} ${concepts.join('')}
      CREATE CONCEPT wide (id integer, words string, PRIMARY KEY (id));
      CREATE MAPPING map_wide INTO (wide) AS SELECT id, words FROM wide`;
    const { status, text } = await new Client(service.api, token).sql(script, { ontology: 'system' });
    expect([status, text]).toEqual([200, expect.anything()]);
    return service;
  }

  const addressOf = (concept: string, select: string): string =>
    `${service!.api}/q/shop/concept/${concept}?_select_=${select}`;
  const ask = (concept: string): Promise<Response> =>
    fetch(addressOf(concept, 'nap'), { headers: { 'x-api-key': token } });

  /** Opens a response, which the caller reads at its own pace. */
  function open(concept: string, select: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      get(addressOf(concept, select), { headers: { 'x-api-key': token }, agent: false }, resolve).on('error', reject);
    });
  }

  async function timeUntilNoneRuns(): Promise<number> {
    const begin = performance.now();
    while ((await server().running()) > 0) {
      if (performance.now() - begin > 20_000) throw new Error('a statement still runs');
      await sleep(20);
    }
    return performance.now() - begin;
  }

  it('completes the requests and streams that it has accepted when it is stopped', async () => {
    // the 100 processes of PostgreSQL end before the service: together with it, they would occupy all cores while its exit is measured
    const { kill, ended } = await start({ DATA_SOURCE_IDLE_MS: '1000' });
    await (await ask('naps')).text();
    const times: number[] = [];
    const naps = Array.from({ length: 100 }, async () => {
      const body = (await (await ask('naps')).json()) as { readonly status: string };
      times.push(performance.now());
      return body.status;
    });
    const stream = open('wide', 'id,words').then(async (answer) => {
      let bytes = 0;
      let end = '';
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        end = (end + chunk.toString('latin1')).slice(-100);
      }
      times.push(performance.now());
      return { bytes, end };
    });
    await sleep(1000);
    kill('SIGTERM');
    const statuses = await Promise.all(naps);
    const { bytes, end } = await stream;
    const { code, at } = await ended;
    const extra = at - Math.max(...times);
    expect(statuses).toEqual(statuses.map(() => 'success'));
    expect(end).toMatch(/"status":"success"}$/);
    expect(bytes).toBeGreaterThan(500 * MEGABYTE);
    expect(code).toBe(0);
    expect(extra).toBeLessThan(1000);
    note({ promise: 'R1', test: `${server().kind}, SIGTERM: 100 requests of 2 s, a stream of ${Math.round(bytes / 1e6)} MB`, figure: '0 lost, exit <= longest + 0.5 s', seen: `0 lost, + ${Math.round(extra)} ms` }); // prettier-ignore
  });

  it('aborts requests that are unanswered at the deadline, and keeps no statement running', async () => {
    const { kill, ended, log } = await start({ DRAIN_TIMEOUT_MS: '1500', DRAIN_WAIT_MS: '0' });
    const broken = ask('sleeps').then(() => undefined, (error: unknown) => error); // prettier-ignore
    await sleep(700);
    expect(await server().running()).toBe(1);
    const begin = performance.now();
    kill('SIGTERM');
    expect(await broken).toMatchObject({ name: 'TypeError' });
    const { at, code } = await ended;
    expect(code).toBe(0);
    expect(at - begin).toBeGreaterThan(1400);
    expect(at - begin).toBeLessThan(3500);
    expect(await server().running()).toBe(0);
    expect(log()).toContain('requests did not end in time');
    note({ promise: 'R1', test: `${server().kind}: a statement of 60 s, deadline 1.5 s`, figure: 'exit at the deadline, none runs on', seen: `${Math.round(at - begin)} ms, 0 run` }); // prettier-ignore
  });

  it('stops the statement of a client that disconnects', async () => {
    await start({});
    const controller = new AbortController();
    const left = fetch(addressOf('sleeps', 'nap'), { headers: { 'x-api-key': token }, signal: controller.signal });
    left.catch(() => undefined);
    await sleep(700);
    expect(await server().running()).toBe(1);
    controller.abort();
    const time = await timeUntilNoneRuns();
    expect(time).toBeLessThan(1000);
    expect((await ask('naps')).status).toBe(200);
    note({ promise: 'R8', test: `${server().kind}: client leaves a statement of 60 s`, figure: 'gone <= 500 ms', seen: `${Math.round(time)} ms` }); // prettier-ignore
  });

  it('uses little memory for a large response, and for one that is read slowly', async () => {
    const { memory } = await start({});
    for (let count = 0; count < 3; count++) await read(await open('wide', 'id'), () => undefined);
    const base = memory();
    let most = 0;
    const look = (): void => {
      most = Math.max(most, memory());
    };
    const slow = await open('wide', 'id,words');
    let read64 = 0;
    for await (const chunk of slow as AsyncIterable<Buffer>) {
      look();
      read64 += chunk.length;
      await sleep(20);
      if (read64 > 16 * MEGABYTE) break;
    }
    const slowly = (most - base) / MEGABYTE;
    most = 0;
    const begin = performance.now();
    const answer = await open('wide', 'id,words');
    const first = performance.now() - begin;
    const bytes = await read(answer, look);
    const large = (most - base) / MEGABYTE;
    note({ promise: 'R6', test: `${server().kind}: ${ROWS} rows, ${Math.round(bytes / 1e6)} MB`, figure: 'RSS <= base + 80 MB, first byte < 100 ms', seen: `base ${Math.round(base / MEGABYTE)} + ${Math.round(large)} MB, ${Math.round(first)} ms` }); // prettier-ignore
    note({ promise: 'R7', test: `${server().kind}: read 64 KB per 20 ms`, figure: 'RSS <= base + 40 MB', seen: `base + ${Math.round(slowly)} MB` }); // prettier-ignore
    expect(large).toBeLessThan(mostGrowth(80));
    expect(slowly).toBeLessThan(mostGrowth(80));
  });

  it('aborts a response that is not read, and stops its statement', async () => {
    const { memory } = await start({ QUERY_TIMEOUT_MS: '5000' });
    const base = memory();
    const stalled = await Promise.all(Array.from({ length: 20 }, () => open('wide', 'id,words')));
    const broken = stalled.map((answer) => new Promise((resolve) => answer.once('aborted', resolve).on('error', resolve))); // prettier-ignore
    await sleep(1000);
    expect(await server().running()).toBeGreaterThan(0);
    const grown = (memory() - base) / MEGABYTE;
    const time = 1000 + (await timeUntilNoneRuns());
    for (const answer of stalled) answer.resume();
    await Promise.all(broken);
    expect(time).toBeLessThan(9000);
    expect(grown).toBeLessThan(mostGrowth(100));
    note({ promise: 'R7', test: `${server().kind}: 20 readers stop reading, QUERY_TIMEOUT_MS 5,000`, figure: 'statements gone, bounded RSS', seen: `${Math.round(time)} ms, base + ${Math.round(grown)} MB` }); // prettier-ignore
  });
});

async function read(answer: IncomingMessage, look: () => void): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if ((bytes += chunk.length) % 100 === 0) look();
  }
  return bytes;
}
