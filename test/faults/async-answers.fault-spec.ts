import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, rowsOf } from '../support/client';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { type TextAnswer, TextClient } from '../support/text-client';
import { note } from './promises';

const ROWS = 3_000;
/** Runs for minutes unless it is stopped. */
const SLOW =
  'SELECT COUNT(*) AS n FROM num a JOIN num b ON a.n <> b.n JOIN num c ON c.n <> b.n WHERE a.n + b.n + c.n <> 0';
/** After this time without a sign of life, an instance counts as stopped. */
const SILENT_MS = 15_000;

let folder: string;
let token: string;
let services: ServiceProcess[] = [];

beforeEach(async () => {
  folder = makeServiceFolder();
  mkdirSync(join(folder, 'sources'));
  const numbers = Array.from({ length: ROWS }, (_, n) => n + 1).join('\n');
  writeFileSync(join(folder, 'sources', 'num.csv'), `n\n${numbers}\n`);
  const service = await start();
  token = await service.issueToken();
  const script = `CREATE ONTOLOGY nums; CREATE DATASOURCE nums TYPE files OPTIONS (path = 'num.csv');
    CREATE CONCEPT num (n integer, PRIMARY KEY (n)); CREATE MAPPING map_num INTO num USING nums AS SELECT n FROM num`;
  rowsOf(await new Client(service.api, token).sql(script, { ontology: 'system' }));
});
afterEach(async () => {
  await sweepUp(folder, ...services);
  services = [];
});

async function start(): Promise<ServiceProcess> {
  const service = await startServiceProcess(folder);
  services.push(service);
  return service;
}

async function begin(service: ServiceProcess, statement: string): Promise<string> {
  const { json } = await new TextClient(service, token).query(statement, { 'x-async': 'true' }, 'nums/query');
  return (json as { response_id: string }).response_id;
}

const poll = (service: ServiceProcess, id: string): Promise<TextAnswer> =>
  new TextClient(service, token).get(`get-async-results/${id}`);

/** Polls until an answer has ended; resolves with it and the time that it took. */
async function waitForEnd(service: ServiceProcess, id: string): Promise<{ json: unknown; milliseconds: number }> {
  const begun = performance.now();
  for (;;) {
    const { json } = await poll(service, id);
    if ((json as { status?: string }).status !== 'running') return { json, milliseconds: performance.now() - begun };
    await sleep(100);
  }
}

const files = (): readonly string[] => (existsSync(join(folder, 'async')) ? readdirSync(join(folder, 'async')) : []);

describe('asynchronous answers', () => {
  it('that wait are kept, and those that run become errors, when the process is killed and started again', async () => {
    const [first] = services as [ServiceProcess];
    const waiting = await begin(first, 'SELECT n FROM num ORDER BY n');
    while (files().length === 0) await sleep(20);
    await sleep(500);
    const running = await begin(first, SLOW);
    expect((await poll(first, running)).json).toMatchObject({ status: 'running' });
    first.kill('SIGKILL');
    await first.ended;

    const second = await start();
    const { json } = await poll(second, waiting);
    expect(json).toMatchObject({ status: 'completed' });
    expect((json as { response: unknown[] }).response).toHaveLength(ROWS);
    const end = await waitForEnd(second, running);
    expect(end.json).toMatchObject({ status: 'error', error: 'the instance that ran the statement has stopped' });
    expect(end.milliseconds).toBeLessThan(SILENT_MS + 5_000);
    note({ promise: 'R1', test: 'kill -9 while one asynchronous answer waits and one runs', figure: `the first is kept, the second an error after ${SILENT_MS} ms`, seen: `${ROWS} rows, an error after ${Math.round(end.milliseconds)} ms` }); // prettier-ignore
    expect(files()).toEqual([]);
  });

  it('are errors on another instance once the process has ended by SIGTERM', async () => {
    const [first] = services as [ServiceProcess];
    const other = await start();
    const running = await begin(first, SLOW);
    expect((await poll(other, running)).json).toMatchObject({ status: 'running' });
    first.kill('SIGTERM');
    const { code } = await first.ended;
    expect(code).toBe(0);
    expect((await poll(other, running)).json).toMatchObject({
      status: 'error',
      error: 'the instance stopped while the statement ran',
    });
  });
});
