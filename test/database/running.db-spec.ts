import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RowDataPacket } from 'mysql2/promise';
import { type Engine } from '../../src/engines';
import { type ServiceError } from '../../src/errors';
import { type CompiledQuery } from '../../src/model';
import { makeDataDir, makeEngines, openDuckDbTestEngine, openMariaDbTestEngine, rowsOf, type TestEngine } from '../support/engines'; // prettier-ignore
import { createMariaDbDatabase, runOnMariaDb, withConnection } from '../support/mariadb';
import { describeWithMariaDb } from '../support/services';

interface Statements {
  /** Runs for many seconds before its first row. */
  readonly endless: string;
  /** Returns rows at once and for many seconds. */
  readonly flood: string;
}

const query = (engine: Engine, sql: string): CompiledQuery => ({ dialect: engine.dialect, sql, parameters: [], columns: [{ name: 'n', type: 'unknown' }] }); // prettier-ignore

async function refusalOf(work: Promise<unknown>): Promise<ServiceError> {
  return work.then(
    () => {
      throw new Error('was not refused');
    },
    (error: unknown) => error as ServiceError,
  );
}

function statesItsRunning(open: () => Promise<TestEngine>, { endless, flood }: Statements): void {
  let test: TestEngine;
  let engine: Engine;
  beforeAll(async () => {
    test = await open();
    engine = test.engine;
  });
  afterAll(() => test.drop());

  const stillWorks = async () => {
    expect(await rowsOf(engine, query(engine, 'SELECT 1'))).toEqual([[1]]);
  };

  it('responds to a ping', async () => {
    await expect(engine.ping()).resolves.toBeUndefined();
  });

  it('streams rows in order and in batches', async () => {
    const { batches, columns } = await engine.run(query(engine, 'SELECT n FROM rows_ ORDER BY n'), {
      timeoutMs: 5_000,
    });
    expect(columns).toEqual([{ name: 'n', type: 'unknown' }]);
    const sizes: number[] = [];
    let next = 0;
    for await (const batch of batches) {
      sizes.push(batch.length);
      for (const [n] of batch) expect(n).toBe(next++);
    }
    expect(next).toBe(20_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  });

  it('rejects an invalid statement without the message of the data source', async () => {
    const refusal = await refusalOf(engine.run(query(engine, 'SELECT secret_name FROM nowhere'), { timeoutMs: 1_000 }));
    expect(refusal).toMatchObject({ code: 'source_refused' });
    expect(refusal.message).not.toMatch(/secret_name|nowhere|select/i);
    expect(String(refusal.cause)).toMatch(/nowhere/);
    await stillWorks();
  });

  it('cannot write', async () => {
    const refusal = await refusalOf(engine.run(query(engine, 'DELETE FROM rows_'), { timeoutMs: 1_000 }));
    expect(refusal).toMatchObject({ code: 'source_refused' });
    expect(await rowsOf(engine, query(engine, 'SELECT COUNT(*) FROM rows_'))).toEqual([[20_000]]);
  });

  it('stops at the time-out, even if a session could extend it or a driver could keep it running', async () => {
    const refusal = await refusalOf(engine.run(query(engine, endless), { timeoutMs: 300 }));
    expect(refusal).toMatchObject({ code: 'source_timed_out' });
    await stillWorks();
  });

  it('stops when the caller disconnects', async () => {
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, 100);
    const refusal = await refusalOf(engine.run(query(engine, endless), { timeoutMs: 60_000, signal: controller.signal })); // prettier-ignore
    expect(refusal).toMatchObject({ code: 'source_timed_out' });
    const gone = await refusalOf(engine.run(query(engine, 'SELECT 1'), { timeoutMs: 5_000, signal: AbortSignal.abort() })); // prettier-ignore
    expect(gone).toMatchObject({ code: 'source_timed_out' });
    await stillWorks();
  });

  it('stops when the iteration ends early, also repeatedly', async () => {
    for (let round = 0; round < 30; round++) {
      const { batches } = await engine.run(query(engine, flood), { timeoutMs: 5_000 });
      for await (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0);
        break;
      }
    }
    await stillWorks();
  });

  it('stops when the caller disconnects in the middle of the rows', async () => {
    const controller = new AbortController();
    const { batches } = await engine.run(query(engine, flood), { timeoutMs: 5_000, signal: controller.signal });
    const reading = (async () => {
      for await (const batch of batches) if (batch.length > 0) controller.abort();
    })();
    expect(await refusalOf(reading)).toMatchObject({ code: 'source_timed_out' });
    await stillWorks();
  });

  it('stops when the rows are not read', async () => {
    const { batches } = await engine.run(query(engine, flood), { timeoutMs: 1_000 });
    await sleep(1_500);
    const late = (async () => {
      for await (const batch of batches) expect(batch.length).toBeGreaterThan(0);
    })();
    expect(await refusalOf(late)).toMatchObject({ code: 'source_timed_out' });
    await stillWorks();
  });

  it('does not time out because of a slow reader', async () => {
    const { batches } = await engine.run(query(engine, 'SELECT n FROM rows_ WHERE n < 3000'), { timeoutMs: 1_000 });
    let count = 0;
    for await (const batch of batches) {
      count += batch.length;
      await sleep(300);
    }
    expect(count).toBe(3_000);
  });
}

