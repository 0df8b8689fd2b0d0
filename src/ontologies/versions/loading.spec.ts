import { setImmediate as nextTurn } from 'node:timers/promises';
import { Loading } from './loading';

it('has its value at hand once it is there, for those who waited too', async () => {
  let arrive: (value: string) => void = () => undefined;
  const loading = new Loading(new Promise<string>((resolve) => (arrive = resolve)));
  const seen = loading.promise.then(() => loading.value);
  expect(loading.value).toBeUndefined();
  arrive('there');
  expect(await seen).toBe('there');
  expect(loading.value).toBe('there');
});

it('leaves a failure to those who wait for it', async () => {
  const loading = new Loading<string>(Promise.reject(new Error('away')));
  await nextTurn();
  expect(loading.value).toBeUndefined();
  await expect(loading.promise).rejects.toThrow('away');
});
