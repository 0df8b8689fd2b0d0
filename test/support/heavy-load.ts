import '../../src/engines/size-thread-pool';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDuckDbTestEngine, rowsOf } from './engines';

/** The durations of small requests while four heavy statements and an export run on the embedded engine, in milliseconds. */
export interface HeavyLoad {
  /** The durations of these five. */
  readonly heavy: readonly number[];
  readonly small: readonly number[];
  readonly loopDelay: { readonly p99: number; readonly most: number };
}

const HEAVY = `SELECT COUNT(*) AS n FROM wide a, (SELECT id FROM wide LIMIT 1500) b WHERE (a.id * b.id) % 7 = 8`;
const EXPORT = `SELECT * FROM wide`;

/** Measures and writes a HeavyLoad as JSON. It runs in a separate process, because the size of libuv's pool is fixed at its first use. */
async function measure(): Promise<void> {
  const rows = `SELECT range AS id, 'name ' || range AS name, range / 7 AS share, DATE '2020-01-01' + CAST(range % 999 AS INTEGER) AS day FROM range(200000)`;
  const { engine, drop } = await openDuckDbTestEngine('heavy', [`CREATE TABLE wide AS ${rows}`]);
  const run = async (sql: string): Promise<number> => {
    const begin = performance.now();
    await rowsOf(engine, { dialect: 'duckdb', sql, parameters: [], columns: [] }, 60_000);
    return performance.now() - begin;
  };
  await run('SELECT * FROM wide WHERE id = 1');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const running = new Set([HEAVY, HEAVY, HEAVY, HEAVY, EXPORT].map(run));
  const heavy: number[] = [];
  for (const statement of running) void statement.then((time) => heavy.push(time)).finally(() => running.delete(statement)); // prettier-ignore
  const small: number[] = [];
  while (running.size > 0) {
    small.push(await run('SELECT * FROM wide WHERE id = 4711'));
    await sleep(20);
  }
  delay.disable();
  await drop();
  const loopDelay = { p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 };
  process.stdout.write(JSON.stringify({ heavy, small, loopDelay } satisfies HeavyLoad));
}

void measure();
