import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { OPERATOR } from '../../src/auth';
import { type AccountsInstance, named, openAccounts } from '../support/accounts';
import { onEachSystemDatabase } from '../support/system-databases';
import { trials } from '../support/trials';

type Step = 'issue' | 'change password' | 'disable' | 'enable' | 'revoke';

/** `LAW_RUNS=200` runs a longer search. */
const RUNS = trials(5, { few: 2 });
/** How long after the request for a token its user is changed: nearly at once, and late enough for the token on a busy machine. */
const WAITS_MS = [2, 2, 50, 50] as const;
const STEPS: readonly Step[] = ['issue', 'issue', 'change password', 'disable', 'enable', 'revoke'];
/** Steps after which no earlier token is ever valid again. */
const ENDING: ReadonlySet<Step> = new Set(['change password', 'disable', 'revoke']);
const NOTE = { ontology: '', statement: '', rowCount: () => 0 };

function statesItsPromises(urlOf: () => string): void {
  let here: AccountsInstance;
  let there: AccountsInstance;
  let made = 0;
  beforeAll(async () => {
    [here, there] = await Promise.all([openAccounts(urlOf()), openAccounts(urlOf())]);
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
  });

  async function makeUser(): Promise<string> {
    const name = `user ${++made}`;
    await here.users.create(OPERATOR, { name: named(name), password: 'first' });
    return name;
  }

  /** Runs a step on an instance; undefined when it issued no token. */
  async function take(step: Step, user: string, { apply, users, tokens }: AccountsInstance): Promise<unknown> {
    switch (step) {
      case 'issue':
        return tokens.issue(await users.get(OPERATOR, named(user))).catch(() => undefined);
      case 'change password':
        return users.setPassword(OPERATOR, named(user), `later ${++made}`);
      case 'disable':
        return users.setDisabled(OPERATOR, named(user), true);
      case 'enable':
        return users.setDisabled(OPERATOR, named(user), false);
      case 'revoke':
        return apply(OPERATOR, { kind: 'revoke-tokens', user: named(user), token: undefined });
    }
  }

  async function expectKnown(
    { live, dead }: Readonly<Record<'live' | 'dead', ReadonlySet<string>>>,
    { callers }: AccountsInstance,
  ): Promise<void> {
    const isLive = async (token: string): Promise<boolean> => (await callers.findByToken(token)) !== undefined;
    expect(await Promise.all([...live].map(isLive))).toEqual([...live].map(() => true));
    expect(await Promise.all([...dead].map(isLive))).toEqual([...dead].map(() => false));
  }

  it('accepts a token until it is revoked, its password changes or its user is disabled, and never again', async () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.boolean()), { minLength: 3, maxLength: 12 });
    const property = fc.asyncProperty(steps, async (all) => {
      const user = await makeUser();
      const known = { live: new Set<string>(), dead: new Set<string>() };
      let isDisabled = false;
      for (const [step, isHere] of all) {
        const instance = isHere ? here : there;
        const token = await take(step, user, instance);
        if (step === 'disable' || step === 'enable') isDisabled = step === 'disable';
        expect(typeof token).toBe(step === 'issue' && !isDisabled ? 'string' : 'undefined');
        if (typeof token === 'string') known.live.add(token);
        if (!ENDING.has(step)) continue;
        for (const each of known.live) known.dead.add(each);
        known.live.clear();
        await expectKnown(known, instance);
      }
      await sleep(600);
      for (const instance of [here, there]) await expectKnown(known, instance);
    });
    await fc.assert(property, { numRuns: RUNS });
  }, 120_000);

  it.each(['change password', 'disable'] as const)('ends a token that is issued for an earlier log-in, at the same moment or later: %s', async (step) => {
    let issued = 0;
    const user = await makeUser();
    for (let round = 0; round < 2 * RUNS; round++) {
      const login = await there.users.get(OPERATOR, named(user));
      const ending = sleep(WAITS_MS[round % WAITS_MS.length]).then(() => take(step, user, here));
      const issuing = (round % 2 ? ending : sleep(0)).then(() => there.tokens.issue(login).catch(() => undefined));
      const [token] = await Promise.all([issuing, ending]);
      if (token !== undefined) issued++;
      if (step === 'disable') await take('enable', user, here);
      if (token !== undefined) expect(await here.callers.findByToken(token)).toBeUndefined();
    }
    expect(issued).toBeGreaterThan(0);
  }, 60_000); // prettier-ignore

  it('rejects a bearer token of the old password at once on every instance, and of a disabled user', async () => {
    const user = await makeUser();
    const logIn = ({ logins }: AccountsInstance, password: string): Promise<unknown> =>
      logins.logIn({ user, password, address: `${user} ${++made}`, note: NOTE });
    const refused = { code: 'auth_missing_credentials' };
    expect(await logIn(there, 'first')).toMatchObject({ name: user });
    await here.users.setPassword(OPERATOR, named(user), 'second');
    for (const instance of [here, there]) {
      await expect(logIn(instance, 'first')).rejects.toMatchObject(refused);
      expect(await logIn(instance, 'second')).toMatchObject({ name: user });
    }
    await here.users.setDisabled(OPERATOR, named(user), true);
    for (const instance of [here, there]) await expect(logIn(instance, 'second')).rejects.toMatchObject(refused);
  });
}

onEachSystemDatabase('token_life', statesItsPromises);
