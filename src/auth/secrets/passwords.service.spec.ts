import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword, matchesPassword, NO_PASSWORD } from './hash-password';
import { PasswordsService } from './passwords.service';

describe('hashPassword', () => {
  it('returns a different hash each time, which only the password matches', async () => {
    const [one, other] = await Promise.all([hashPassword('sesame'), hashPassword('sesame')]);
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=1\$/);
    expect(one).not.toBe(other);
    expect(await matchesPassword('sesame', one)).toBe(true);
    expect(await matchesPassword('Sesame', one)).toBe(false);
  });

  it('accepts both encodings of an accented letter', async () => {
    expect(await matchesPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
  });

  it.each(['', 'sesame', '$scrypt$ln=15,r=8,p=1$$'])('matches no password when the hash is "%s"', async (text) => {
    expect(await matchesPassword('', text)).toBe(false);
  });
});

describe('PasswordsService', () => {
  it.each([undefined, NO_PASSWORD])('rejects the empty password where the hash is %j', async (hash) => {
    expect(await new PasswordsService().matches('', hash)).toBe(false);
  });

  it('needs as long for a user who is unknown or has no password as for another', async () => {
    const passwords = new PasswordsService();
    const hash = await passwords.hash('sesame');
    const timed = async (known: string | undefined): Promise<number> => {
      const start = performance.now();
      for (let round = 0; round < 3; round++) await passwords.matches('wrong', known);
      return performance.now() - start;
    };
    await timed(undefined);
    const [unknown, without, known] = [await timed(undefined), await timed(NO_PASSWORD), await timed(hash)];
    expect(Math.min(unknown, without)).toBeGreaterThan(known / 3);
  });

  it('hashes at most two at the same time', async () => {
    const passwords = new PasswordsService();
    await passwords.matches('x', undefined);
    const inTurn = Reflect.get(passwords, 'inTurn') as (work: () => Promise<void>) => Promise<void>;
    let [now, most] = [0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, ++now);
      await sleep(2);
      now--;
    };
    await Promise.all(Array.from({ length: 10 }, () => inTurn.call(passwords, work)));
    expect(most).toBe(2);
  });

  it('rejects with a retry time when its queue is full', async () => {
    const passwords = new PasswordsService();
    const asked = Array.from({ length: 60 }, async () => passwords.matches('x', '$scrypt$ln=1,r=8,p=1$YQ==$YQ=='));
    const settled = await Promise.allSettled(asked);
    const refused = settled.filter((one) => one.status === 'rejected').map((one) => one.reason as unknown);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ code: 'request_rate_limited', details: { retryAfter: 2 } });
    await expect(passwords.matches('x', undefined)).resolves.toBe(false);
  });

  it('reserves a place for clients without failures, however many others wait', async () => {
    const passwords = new PasswordsService();
    const hash = await passwords.hash('sesame');
    let refused = 0;
    const guesses = Array.from({ length: 60 }, () => passwords.matches('x', hash, true).catch(() => refused++));
    const begin = performance.now();
    expect(await passwords.matches('sesame', hash)).toBe(true);
    const own = performance.now() - begin;
    await Promise.all(guesses);
    expect(refused).toBeGreaterThan(30);
    expect(own).toBeLessThan((performance.now() - begin) / 4);
  });
});
