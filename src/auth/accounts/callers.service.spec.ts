import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Test } from '@nestjs/testing';
import { waitFor } from '../../../test/support/wait-for';
import { AccountTransactionsService } from './account-transactions.service';
import { ApiTokensRepository } from './api-tokens.repository';
import { CallersService } from './callers.service';
import { hashAgain, hashToken } from '../secrets/hash-token';
import { GrantsRepository } from './grants.repository';
import { RolesRepository } from './roles.repository';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const TOKEN = `tk_${'0'.repeat(64)}`;

/** Accounts of one user. Each look-up reads the grants again and records them. */
class Accounts {
  /** Called by a change of accounts. */
  change: () => void = () => undefined;
  readonly read: WeakRef<readonly object[]>[] = [];

  /** Duration of a look-up, in milliseconds. */
  delay = 0;

  readonly tokens = {
    findLive: () =>
      sleep(this.delay, {
        secondHash: hashAgain(hashToken(TOKEN)),
        name: '1',
        limits: { isReadOnly: false, ontologies: null },
        expiresAt: null,
        user: { id: '1', name: 'ann' },
      }),
  };
  readonly roles = { ofUser: () => Promise.resolve([]) };
  readonly grants = {
    ofUser: () => {
      const grants: readonly object[] = [{}];
      this.read.push(new WeakRef(grants));
      return Promise.resolve(grants);
    },
  };

  onChange(listener: () => void): void {
    this.change = listener;
  }

  /** Returns the number of callers read so far that are still in memory. */
  countHeld(): number {
    collectGarbage();
    return this.read.filter((grants) => grants.deref() !== undefined).length;
  }
}

async function openCallers(accounts: Accounts): Promise<CallersService> {
  const providers = [
    CallersService,
    { provide: ApiTokensRepository, useValue: accounts.tokens },
    { provide: RolesRepository, useValue: accounts.roles },
    { provide: GrantsRepository, useValue: accounts.grants },
    { provide: AccountTransactionsService, useValue: accounts },
  ];
  return (await Test.createTestingModule({ providers }).compile()).get(CallersService);
}

describe('cached callers', () => {
  it('reads a caller once between changes of accounts', async () => {
    const accounts = new Accounts();
    const callers = await openCallers(accounts);
    expect((await callers.findByToken(TOKEN))?.name).toBe('ann');
    expect(callers.known(TOKEN)?.name).toBe('ann');
    await callers.findByToken(TOKEN);
    expect(accounts.read).toHaveLength(1);
    accounts.change();
    expect(callers.known(TOKEN)).toBeUndefined();
    await callers.findByToken(TOKEN);
    expect(accounts.read).toHaveLength(2);
  });

  it('waits once for a look-up that takes longer than callers are cached', async () => {
    const accounts = new Accounts();
    accounts.delay = 1_200;
    const callers = await openCallers(accounts);
    const found = await Promise.all([callers.findByToken(TOKEN), callers.findByToken(TOKEN)]);
    expect(found.map((caller) => caller?.name)).toEqual(['ann', 'ann']);
    expect(accounts.read).toHaveLength(1);
  });

  it('does not cache a caller whose look-up began before a change', async () => {
    const accounts = new Accounts();
    accounts.delay = 50;
    const callers = await openCallers(accounts);
    const before = callers.findByToken(TOKEN);
    accounts.change();
    const after = callers.findByToken(TOKEN);
    expect((await before)?.name).toBe('ann');
    const caller = await after;
    expect(callers.known(TOKEN)).toBe(caller);
    expect(accounts.read).toHaveLength(2);
  });

  it('removes expired callers, although no request reads them', async () => {
    const accounts = new Accounts();
    const callers = await openCallers(accounts);
    // in a function of its own: a suspended one may keep what it has awaited in memory
    const findName = async (): Promise<string | undefined> => (await callers.findByToken(TOKEN))?.name;
    expect(await findName()).toBe('ann');
    expect(accounts.countHeld()).toBe(1);
    await waitFor(() => accounts.countHeld() === 0);
    expect((await callers.findByToken(TOKEN))?.name).toBe('ann');
  });
});
