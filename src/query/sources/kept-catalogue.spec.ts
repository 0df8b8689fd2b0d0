import { type Engine } from '../../engines';
import { ServiceError } from '../../errors';
import { type Cell } from '../../model';
import { KeptCatalogue } from './kept-catalogue';

const LIFETIME_MS = 60_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A data source with one table `t`, whose columns and responses a test sets. Reading its catalogue takes three statements. */
function fakeSource() {
  const source = { columns: ['a'], statements: 0, answers: (): Promise<void> => Promise.resolve() };
  const engine: Engine = {
    dialect: 'mysql',
    isIdle: true,
    run: async ({ sql }) => {
      source.statements++;
      await source.answers();
      const rows: readonly (readonly Cell[])[] = sql.includes('.TABLES')
        ? [['t', 'NO']]
        : sql.includes('.COLUMNS')
          ? source.columns.map((name) => ['t', name, 'int', 'NO'])
          : [];
      return {
        columns: [],
        batches: (async function* () {
          await Promise.resolve();
          yield rows;
        })(),
      };
    },
    prepare: () => Promise.resolve(),
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const failures: unknown[] = [];
  const catalogue = new KeptCatalogue(
    () => Promise.resolve(engine),
    LIFETIME_MS,
    (error) => failures.push(error),
  );
  const columns = (): readonly string[] | undefined =>
    catalogue
      .find()?.(['t'])
      ?.columns.map((column) => column.name);
  return { source, catalogue, columns, failures };
}

const settle = (): Promise<void> => jest.advanceTimersByTimeAsync(0);

it('reads the catalogue once for concurrent callers', async () => {
  const { source, catalogue, columns } = fakeSource();
  expect(columns()).toBeUndefined();
  await Promise.all([catalogue.load(), catalogue.load(), catalogue.load()]);
  expect(columns()).toEqual(['a']);
  expect(source.statements).toBe(3);
});

it('reads the catalogue again in the background in the second half of its lifetime, and drops it afterwards', async () => {
  const { source, catalogue, columns } = fakeSource();
  await catalogue.load();
  source.columns = ['b'];
  jest.setSystemTime(Date.now() + LIFETIME_MS / 2 - 1);
  expect(columns()).toEqual(['a']);
  expect(source.statements).toBe(3);
  jest.setSystemTime(Date.now() + 1);
  expect(columns()).toEqual(['a']);
  await settle();
  expect(columns()).toEqual(['b']);
  expect(source.statements).toBe(6);
  jest.setSystemTime(Date.now() + LIFETIME_MS);
  expect(columns()).toBeUndefined();
});

it('keeps the same object while the catalogue is unchanged', async () => {
  const { source, catalogue } = fakeSource();
  await catalogue.load();
  const first = catalogue.find();
  jest.setSystemTime(Date.now() + LIFETIME_MS);
  await catalogue.load();
  expect(catalogue.find()).toBe(first);
  source.columns = ['a', 'b'];
  jest.setSystemTime(Date.now() + LIFETIME_MS);
  await catalogue.load();
  expect(catalogue.find()).not.toBe(first);
});

it('does not wait for a slow catalogue, and returns it once it has been read', async () => {
  const { source, catalogue, columns } = fakeSource();
  let answer = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  source.answers = () => slow;
  const waiting = catalogue.load();
  await jest.advanceTimersByTimeAsync(500);
  await waiting;
  expect(columns()).toBeUndefined();
  await catalogue.load();
  expect(jest.getTimerCount()).toBe(0);
  answer();
  await settle();
  expect(columns()).toEqual(['a']);
  expect(source.statements).toBe(3);
});

it('reports a failure once, waits ten seconds before the next attempt, and does not reject', async () => {
  const { source, catalogue, columns, failures } = fakeSource();
  const refusal = new ServiceError('source_unavailable', 'away');
  source.answers = () => Promise.reject(refusal);
  await catalogue.load();
  await catalogue.load();
  expect(source.statements).toBe(1);
  jest.setSystemTime(Date.now() + 10_000);
  await catalogue.load();
  expect(source.statements).toBe(2);
  expect(failures).toEqual([refusal]);
  source.answers = () => Promise.resolve();
  jest.setSystemTime(Date.now() + 10_000);
  await catalogue.load();
  expect(columns()).toEqual(['a']);
});
