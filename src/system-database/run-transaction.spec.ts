import { type Knex } from 'knex';
import { runTransaction } from './run-transaction';

const LOST = { code: 'PROTOCOL_CONNECTION_LOST' };

/** A database whose commits fail with these errors in turn; a commit with undefined succeeds. */
function databaseOf(...commits: readonly (object | undefined)[]) {
  const left = [...commits];
  const transaction = async (work: (transaction: never) => Promise<unknown>): Promise<unknown> => {
    const result = await work(undefined as never);
    const failure = left.shift();
    if (failure !== undefined) throw Object.assign(new Error('commit'), failure);
    return result;
  };
  return { transaction } as Partial<Knex> as Knex;
}

const counting = () => {
  let runs = 0;
  return () => Promise.resolve(++runs);
};

describe('runTransaction', () => {
  it.each([
    ['a deadlock', { errno: 1213 }],
    ['a lock wait', { errno: 1205 }],
    ['a busy file', { code: 'SQLITE_BUSY' }],
  ])('runs the work again after %s', async (_, conflict) => {
    expect(await runTransaction(databaseOf(conflict, conflict, undefined), counting())).toBe(3);
  });

  it('returns the result when the server was lost after the commit', async () => {
    const wasWritten = () => Promise.resolve(true);
    expect(await runTransaction(databaseOf(LOST, undefined), counting(), wasWritten)).toBe(1);
  });

  it('runs the work again when the server was lost before the commit', async () => {
    const wasWritten = () => Promise.resolve(false);
    expect(await runTransaction(databaseOf(LOST, undefined), counting(), wasWritten)).toBe(2);
  });

  it('returns the first result when its commit is only visible after the second attempt', async () => {
    let asked = 0;
    const wasWritten = () => Promise.resolve(++asked > 1);
    expect(await runTransaction(databaseOf(LOST, { errno: 1213 }), counting(), wasWritten)).toBe(1);
  });

  it('throws the loss without `wasWritten`', async () => {
    const run = counting();
    await expect(runTransaction(databaseOf(LOST, undefined), run)).rejects.toMatchObject(LOST);
    expect(await run()).toBe(2);
  });

  it('throws any other error at once', async () => {
    const run = counting();
    await expect(runTransaction(databaseOf({ errno: 1062 }, undefined), run)).rejects.toMatchObject({ errno: 1062 });
    expect(await run()).toBe(2);
  });
});
