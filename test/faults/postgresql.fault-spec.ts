import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, type EnginesService } from '../../src/engines';
import { type ServiceError } from '../../src/errors';
import { type CompiledQuery } from '../../src/model';
import { makeDataDir, makeEngines, rowsOf } from '../support/engines';
import { findPostgreSql, type OwnPostgreSql, pgReaderOptions, startOwnPostgreSql } from '../support/own-postgresql';
import { describeWith } from '../support/services';
import { Load } from './load';
import { note } from './promises';

const ask = (sql: string): CompiledQuery => ({ dialect: 'postgresql', sql, parameters: [], columns: [{ name: 'n', type: 'unknown' }] }); // prettier-ignore
const PORT = ask("SELECT current_setting('port')::integer FROM things WHERE n = 1");

describeWith('a PostgreSQL server', findPostgreSql() !== undefined, 'a data source of several PostgreSQL hosts', () => {
  let dataDir: string;
  let engines: EnginesService;
  let engine: Engine;
  let servers: readonly [OwnPostgreSql, OwnPostgreSql];

  const host = () => servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const states = async () => (await engines.nodes()).map(({ state }) => state);
  const answering = async (reads: number): Promise<ReadonlySet<unknown>> => {
    const ports = new Set<unknown>();
    for (let read = 0; read < reads; read++) ports.add((await rowsOf(engine, PORT))[0]?.[0]);
    return ports;
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
    servers = await Promise.all([startOwnPostgreSql(), startOwnPostgreSql()]);
    for (const { run } of servers) {
      await run(['CREATE DATABASE shop_test']);
      await run(['CREATE TABLE things (n integer PRIMARY KEY)', 'INSERT INTO things SELECT generate_series(1, 20000)'], 'shop_test'); // prettier-ignore
    }
  }, 60_000);
  afterAll(() => Promise.all(servers.map(({ drop }) => drop())));
  beforeEach(async () => {
    await Promise.all(servers.map(({ start }) => start()));
    dataDir = makeDataDir('postgresql-hosts');
    engines = makeEngines(dataDir);
    engine = await engines.open({ ontology: 'o', name: 'shop', type: 'postgresql', options: pgReaderOptions(host()) });
  });
  afterEach(async () => {
    await engines.onApplicationShutdown();
    rmSync(dataDir, { recursive: true });
  });

  it('distributes reads', async () => {
    expect([...(await answering(10))].sort()).toEqual(servers.map(({ port }) => port).sort());
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
      healed = await bothAnswer(2_000);
    } finally {
      await load.end();
    }
    expect(load.failures).toEqual([]);
    expect(load.times.length).toBeGreaterThan(200);
    note({ promise: 'R17', test: 'PostgreSQL: kill -9 of one of two hosts, 100 reads/s', figure: '0 reads lost, back <= 1 s', seen: `${load.seen}, back after ${Math.round(healed)} ms` }); // prettier-ignore
  });

  it('loses no read when a server hangs under load, avoids it, and uses it again when it resumes', async () => {
    const load = new Load(() => rowsOf(engine, PORT));
    let healed = 0;
    try {
      await sleep(1_000);
      servers[0].freeze();
      const until = Date.now() + 10_000;
      while ((await states())[0] === 'closed' && Date.now() < until) await sleep(20);
      expect(await answering(10)).toEqual(new Set([servers[1].port]));
      servers[0].resume();
      healed = await bothAnswer(3_000);
    } finally {
      servers[0].resume();
      await load.end();
    }
    expect(load.failures).toEqual([]);
    expect(Math.max(...load.times)).toBeLessThan(6_000);
    note({ promise: 'R17', test: 'PostgreSQL: SIGSTOP of one of two hosts, 100 reads/s', figure: '0 reads lost', seen: `${load.seen}, back after ${Math.round(healed)} ms` }); // prettier-ignore
  });

  it('reports quickly that its only server hangs', async () => {
    const options = pgReaderOptions(`127.0.0.1:${servers[0].port}`);
    const only = await engines.open({ ontology: 'o', name: 'one', type: 'postgresql', options });
    await rowsOf(only, PORT);
    servers[0].freeze();
    try {
      const begin = performance.now();
      await expect(rowsOf(only, PORT, 30_000)).rejects.toMatchObject({ code: 'source_unavailable' });
      const noticed = performance.now() - begin;
      expect(noticed).toBeLessThan(6_000);
      note({ promise: 'R4', test: 'PostgreSQL hung (SIGSTOP)', figure: '503 <= 2.2 s', seen: `${Math.round(noticed)} ms` }); // prettier-ignore
    } finally {
      servers[0].resume();
    }
  });

  it('loses no read that waits for its first row when its server is killed', async () => {
    const slow = ask('SELECT count(*) FROM things AS a JOIN things AS b ON b.n <= 500 AND a.n % 7 = b.n % 5');
    const reads = Array.from({ length: 4 }, () => rowsOf(engine, slow, 60_000));
    await sleep(150);
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

  it('loses no read when a server recovers from the crash of one of its processes', async () => {
    const options = pgReaderOptions(`127.0.0.1:${servers[1].port}`);
    const only = await engines.open({ ontology: 'o', name: 'one', type: 'postgresql', options });
    const load = new Load(() => rowsOf(only, PORT), 50);
    try {
      await sleep(500);
      await servers[1].run(["COPY (SELECT pg_backend_pid()) TO PROGRAM 'xargs kill -9'"]).catch(() => undefined);
      await sleep(1_500);
    } finally {
      await load.end();
    }
    expect(load.failures).toEqual([]);
    expect(await rowsOf(only, PORT)).toEqual([[servers[1].port]]);
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

  it('stops the statement of a client that leaves, and keeps its connection', async () => {
    const leaving = new AbortController();
    const slow = engine.run(ask('SELECT pg_sleep(60) FROM things'), { timeoutMs: 60_000, signal: leaving.signal });
    await sleep(500);
    leaving.abort();
    await expect(slow).rejects.toMatchObject({ code: 'source_timed_out' });
    await sleep(300);
    const running = ask("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' AND pid <> pg_backend_pid()"); // prettier-ignore
    for (let read = 0; read < 4; read++) expect(await rowsOf(engine, running)).toEqual([[0]]);
  });
});
