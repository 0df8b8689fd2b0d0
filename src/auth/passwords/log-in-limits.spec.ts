import { setTimeout as sleep } from 'node:timers/promises';
import { LogInLimits } from './log-in-limits';

const from = (address: string, user = 'ana') => ({ address, user });

function failuresUntilRefused(limits: LogInLimits, attempt: (round: number) => ReturnType<typeof from>): number {
  for (let round = 0; round < 1000; round++) {
    try {
      limits.begin(attempt(round));
    } catch (error) {
      expect(error).toMatchObject({ code: 'request_rate_limited' });
      return round;
    }
  }
  return Infinity;
}

describe('LogInLimits', () => {
  it('refuses the sixth failure of a user from one address, and says how long', () => {
    const limits = new LogInLimits();
    expect(failuresUntilRefused(limits, () => from('here'))).toBe(5);
    expect(() => {
      limits.begin(from('here'));
    }).toThrow(expect.objectContaining({ details: { retryAfter: 60 } }) as Error);
  });

  it('refuses no other user and no other address for that', () => {
    const limits = new LogInLimits();
    failuresUntilRefused(limits, () => from('here'));
    limits.begin(from('there'));
    limits.begin(from('here', 'ben'));
  });

  it('refuses an address that tries many users, and a user tried from many addresses', () => {
    expect(failuresUntilRefused(new LogInLimits(), (round) => from('here', `user ${round}`))).toBe(30);
    expect(failuresUntilRefused(new LogInLimits(), (round) => from(`address ${round}`))).toBe(100);
  });

  it('counts no success', () => {
    const limits = new LogInLimits();
    for (let round = 0; round < 200; round++) {
      limits.begin(from('here'));
      limits.succeed(from('here'));
    }
    expect(failuresUntilRefused(limits, () => from('here'))).toBe(5);
  });

  it('forgets when its window is over, however often it was asked', async () => {
    const limits = new LogInLimits(200);
    expect(failuresUntilRefused(limits, () => from('here'))).toBe(5);
    await sleep(120);
    expect(failuresUntilRefused(limits, () => from('here'))).toBe(0);
    await sleep(120);
    expect(failuresUntilRefused(limits, () => from('here'))).toBe(5);
  });
});
