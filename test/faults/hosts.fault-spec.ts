import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, type EnginesService } from '../../src/engines';
import { type ServiceError } from '../../src/errors';
import { type CompiledQuery } from '../../src/model';
import { Client, rowsOf as rowsOfAnswer } from '../support/client';
import { makeDataDir, makeEngines, rowsOf } from '../support/engines';
import { type OwnMariaDb, readerOptions, startOwnMariaDb } from '../support/own-mariadb';
import { startService } from '../support/service';
import { describeWithProgram } from '../support/services';
import { Load } from './load';
import { note } from './promises';

const ask = (sql: string): CompiledQuery => ({ dialect: 'mysql', sql, parameters: [], columns: [{ name: 'n', type: 'unknown' }] }); // prettier-ignore
const PORT = ask('SELECT @@port FROM things WHERE n = 1');

describeWithProgram('mariadbd', 'a data source of several hosts', () => {
  let dataDir: string;
  let engines: EnginesService;
  let engine: Engine;
  let servers: readonly [OwnMariaDb, OwnMariaDb];

  const host = () => servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const states = async () => (await engines.nodes()).map(({ state }) => state);
  /** Returns the ports of the servers that return rows to this number of consecutive reads. */
  const answering = async (reads: number): Promise<ReadonlySet<unknown>> => {
    const ports = new Set<unknown>();
    for (let read = 0; read < reads; read++) ports.add((await rowsOf(engine, PORT))[0]?.[0]);
    return ports;
  };
  const untilOpen = async (): Promise<void> => {
    const until = Date.now() + 10_000;
    while ((await states())[0] === 'closed' && Date.now() < until) await sleep(20);
    expect(await states()).not.toEqual(['closed', 'closed']);
  };
  const bothAnswer = async (withinMs: number): Promise<number> => {
    const begin = performance.now();
    while ((await answering(6)).size < 2) {
      if (performance.now() - begin > withinMs) throw new Error(`not both servers answer after ${withinMs} ms`);
      await sleep(20);
    }
    return performance.now() - begin;
  };

  beforeAll(async () => {
    servers = await Promise.all([startOwnMariaDb(), startOwnMariaDb()]);
    for (const { run } of servers)
      await run(['CREATE DATABASE shop_test', 'USE shop_test', 'CREATE TABLE shop_test.things (n INT PRIMARY KEY)', 'INSERT INTO shop_test.things SELECT seq FROM seq_1_to_20000']); // prettier-ignore
  }, 60_000);
  afterAll(() => Promise.all(servers.map(({ drop }) => drop())));
  beforeEach(async () => {
    await Promise.all(servers.map(({ start }) => start()));
    dataDir = makeDataDir('hosts');
    engines = makeEngines(dataDir);
    engine = await engines.open({ ontology: 'o', name: 'shop', type: 'mysql', options: readerOptions(host()) });
  });
  afterEach(async () => {
    await engines.onApplicationShutdown();
    rmSync(dataDir, { recursive: true });
  });

  it('distributes reads, with the same session on each server', async () => {
    const counts = new Map<unknown, number>();
    for (let read = 0; read < 40; read++) {
      const [row] = await rowsOf(engine, ask('SELECT @@port, @@sql_mode, @@time_zone, @@tx_read_only'));
      expect(row?.slice(1)).toEqual(['NO_UNSIGNED_SUBTRACTION', '+00:00', 1]);
      counts.set(row?.[0], (counts.get(row?.[0]) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(servers.map(({ port }) => port).sort());
    expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(15);
    expect(await states()).toEqual(['closed', 'closed']);
  });

  it('loses no read when a server is killed under load, and uses it again when it is back', async () => {
    const load = new Load(() => rowsOf(engine, PORT));
    let healed = 0;
    try {
      await sleep(1_000);
      await servers[0].kill();
      await sleep(2_000);
      expect(await states()).not.toEqual(['closed', 'closed']);
      expect(await answering(10)).toEqual(new Set([servers[1].port]));
      await servers[0].start();
      healed = await bothAnswer(1_000);
      await sleep(1_000);
    } finally {
      await load.end();
    }
    expect(load.failures).toEqual([]);
    expect(load.times.length).toBeGreaterThan(300);
    expect(await states()).toEqual(['closed', 'closed']);
    note({ promise: 'R17', test: 'kill -9 of one of two hosts, 100 reads/s', figure: '0 reads lost, back <= 1 s', seen: `${load.seen}, back after ${Math.round(healed)} ms` }); // prettier-ignore
  });

  it('loses no read when a server hangs under load, avoids it, and uses it again when it resumes', async () => {
    const load = new Load(() => rowsOf(engine, PORT));
    let healed = 0;
    try {
      await sleep(1_000);
      servers[0].process().kill('SIGSTOP');
      await untilOpen();
      expect(await answering(10)).toEqual(new Set([servers[1].port]));
      servers[0].process().kill('SIGCONT');
      healed = await bothAnswer(3_000);
    } finally {
      servers[0].process().kill('SIGCONT');
      await load.end();
    }
    expect(load.failures).toEqual([]);
    expect(Math.max(...load.times)).toBeLessThan(6_000);
    note({ promise: 'R17', test: 'SIGSTOP of one of two hosts, 100 reads/s', figure: '0 reads lost', seen: `${load.seen}, back after ${Math.round(healed)} ms` }); // prettier-ignore
  });

  it('lets a statement run long on a healthy server', async () => {
    const nap = ask('SELECT SLEEP(4) AS n');
    const begin = performance.now();
    expect(await rowsOf(engine, nap)).toEqual([[0]]);
    expect(performance.now() - begin).toBeGreaterThan(3_900);
    expect(await states()).toEqual(['closed', 'closed']);
  });

  it('reports quickly that its only server hangs', async () => {
    const connection = { ontology: 'o', name: 'one', type: 'mysql', options: readerOptions(`127.0.0.1:${servers[0].port}`) } as const; // prettier-ignore
    const only = await engines.open(connection);
    await rowsOf(only, PORT);
    servers[0].process().kill('SIGSTOP');
    try {
      const begin = performance.now();
      await expect(rowsOf(only, PORT, 30_000)).rejects.toMatchObject({ code: 'source_unavailable' });
      const noticed = performance.now() - begin;
      expect(noticed).toBeLessThan(6_000);
      note({ promise: 'R4', test: 'data source hung (SIGSTOP)', figure: '503 <= 2.2 s', seen: `${Math.round(noticed)} ms` }); // prettier-ignore
    } finally {
      servers[0].process().kill('SIGCONT');
    }
  });

  it('loses no read that waits for its first row when its server is killed', async () => {
    const slow = ask('SELECT SUM(a.n % 7 = b.n % 5) FROM things a JOIN things b ON b.n <= 1000');
    const reads = Array.from({ length: 6 }, () => rowsOf(engine, slow, 60_000));
    await sleep(300);
    await servers[0].kill();
    const answers = await Promise.all(reads);
    expect(new Set(answers.map((rows) => JSON.stringify(rows))).size).toBe(1);
  }, 90_000);

  it('aborts a stream when its server is killed in the middle of its rows, so that no row comes twice', async () => {
    const { batches } = await engine.run(ask('SELECT a.n FROM things a CROSS JOIN things b'), { timeoutMs: 10_000 });
    const reading = (async () => {
      let rows = 0;
      for await (const batch of batches) {
        if (rows === 0) await Promise.all(servers.map(({ kill }) => kill()));
        rows += batch.length;
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'source_unavailable' });
  });

  it('rejects at once while no server is available, and recovers within a second of their return', async () => {
    await answering(2);
    await Promise.all(servers.map(({ kill }) => kill()));
    for (let read = 0; read < 6; read++) await rowsOf(engine, PORT).catch(() => undefined);
    const begin = performance.now();
    const error = await rowsOf(engine, PORT).catch((failure: unknown) => failure as ServiceError);
    expect(error).toMatchObject({ code: 'source_unavailable', details: { retryAfter: 1 } });
    expect((error as ServiceError).message).not.toMatch(/127|\d{4}/);
    expect(performance.now() - begin).toBeLessThan(100);
    await servers[1].start();
    const until = Date.now() + 1_000;
    while ((await rowsOf(engine, PORT).catch(() => [])).length === 0 && Date.now() < until) await sleep(20);
    expect(await answering(4)).toEqual(new Set([servers[1].port]));
  });

  it('shows the health of each server, and no host', async () => {
    const service = await startService();
    const client = new Client(service.api, service.token);
    const made = await client.sql(`CREATE ONTOLOGY hosts_test; CREATE DATASOURCE shop TYPE mysql OPTIONS (host = '${host()}', database = 'shop_test', user = 'reader', password = 'secret'); CREATE CONCEPT thing_ (n integer, PRIMARY KEY (n)); CREATE MAPPING m INTO (thing_) AS SELECT n FROM things`, { ontology: 'system' }); // prettier-ignore
    expect(made.text).toMatch(/success/);
    expect(rowsOfAnswer(await client.sql('SELECT n FROM dsvc.thing_ WHERE n = 2', { ontology: 'hosts_test' }))).toEqual([{ n: 2 }]); // prettier-ignore
    const metrics = await (await fetch(new URL('/metrics', service.api))).text();
    for (const node of [1, 2])
      expect(metrics).toContain(`ontology_data_source_nodes{ontology="hosts_test",data_source="shop",node="${node}",state="closed"} 1`); // prettier-ignore
    const numbers = new Set(metrics.match(/\d+/g));
    for (const { port } of servers) expect(numbers).not.toContain(String(port));
    await service.close();
  });
});
