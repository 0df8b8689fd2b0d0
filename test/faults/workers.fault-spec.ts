import { mkdirSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { makeBearer } from '../support/bearer';
import { Client } from '../support/client';
import { figureOf, untilSeen } from '../support/instances';
import { PASSWORD, SALT } from '../support/service-process';
import { runTool } from '../support/tool';
import { waitFor } from '../support/wait-for';
import { answered, startWorkers, type WorkersService } from '../support/workers';
import { note } from './promises';

const NEW_CONNECTION = { connection: 'close' };
const SHOP = `CREATE ONTOLOGY shop; CREATE DATASOURCE source TYPE files OPTIONS (path = 'things.csv');
  CREATE CONCEPT item (name string, PRIMARY KEY (name)); CREATE MAPPING m INTO (item) AS SELECT name FROM things;
  CREATE USER ana PASSWORD 'correct horse battery staple'; GRANT QUERY ON ontology.shop TO USER ana`;
const ROUNDS = 20;
const before = { ...process.env };

let service: WorkersService | undefined;
afterEach(async () => {
  process.env = before;
  await service?.sweepUp();
});

async function start(settings: Readonly<Record<string, string>> = {}): Promise<WorkersService> {
  service = await startWorkers(2, settings);
  return service;
}

async function apply(client: Client, query: string, ontology = 'shop'): Promise<void> {
  const { status, text } = await client.sql(query, { ontology });
  if (status !== 200) throw new Error(text);
}

async function startShop(): Promise<{ readonly admin: Client; readonly ana: Client }> {
  const { admin, folder, api, lines } = await start();
  mkdirSync(join(folder, 'sources'));
  writeFileSync(join(folder, 'sources', 'things.csv'), 'name\nlamp\n');
  process.env = { ...before, DATABASE_URL: `sqlite:${join(folder, 'system.db')}`, DATA_DIR: folder, API_AUTH_SALT: SALT }; // prettier-ignore
  await apply(admin, SHOP, 'system');
  const ana = new Client(api, (await runTool(['token', 'issue', 'ana'])).trim(), NEW_CONNECTION);
  await waitFor(async () => (await ana.get('q/shop/concept/item')).status === 200 && answered(lines()).length === 2);
  return { admin, ana };
}

describe('two workers', () => {
  it('take turns, log their number, and share their metrics', async () => {
    const { admin, lines, ...rest } = await start();
    for (let request = 0; request < 20; request++) expect((await admin.get('get_ontologies/')).status).toBe(200);
    await waitFor(() => lines().filter(({ msg }) => msg === 'request').length >= 20);
    const requests = lines().filter(({ msg }) => msg === 'request');
    expect(answered(lines())).toHaveLength(2);
    expect(new Set(requests.map(({ worker }) => worker))).toEqual(new Set([1, 2]));
    const route =
      'ontology_http_request_duration_seconds_count{method="GET",route="/svc/api/get_ontologies",status="200"}';
    for (let scrape = 0; scrape < 4; scrape++) {
      const text = await (await fetch(`${rest.url}/metrics`, { headers: NEW_CONNECTION })).text();
      expect(text).toContain(`${route} 20\n`);
      expect(text).toMatch(/^ontology_workers 2$/m);
      expect(text).not.toMatch(/ (NaN|null|undefined)$/m);
    }
  });

  it('show an acknowledged change to the next request, whichever worker serves it', async () => {
    const { admin, ana } = await startShop();
    const readAll = async (read: () => Promise<number>): Promise<readonly number[]> =>
      Promise.all(Array.from({ length: 4 }, read));
    let stale = 0;
    const expectAll = async (read: () => Promise<number>, expected: number): Promise<void> => {
      stale += (await readAll(read)).filter((status) => status !== expected).length;
    };
    for (let round = 0; round < ROUNDS; round++) {
      const describe = async () => (await admin.sql(`DESCRIBE c${round}`, { ontology: 'shop' })).status;
      const read = async () => (await ana.get('q/shop/concept/item')).status;
      await expectAll(describe, 404);
      await apply(admin, `CREATE CONCEPT c${round}`);
      await expectAll(describe, 200);
      await expectAll(read, 200);
      await apply(admin, 'REVOKE QUERY ON ontology.shop FROM USER ana');
      await expectAll(read, 403);
      await apply(admin, 'GRANT QUERY ON ontology.shop TO USER ana');
      await expectAll(read, 200);
    }
    note({ promise: 'R16', test: `2 workers: ${3 * ROUNDS} changes, read on new connections`, figure: '0 stale', seen: `${stale} of ${ROUNDS * 20}` }); // prettier-ignore
    expect(stale).toBe(0);
  });

  it('reject a revoked token at once, or within a second if a tool has revoked it', async () => {
    const { admin, ana } = await startShop();
    const read = async () => (await ana.get('q/shop/concept/item')).status;
    const other = new Client(service?.api ?? '', (await runTool(['token', 'issue', 'ana'])).trim(), NEW_CONNECTION);
    const readOther = async () => (await other.get('q/shop/concept/item')).status;
    expect(await Promise.all([read(), read(), readOther(), readOther()])).toEqual([200, 200, 200, 200]);
    await runTool(['token', 'revoke', 'ana', '--all']);
    const times = await Promise.all(
      [read, read, read, read].map((one) => untilSeen(async () => (await one()) === 401)),
    );
    note({ promise: 'S6', test: '2 workers: token revoked by a tool', figure: 'refused <= 1 s', seen: `${Math.round(Math.max(...times))} ms` }); // prettier-ignore
    expect(Math.max(...times)).toBeLessThan(1000);
    const last = new Client(service?.api ?? '', (await runTool(['token', 'issue', 'ana'])).trim(), NEW_CONNECTION);
    const readLast = async () => (await last.get('q/shop/concept/item')).status;
    expect(await Promise.all([readLast(), readLast(), readLast(), readLast()])).toEqual([200, 200, 200, 200]);
    await apply(admin, 'REVOKE TOKENS FROM USER ana');
    expect(await Promise.all([readLast(), readLast(), readLast(), readLast()])).toEqual([401, 401, 401, 401]);
  });

  it('share an audit log that contains the latest requests to any of them', async () => {
    const { admin, ana } = await startShop();
    for (let round = 1; round <= 5; round++) {
      expect(await Promise.all(Array.from({ length: 4 }, async () => (await ana.get('q/shop/concept/item?_limit_=3')).status))).toEqual([200, 200, 200, 200]); // prettier-ignore
      const rows = await admin.select("SELECT COUNT(*) AS n FROM svc.sys_audit WHERE statement LIKE '%LIMIT%'", { ontology: 'shop' }); // prettier-ignore
      expect(rows).toEqual([{ n: 4 * round }]);
    }
  });

  it('count requests and failed log-ins together', async () => {
    const { api } = await start({ RATE_LIMIT_PER_MINUTE: '30', TRUST_PROXY: '127.0.0.1' });
    // requests with an invalid key count by their IP address, and the start has sent some from the address of this machine
    const elsewhere = { ...NEW_CONNECTION, 'x-forwarded-for': '192.0.2.1' };
    const ask = async (): Promise<number> => (await new Client(api, 'nobody', elsewhere).get('get_ontologies/')).status;
    const statuses = await Promise.all(Array.from({ length: 40 }, ask));
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const authorization = `Bearer ${makeBearer('admin', 'wrong', SALT)}`;
    const guess = async (): Promise<number> =>
      (await fetch(`${api}/get_token`, { method: 'POST', headers: { authorization, ...NEW_CONNECTION } })).status;
    const guesses = await Promise.all(Array.from({ length: 8 }, guess));
    expect(guesses.filter((status) => status === 401)).toHaveLength(5);
    note({ promise: 'R19', test: '2 workers: 40 requests where 30 may be, 8 failed log-ins where 5 may be', figure: 'exact count', seen: '30 and 5' }); // prettier-ignore
  });

  it('count concurrent requests together, without those of a killed worker', async () => {
    const { api, lines, issueToken } = await start({ MAX_CONCURRENT_PER_KEY: '4', HEADERS_TIMEOUT_MS: '60000', REQUEST_TIMEOUT_MS: '60000' }); // prettier-ignore
    const [token, other] = [await issueToken(), await issueToken()];
    const status = async (key: string) => (await new Client(api, key, NEW_CONNECTION).get('get_ontologies/')).status;
    const headers = { 'x-api-key': token, 'content-type': 'application/json', 'content-length': '100' };
    const hanging = new Set<ClientRequest>();
    // the request for the status counts as well: one that is rejected because of it is sent again
    const hang = (): void => {
      const one = request(`${api}/query`, { method: 'POST', headers, agent: false });
      hanging.add(one);
      one.on('error', () => undefined);
      one.on('response', () => {
        hanging.delete(one.destroy());
        hang();
      });
      one.write('{');
    };
    for (let number = 0; number < 4; number++) hang();
    await waitFor(async () => (await status(token)) === 429);
    expect(await Promise.all([other, other, 'nobody'].map(status))).toEqual([200, 200, 401]);
    const [pid = 0] = answered(lines());
    process.kill(pid, 'SIGKILL');
    await waitFor(() => lines().some(({ level }) => level === 50));
    await waitFor(async () => (await status(token)) === 200);
    for (const one of hanging) one.destroy();
    await waitFor(async () => (await Promise.all([token, token, token].map(status))).every((each) => each === 200));
  });

  it('write to an SQLite file at the same time', async () => {
    const { admin } = await startShop();
    const writes = Array.from({ length: 40 }, (_, number) =>
      admin.sql(`CREATE ROLE r${number}; GRANT ROLE r${number} TO USER ana`, { ontology: 'system' }),
    );
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([200]));
    const bearer = makeBearer('admin', PASSWORD, SALT);
    const logIn = async (): Promise<number> =>
      (await fetch(`${service?.api}/get_token`, { method: 'POST', headers: { authorization: `Bearer ${bearer}`, ...NEW_CONNECTION } })).status; // prettier-ignore
    for (let round = 0; round < 5; round++) {
      expect(await Promise.all([logIn(), logIn(), logIn(), logIn()])).toEqual([200, 200, 200, 200]);
    }
  });

  it('print the examples of a demo once, and read its DuckDB file at the same time', async () => {
    const { api, log, lines } = await start({ DATABASE_URL: '' });
    expect(log().match(/^DEMO MODE/gm)).toHaveLength(1);
    expect(log().match(/"created the ontology/g) ?? log().match(/created the ontology/g)).toHaveLength(1);
    const token = /^Token +(\S+)$/m.exec(log())?.[1] ?? '';
    const client = new Client(api, token, NEW_CONNECTION);
    const count = () => client.select('SELECT COUNT(*) AS n FROM country');
    const counts = await Promise.all(Array.from({ length: 12 }, count));
    expect(new Set(counts.map((rows) => JSON.stringify(rows)))).toEqual(new Set(['[{"n":250}]']));
    await waitFor(() => answered(lines()).length === 2);
    expect(await figureOf(service!, 'ontology_workers')).toBe(2);
  });
});
