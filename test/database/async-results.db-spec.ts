import { randomUUID } from 'node:crypto';
import { AsyncResultsRepository } from '../../src/async-results/async-results.repository';
import { openSystemDatabase, type Knex } from '../../src/system-database';
import { onEachSystemDatabase } from '../support/system-databases';

const [PAST, FUTURE] = ['2001-02-03T04:05:06.789Z', '2999-02-03T04:05:06.789Z'];
/** More than a number of 32 bits. */
const BYTES = 5 * 2 ** 40;

function statesItsPromises(urlOf: () => string): void {
  const instance = randomUUID();
  const owner = { userId: randomUUID(), key: 'a'.repeat(64) };
  const other = { userId: owner.userId, key: 'b'.repeat(64) };
  let database: Knex;
  let results: AsyncResultsRepository;
  beforeAll(async () => {
    database = await openSystemDatabase({ databaseUrl: urlOf(), dataDir: '' });
    results = new AsyncResultsRepository(database);
    const user = { id: owner.userId, name: 'Ana', name_key: 'ana', password_hash: 'x', created_at: PAST };
    await database('users').insert(user);
  });
  afterEach(() => database('async_results').delete());
  afterAll(() => database.destroy());

  async function begin(by = owner, where = instance): Promise<string> {
    const id = randomUUID();
    await results.insert(id, by, where, 'sealed');
    return id;
  }

  it('finds an answer for its owner only, until it expires', async () => {
    const id = await begin();
    expect(await results.find(id, owner)).toMatchObject({ state: 'running', secret: 'sealed' });
    expect(await results.find(id, other)).toBeUndefined();
    expect(await results.complete(id, BYTES, FUTURE)).toBe(true);
    expect(await results.find(id, owner)).toMatchObject({ state: 'completed', bytes: BYTES });
    await database('async_results').where({ id }).update({ expires_at: PAST });
    expect([await results.find(id, owner), await results.remove(id, owner)]).toEqual([undefined, false]);
    await results.deleteExpired();
    expect(await database('async_results').select('id')).toEqual([]);
  });

  it('ends an answer once', async () => {
    const id = await begin();
    expect([await results.complete(id, 1, FUTURE), await results.complete(id, 2, FUTURE)]).toEqual([true, false]);
    await results.fail(id, 'late', FUTURE);
    expect(await results.find(id, owner)).toMatchObject({ state: 'completed', bytes: 1 });
    const failed = await begin();
    await results.fail(failed, 'é 北京', FUTURE);
    expect(await results.complete(failed, 1, FUTURE)).toBe(false);
    expect(await results.find(failed, owner)).toMatchObject({ state: 'error', error: 'é 北京', secret: '' });
  });

  it('lets one of many callers remove an answer', async () => {
    const id = await begin();
    await results.complete(id, 1, FUTURE);
    expect([await results.remove(id, other), await results.remove(id, owner, 'error')]).toEqual([false, false]);
    const removed = await Promise.all(Array.from({ length: 8 }, () => results.remove(id, owner, 'completed')));
    expect(removed.filter((was) => was)).toHaveLength(1);
  });

  it('counts the answers of an owner without errors', async () => {
    const [, complete, failed] = [await begin(), await begin(), await begin(), await begin(other)];
    await results.complete(complete, 1, FUTURE);
    await results.fail(failed, 'x', FUTURE);
    expect([await results.count(owner), await results.count(other)]).toEqual([2, 1]);
  });

  it('keeps the last errors of an owner', async () => {
    const ids: string[] = [];
    for (const year of [2990, 2991, 2992]) {
      ids.push(await begin());
      await results.fail(ids.at(-1)!, 'x', FUTURE.replace('2999', String(year)));
    }
    const [running, foreign] = [await begin(), await begin(other)];
    await results.fail(foreign, 'x', FUTURE);
    await results.forgetErrors(owner, 2);
    const left = (await database('async_results').pluck<string[]>('id')).sort();
    expect(left).toEqual([...ids.slice(1), running, foreign].sort());
  });

  it('ends the running answers of silent instances, and no others', async () => {
    const [own, lost, complete] = [await begin(), await begin(owner, randomUUID()), await begin(owner, randomUUID())];
    await results.complete(complete, 1, FUTURE);
    await database('async_results').update({ alive_at: PAST });
    expect(await results.beat(instance)).toEqual(new Set([own]));
    await results.failSilent('2002', 'stopped', FUTURE);
    const states = await Promise.all([own, lost, complete].map((id) => results.find(id, owner)));
    expect(states.map((found) => found?.state)).toEqual(['running', 'error', 'completed']);
    expect(await results.withFile([own, lost, complete, randomUUID()])).toEqual(new Set([own, complete]));
    expect(await results.withFile([])).toEqual(new Set());
  });

  it('ends the answers of disabled users, and loses those of dropped ones', async () => {
    const id = await begin();
    await database('users').update({ disabled: true });
    expect(await results.beat(instance)).toEqual(new Set());
    await results.deleteExpired();
    expect(await database('async_results').pluck<string[]>('id')).toEqual([id]);
    await database('users').delete();
    await results.deleteExpired();
    expect(await database('async_results').pluck<string[]>('id')).toEqual([]);
  });
}

onEachSystemDatabase('async_results', statesItsPromises);
