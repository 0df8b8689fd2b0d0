import { whileAlive } from './while-alive';

const never = new Promise<string>(() => undefined);

describe('whileAlive', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('checks the server every half second while the response is awaited', async () => {
    const findSilence = jest.fn(() => Promise.resolve(undefined));
    let answer: (value: string) => void = () => undefined;
    const waiting = whileAlive(new Promise<string>((resolve) => (answer = resolve)), findSilence);
    await jest.advanceTimersByTimeAsync(300);
    expect(findSilence).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(300);
    expect(findSilence).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(findSilence).toHaveBeenCalledTimes(3);
    answer('it');
    await expect(waiting).resolves.toBe('it');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(findSilence).toHaveBeenCalledTimes(3);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects when the server does not respond, and stops checking', async () => {
    const silence = new Error('no response');
    const findSilence = jest.fn(() => Promise.resolve(silence));
    const waiting = expect(whileAlive(never, findSilence)).rejects.toBe(silence);
    await jest.advanceTimersByTimeAsync(600);
    await waiting;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(findSilence).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('checks for each waiting call separately', async () => {
    const asked: string[] = [];
    const wait = (name: string): Promise<string> =>
      whileAlive(never, () => {
        asked.push(name);
        return Promise.resolve(name === 'a' ? new Error(name) : undefined);
      });
    const first = expect(wait('a')).rejects.toThrow('a');
    await jest.advanceTimersByTimeAsync(300);
    void wait('b');
    await jest.advanceTimersByTimeAsync(300);
    expect(asked).toEqual(['a']);
    await first;
    await jest.advanceTimersByTimeAsync(700);
    expect(asked).toEqual(['a', 'b', 'b']);
  });

  it('rejects with the error of the response', async () => {
    await expect(whileAlive(Promise.reject(new Error('refused')), () => never as never)).rejects.toThrow('refused');
  });
});