/** Numbers by cross join, a result that no engine can shorten. */
const MANY = (tables: number) => Array.from({ length: tables }, (_, index) => `rows_ r${index}`).join(' CROSS JOIN ');
const STATEMENTS: Statements = {
  endless: `SELECT COUNT(*) FROM ${MANY(3)} WHERE (r0.n * r1.n + r2.n) % 7 = 8`,
  flood: `SELECT r0.n FROM ${MANY(3)}`,
};

describe('statements on DuckDB', () => {
  statesItsRunning(
    () => openDuckDbTestEngine('running', ['CREATE TABLE rows_ AS SELECT range::INTEGER AS n FROM range(20000)']),
    STATEMENTS,
  );

  it('rejects a statement when all slots are in use for two seconds', async () => {
    const test = await openDuckDbTestEngine('busy', ['CREATE TABLE rows_ AS SELECT range AS n FROM range(20000)']);
    try {
      const run = () => test.engine.run(query(test.engine, STATEMENTS.flood), { timeoutMs: 15_000 });
      const held = await Promise.all(Array.from({ length: 10 }, run));
      const refusal = await refusalOf(run());
      expect(refusal).toMatchObject({ code: 'source_busy', details: { retryAfter: 1 } });
      for (const { batches } of held) await batches[Symbol.asyncIterator]().return?.();
      expect(await rowsOf(test.engine, query(test.engine, 'SELECT 1'))).toEqual([[1]]);
    } finally {
      await test.drop();
    }
  });
});

