import { setTimeout as sleep } from 'node:timers/promises';
import { Workers } from '../../workers';
import { LogInLimits } from './log-in-limits';

const from = (address: string, user = 'ana') => ({ address, user });

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
  it('refuses the sixth failure of a user from one address, and says how long', async () => {
    const limits = new LogInLimits(new Workers());
    expect(await failuresUntilRefused(limits, () => from('here'))).toBe(5);
    await expect(limits.begin(from('here'))).rejects.toMatchObject({ details: { retryAfter: 60 } });
  });

  it('refuses no other user and no other address for that', async () => {
    const limits = new LogInLimits(new Workers());
    await failuresUntilRefused(limits, () => from('here'));
    await limits.begin(from('there'));
    await limits.begin(from('here', 'ben'));
  });

  it('refuses an address that tries many users, and a user tried from many addresses', async () => {
    expect(await failuresUntilRefused(new LogInLimits(new Workers()), (round) => from('here', `user ${round}`))).toBe(
      30,
    );
    expect(await failuresUntilRefused(new LogInLimits(new Workers()), (round) => from(`address ${round}`))).toBe(100);
  });

  it('counts no success', async () => {
    const limits = new LogInLimits(new Workers());
    for (let round = 0; round < 200; round++) {
      await limits.begin(from('here'));
      limits.succeed(from('here'));
    }
    expect(await failuresUntilRefused(limits, () => from('here'))).toBe(5);
  });

  it('forgets when its window is over, however often it was asked', async () => {
    const limits = new LogInLimits(new Workers(), 200);
    expect(await failuresUntilRefused(limits, () => from('here'))).toBe(5);
    await sleep(120);
    expect(await failuresUntilRefused(limits, () => from('here'))).toBe(0);
    await sleep(120);
    expect(await failuresUntilRefused(limits, () => from('here'))).toBe(5);
  });
});
