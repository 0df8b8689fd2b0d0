import type { CompiledQuery, RowStream } from '../../model';
import type { Batch, Cursor } from './cursor';
import type { Engine, RunOptions } from './engine';
import { ObservedEngine } from './observed-engine';
import { refusals } from './refusals';
import { SourceFigures } from './source-figures';
import { Slots, Statements } from './statements';

const QUERY: CompiledQuery = { dialect: 'mysql', sql: 'SELECT 1', parameters: [], columns: [] };
const OPTIONS: RunOptions = { timeoutMs: 5_000 };
const DONE = undefined;

/** An engine of one connection, whose statement returns `pieces`; each is a number of milliseconds that it takes, or an error. */
function observed(...pieces: readonly (number | Error | typeof DONE)[]) {
  const statements = new Statements(new Slots(1));
  const open = (onClosed: () => void): Cursor => {
    let next = 0;
    let arrived: Batch | undefined;
    let rowCount = 0;
    return {
      comparable: [],
      isAtEnd: false,
      get rowCount() {
        return rowCount;
      },
      advance: async () => {
        const piece = pieces[next++];
        if (piece instanceof Error) throw piece;
        if (piece === DONE) return;
        await new Promise((resolve) => setTimeout(resolve, piece));
        rowCount++;
        arrived = [[1]];
      },
      take: () => {
        const batch = arrived;
        arrived = undefined;
        return batch;
      },
      close: () => {
        onClosed();
        return Promise.resolve();
      },
    };
  };
  const run = async (_: CompiledQuery, options: RunOptions): Promise<RowStream> => {
    const { pieces: batches, comparable } = await statements.run(options, open);
    return { columns: [], comparable, batches };
  };
  const figures = new SourceFigures('world', 'main');
  const engine = new ObservedEngine({ dialect: 'mysql', run } as Engine, { figures, slowStatementMs: 0 });
  return { figures, run: (options = OPTIONS) => engine.run(QUERY, options) };
}

const errorsOf = ({ errors }: SourceFigures): object =>
  Object.fromEntries([...errors].filter(([, count]) => count > 0));
const countOf = ({ durations }: SourceFigures): number => durations.reduce((sum, count) => sum + count, 0);

async function readAll({ batches }: RowStream): Promise<number> {
  let count = 0;
  for await (const batch of batches) count += [...batch].length;
  return count;
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Advances the clock until the promise is settled. */
async function settle<T>(work: Promise<T>): Promise<T> {
  const timer = jest.advanceTimersByTimeAsync(3_000);
  const result = await work;
  await timer;
  return result;
}

describe('the figures of a data source', () => {
  it('count a statement once, with the time spent waiting for its rows and not the time before they are read', async () => {
    const { figures, run } = observed(30, 40);
    const rows = await settle(run());
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await settle(readAll(rows))).toBe(2);
    expect(figures.seconds).toBeCloseTo(0.07, 2);
    expect([countOf(figures), figures.durations[6]]).toEqual([1, 1]);
    expect(errorsOf(figures)).toEqual({});
  });

  it('show the connections in use and the statements that wait for one', async () => {
    const { figures, run } = observed(10, DONE);
    const rows = await settle(run());
    const second = run();
    await jest.advanceTimersByTimeAsync(10);
    expect([figures.running, figures.waiting]).toEqual([1, 1]);
    await settle(readAll(rows));
    await settle(second.then(readAll));
    expect([figures.running, figures.waiting, countOf(figures)]).toEqual([0, 0, 2]);
  });

  it('count errors by code: those before, with and after the first rows, and of a full pool', async () => {
    const refused = observed(refusals.refused(new Error('syntax')));
    await expect(refused.run()).rejects.toMatchObject({ code: 'source_refused' });
    expect([errorsOf(refused.figures), countOf(refused.figures)]).toEqual([{ source_refused: 1 }, 1]);

    const lost = observed(1, refusals.unavailable(new Error('lost')));
    const rows = await settle(lost.run());
    await expect(readAll(rows)).rejects.toMatchObject({ code: 'source_unavailable' });
    expect([errorsOf(lost.figures), lost.figures.running]).toEqual([{ source_unavailable: 1 }, 0]);

    const slow = observed(20_000);
    const first = slow.run().catch((error: unknown) => error);
    const second = slow.run().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(6_000);
    expect([await first, await second]).toMatchObject([{ code: 'source_timed_out' }, { code: 'source_busy' }]);
    expect(errorsOf(slow.figures)).toEqual({ source_timed_out: 1, source_busy: 1 });
    expect([countOf(slow.figures), Math.round(slow.figures.seconds), slow.figures.waiting]).toEqual([1, 5, 0]);
  });

  it('count a client that leaves, or does not read, as no error', async () => {
    const left = observed(20_000);
    const leaving = new AbortController();
    const asked = left.run({ ...OPTIONS, signal: leaving.signal }).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(100);
    leaving.abort();
    expect(await asked).toMatchObject({ code: 'source_timed_out' });
    const unread = observed(1, 1);
    const rows = await settle(unread.run());
    await jest.advanceTimersByTimeAsync(6_000);
    await expect(readAll(rows)).rejects.toMatchObject({ code: 'source_timed_out' });
    for (const { figures } of [left, unread]) expect([errorsOf(figures), countOf(figures)]).toEqual([{}, 1]);
  });
});
