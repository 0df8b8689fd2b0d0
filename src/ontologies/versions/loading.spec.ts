import { setImmediate as nextTurn } from 'node:timers/promises';
import { Loading } from './loading';

it('has a value after the promise resolves, also for earlier callers', async () => {
  let arrive: (value: string) => void = () => undefined;
  const loading = new Loading(new Promise<string>((resolve) => (arrive = resolve)));
  const seen = loading.promise.then(() => loading.value);
  expect(loading.value).toBeUndefined();
  arrive('there');
  expect(await seen).toBe('there');
  expect(loading.value).toBe('there');
});

it('reports a failure only to callers that wait for it', async () => {
  const loading = new Loading<string>(Promise.reject(new Error('away')));
  await nextTurn();
  expect(loading.value).toBeUndefined();
  await expect(loading.promise).rejects.toThrow('away');
});
