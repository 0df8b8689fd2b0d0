import { setTimeout as sleep } from 'node:timers/promises';
import { Workers } from '../../workers';
import { LogInLimits } from './log-in-limits';

const from = (network: string, user = 'ana') => ({ network, user });

async function failuresUntilRefused(
  limits: LogInLimits,
  attempt: (round: number) => ReturnType<typeof from>,
): Promise<number> {
  for (let round = 0; round < 1000; round++) {
    try {
      await limits.begin(attempt(round));
    } catch (error) {
      expect(error).toMatchObject({ code: 'request_rate_limited' });
      return round;
    }
  }
  return Infinity;
}

describe('LogInLimits', () => {
  it('rejects the sixth failure of a user from one address, with the time to wait', async () => {
    const limits = new LogInLimits(new Workers());
    expect(await failuresUntilRefused(limits, () => from('here'))).toBe(5);
    await expect(limits.begin(from('here'))).rejects.toMatchObject({ details: { retryAfter: 60 } });
  });

  it('does not reject other users or addresses for that', async () => {
    const limits = new LogInLimits(new Workers());
    await failuresUntilRefused(limits, () => from('here'));
    await limits.begin(from('there'));
    await limits.begin(from('here', 'ben'));
  });

  it('rejects a network that tries many users', async () => {
    expect(await failuresUntilRefused(new LogInLimits(new Workers()), (round) => from('here', `user ${round}`))).toBe(
      30,
    );
  });

  it('allows one failure a minute from each network when a user is tried from many, and rejects no network without failures', async () => {
    const limits = new LogInLimits(new Workers());
    const guess = (round: number): ReturnType<typeof from> => from(`network ${round % 500}`);
    let tried = 0;
    for (let round = 0; round < 5000; round++) {
      await limits.begin(guess(round)).then(
        () => tried++,
        () => undefined,
      );
      if (round % 50 === 0) limits.release(await limits.begin(from('home')));
    }
    expect(tried).toBe(100 + 500);
    expect(await failuresUntilRefused(limits, () => from('home'))).toBe(1);
    expect(await failuresUntilRefused(limits, () => from('network 1', 'ben'))).toBe(5);
  });

  it('distinguishes networks with failures from others', async () => {
    const limits = new LogInLimits(new Workers());
    const first = await limits.begin(from('here'));
    const second = await limits.begin(from('here', 'ben'));
    expect([first.hasFailed, second.hasFailed, (await limits.begin(from('there'))).hasFailed]).toEqual([false, true, false]); // prettier-ignore
    limits.release(first);
    limits.release(second);
    expect((await limits.begin(from('here'))).hasFailed).toBe(false);
  });

  it('does not count successes', async () => {
    const limits = new LogInLimits(new Workers());
    for (let round = 0; round < 200; round++) {
      limits.release(await limits.begin(from('here')));
    }
    expect(await failuresUntilRefused(limits, () => from('here'))).toBe(5);
  });

  it('resets when its window is over, however often it is read', async () => {
    const limits = new LogInLimits(new Workers(), 200);
    expect(await failuresUntilRefused(limits, () => from('here'))).toBe(5);
    await sleep(120);
    expect(await failuresUntilRefused(limits, () => from('here'))).toBe(0);
    await sleep(120);
    expect(await failuresUntilRefused(limits, () => from('here'))).toBe(5);
  });
});
