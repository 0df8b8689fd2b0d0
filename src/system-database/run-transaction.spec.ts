import { type Knex } from 'knex';
import { runTransaction } from './run-transaction';

const LOST = { code: 'PROTOCOL_CONNECTION_LOST' };

/** A database whose commits fail with these errors in turn; undefined is one that succeeds. */
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
  ])('begins anew after %s', async (_, conflict) => {
    expect(await runTransaction(databaseOf(conflict, conflict, undefined), counting())).toBe(3);
  });

  it('gives what was written where the server was lost after it had committed', async () => {
    const wasWritten = () => Promise.resolve(true);
    expect(await runTransaction(databaseOf(LOST, undefined), counting(), wasWritten)).toBe(1);
  });

  it('begins anew where the server was lost before it had committed', async () => {
    const wasWritten = () => Promise.resolve(false);
    expect(await runTransaction(databaseOf(LOST, undefined), counting(), wasWritten)).toBe(2);
  });

  it('finds what was written although it shows only when it is done again', async () => {
    let asked = 0;
    const wasWritten = () => Promise.resolve(++asked > 1);
    expect(await runTransaction(databaseOf(LOST, { errno: 1213 }), counting(), wasWritten)).toBe(1);
  });

  it('throws the loss where nobody can tell', async () => {
    const run = counting();
    await expect(runTransaction(databaseOf(LOST, undefined), run)).rejects.toMatchObject(LOST);
    expect(await run()).toBe(2);
  });

  it('throws what is no conflict at once', async () => {
    const run = counting();
    await expect(runTransaction(databaseOf({ errno: 1062 }, undefined), run)).rejects.toMatchObject({ errno: 1062 });
    expect(await run()).toBe(2);
  });
});