describeWithMariaDb('statements on MariaDB', () => {
  const make = () =>
    openMariaDbTestEngine('running', ['CREATE TABLE rows_ (n INT PRIMARY KEY)', 'INSERT INTO rows_ SELECT seq FROM seq_0_to_19999']); // prettier-ignore
  statesItsRunning(make, STATEMENTS);

  const withEngine = async (work: (test: TestEngine) => Promise<void>) => {
    const test = await make();
    await work(test).finally(() => test.drop());
  };
  /** The number of statements that run in a database, read on a connection of its own: an engine may reject while it waits for a server. */
  const countRunning = (database: unknown) =>
    withConnection(undefined, async (connection) => {
      const [[row]] = await connection.query<RowDataPacket[]>(`SELECT COUNT(*) AS n FROM information_schema.processlist WHERE db = ? AND info LIKE 'SELECT%'`, [database]); // prettier-ignore
      return row?.n as number;
    });

  it('rejects a statement when all slots are in use for two seconds, and keeps nothing running on the server', () =>
    withEngine(async (test) => {
      const [[database] = []] = await rowsOf(test.engine, query(test.engine, 'SELECT DATABASE()'));
      const caller = new AbortController();
      const sleeping = Array.from({ length: 10 }, () =>
        refusalOf(
          test.engine.run(query(test.engine, 'SELECT SLEEP(60)'), { timeoutMs: 60_000, signal: caller.signal }),
        ),
      );
      const busy = await refusalOf(test.engine.run(query(test.engine, 'SELECT 1'), { timeoutMs: 60_000 }));
      expect(await countRunning(database)).toBe(10);
      caller.abort();
      expect(busy).toMatchObject({ code: 'source_busy' });
      for (const refusal of await Promise.all(sleeping)) expect(refusal).toMatchObject({ code: 'source_timed_out' });
      const until = Date.now() + 10_000;
      while ((await countRunning(database)) > 0 && Date.now() < until) await sleep(20);
      expect(await countRunning(database)).toBe(0);
    }));

  it('sets the session whatever the defaults of the server', () =>
    withEngine(async (test) => {
      const settings = '@@sql_mode, @@time_zone, @@character_set_connection, @@tx_read_only, @@group_concat_max_len';
      const [row] = await rowsOf(test.engine, query(test.engine, `SELECT ${settings}`));
      expect(row).toEqual(['NO_UNSIGNED_SUBTRACTION', '+00:00', 'utf8mb4', 1, 67108864]);
    }));

  it('continues after the server has closed idle connections', () =>
    withEngine(async (test) => {
      const [[id] = []] = await rowsOf(test.engine, query(test.engine, 'SELECT CONNECTION_ID()'));
      await runOnMariaDb(undefined, [`KILL ${id}`]);
      expect(await rowsOf(test.engine, query(test.engine, 'SELECT 1'))).toEqual([[1]]);
    }));

  it('distinguishes an unavailable server from one that rejects', async () => {
    const dataDir = makeDataDir('absent');
    const engines = makeEngines(dataDir);
    const database = await createMariaDbDatabase('absent');
    const open = (name: string, options: object) =>
      engines.open({ ontology: 'o', name, type: 'mysql', options: new Map([...database.options, ...Object.entries(options)]) }); // prettier-ignore
    const refusalFrom = async (name: string, options: object) => {
      const engine = await open(name, options);
      return refusalOf(engine.run(query(engine, 'SELECT 1'), { timeoutMs: 15_000 }));
    };
    try {
      expect(await refusalOf((await open('absent', { port: '1' })).ping())).toMatchObject({ code: 'source_unavailable' }); // prettier-ignore
      expect(await refusalFrom('absent', { port: '1' })).toMatchObject({ code: 'source_unavailable', details: { retryAfter: 1 } }); // prettier-ignore
      expect(await refusalFrom('wrong', { user: 'nobody_here', password: 'no' })).toMatchObject({ code: 'source_unavailable', details: { reason: expect.stringContaining('Access denied') as string } }); // prettier-ignore
      expect(await refusalFrom('lost', { database: 'no_such_database_test' })).toMatchObject({ code: 'source_unavailable', details: { reason: expect.stringContaining('no_such_database_test') as string } }); // prettier-ignore
    } finally {
      await engines.onApplicationShutdown();
      rmSync(dataDir, { recursive: true });
      await database.drop();
    }
  });

  it(
    'uses little memory while a large result is read',
    () =>
      withEngine(async (test) => {
        const wide = `SELECT REPEAT('x', 1000) FROM ${MANY(2)} LIMIT 200000`;
        const before = process.memoryUsage().rss;
        let most = 0;
        const { batches } = await test.engine.run(query(test.engine, wide), { timeoutMs: 20_000 });
        let count = 0;
        for await (const batch of batches) {
          count += batch.length;
          most = Math.max(most, process.memoryUsage().rss);
          if (count % 10_000 < batch.length) await sleep(5);
        }
        expect(count).toBe(200_000);
        expect((most - before) / 2 ** 20).toBeLessThan(120);
      }),
    60_000,
  );
});
