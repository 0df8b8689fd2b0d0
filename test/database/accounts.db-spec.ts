import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR } from '../../src/auth';
import { type AccountStatement, type UserAction } from '../../src/compiler/statement/definition.ast';
import { hashAgain, hashToken } from '../../src/auth/secrets/hash-token';
import { allows, type Caller, type Right } from '../../src/model';
import { type AccountsInstance, named, openAccounts } from '../support/accounts';
import { onEachSystemDatabase } from '../support/system-databases';

const SHOP = { kind: 'ontology', ontology: 'shop' } as const;
const may = (caller: Caller, right: Right) => allows(caller, right, SHOP);

const NOTE = { ontology: '', statement: '', rowCount: () => 0 };

const createUser = (name: string, options: Record<string, string> = {}): AccountStatement => ({
  kind: 'create-user',
  name: named(name),
  password: `password of ${name}`,
  options: Object.entries(options).map(([key, value]) => ({ name: named(key), value })),
});
const alterUser = (name: string, action: UserAction): AccountStatement => ({
  kind: 'alter-user',
  name: named(name),
  action,
});
const grant = (kind: 'grant' | 'revoke', right: string, on: string, to: string): AccountStatement => {
  const [granteeKind, name] = to.split(' ') as ['user' | 'role', string];
  const [ontology, schema] = on.split('.') as [string, string?];
  return {
    kind,
    right: right as 'query',
    resource:
      on === 'all' || on === 'users'
        ? { kind: on }
        : { kind: 'ontology', ontology: named(ontology), schema: schema === undefined ? undefined : named(schema) },
    grantee: { kind: granteeKind, name: named(name) },
  };
};
const member = (kind: 'grant-role' | 'revoke-role', role: string, user: string): AccountStatement => ({
  kind,
  role: named(role),
  grantee: { kind: 'user', name: named(user) },
});

function statesItsPromises(urlOf: () => string): void {
  let here: AccountsInstance;
  let there: AccountsInstance;
  const apply = async (statement: AccountStatement, caller = OPERATOR) => here.apply(caller, statement);
  const addOntology = async (name: string) => {
    const row = { id: randomUUID(), name, name_key: name, description: '', version: randomUUID() };
    await here.database('ontologies').insert({ ...row, created_by: 'x', created_at: new Date().toISOString() });
  };

  beforeAll(async () => {
    [here, there] = await Promise.all([openAccounts(urlOf()), openAccounts(urlOf())]);
    await addOntology('shop');
    for (const name of ['ana', 'ben']) await apply(createUser(name));
    for (const name of ['analyst', 'desk']) await apply({ kind: 'create-role', name: named(name) });
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
  });

  const tokenOf = async (name: string) => here.tokens.issue((await here.repositories.users.find(name))!, `of ${name}`);

  it('creates one first administrator, however many instances start', async () => {
    const made = [here.first.made, there.first.made].filter((one) => one !== undefined);
    expect(made).toEqual([{ name: 'admin', password: 'sesame', generated: false }]);
    const admin = await here.callerOf('admin');
    expect(admin.grants).toEqual([{ right: 'ADMIN', resource: { kind: 'all' } }]);
    expect(admin.roles).toEqual(['public']);
  });

  it('combines the rights of the user, of the roles and of public', async () => {
    await apply(member('grant-role', 'Analyst', 'ANA'));
    await apply(grant('grant', 'query', 'shop.dsvc', 'role analyst'));
    await apply(grant('grant', 'unmask', 'Shop', 'user ana'));
    await apply(grant('grant', 'access', 'all', 'role public'));
    await apply(grant('grant', 'access', 'all', 'role public'));
    const [ana, ben] = [await here.callerOf('ana'), await here.callerOf('ben')];
    expect(ana.roles).toEqual(['analyst', 'public']);
    expect(ana.grants).toHaveLength(3);
    expect(allows(ana, 'QUERY', { ...SHOP, schema: 'dsvc' })).toBe(true);
    expect([may(ana, 'QUERY'), may(ana, 'UNMASK'), may(ben, 'UNMASK'), may(ben, 'ACCESS')]).toEqual([false, true, false, true]); // prettier-ignore
    await apply(grant('revoke', 'query', 'shop.dsvc', 'role analyst'));
    await apply(grant('revoke', 'unmask', 'shop', 'user ana'));
    await apply(grant('revoke', 'access', 'all', 'role public'));
    await apply(member('revoke-role', 'analyst', 'ana'));
    expect(await here.callerOf('ana')).toMatchObject({ grants: [], roles: ['public'] });
  });

  it('recognizes a token by its hash and stores nothing else of it', async () => {
    const token = await tokenOf('ana');
    expect(token).toMatch(/^tk_[0-9a-f]{64}$/);
    expect(await here.callers.findByToken(token)).toMatchObject({ name: 'ana' });
    expect(await here.callers.findByToken(token.toUpperCase())).toBeUndefined();
    expect(await here.callers.findByToken(`tk_${'0'.repeat(64)}`)).toBeUndefined();
    const stored = JSON.stringify(await here.database('api_tokens').select());
    expect(stored).not.toContain(token.slice(3));
    expect(stored).not.toContain(hashToken(token));
    expect(stored).toContain(hashAgain(hashToken(token)));
  });

  it('finds tokens of an earlier release during the migration of their hashes, and stores no first hash after it', async () => {
    const mark = here.database('service_marks').where({ name: 'token_hashes' });
    await mark.clone().update({ value: 'both' });
    const [former, latest] = [await tokenOf('ana'), await tokenOf('ana')];
    const stored = async () => JSON.stringify(await here.database('api_tokens').select());
    expect(await stored()).toContain(hashToken(latest));
    await here.database('api_tokens').where({ hash: hashToken(former) }).update({ second_hash: null });
    for (const token of [former, latest]) expect(await there.callers.findByToken(token)).toMatchObject({ name: 'ana' });
    expect(await here.tokens.isMigrated()).toBe(false);
    for (const name of ['finished', 'finished again']) {
      await here.tokens.finishMigration();
      expect([name, await there.tokens.isMigrated()]).toEqual([name, true]);
    }
    const later = await tokenOf('ana');
    for (const token of [former, latest, later]) expect(await stored()).not.toContain(hashToken(token));
    await sleep(550);
    for (const token of [former, latest, later]) expect(await here.callers.findByToken(token)).toMatchObject({ name: 'ana' });
    expect(await here.callers.findByToken(`tk_${hashToken(former)}`)).toBeUndefined();
  }); // prettier-ignore

  it('applies a revocation at once on this instance and within a second on another', async () => {
    const token = await tokenOf('ana');
    expect(await here.callers.findByToken(token)).toBeDefined();
    expect(await there.callers.findByToken(token)).toBeDefined();
    expect([here.callers.known(token)?.name, there.callers.known(token)?.name]).toEqual(['ana', 'ana']);
    await here.tokens.revoke((await here.callerOf('ana')).id);
    expect(here.callers.known(token)).toBeUndefined();
    expect(await here.callers.findByToken(token)).toBeUndefined();
    expect(here.callers.known(token)).toBeUndefined();
    await sleep(900);
    expect(there.callers.known(token)).toBeUndefined();
    expect(await there.callers.findByToken(token)).toBeUndefined();
  });

  it('applies a new right at once, and ends the tokens of a disabled user permanently', async () => {
    const token = await tokenOf('ben');
    expect(may((await here.callers.findByToken(token))!, 'EDIT')).toBe(false);
    expect(may(here.callers.known(token)!, 'EDIT')).toBe(false);
    await apply(grant('grant', 'edit', 'shop', 'user ben'));
    expect(here.callers.known(token)).toBeUndefined();
    expect(may((await here.callers.findByToken(token))!, 'EDIT')).toBe(true);
    await here.users.setDisabled(OPERATOR, named('ben'), true);
    expect(await here.callers.findByToken(token)).toBeUndefined();
    const login = { user: 'ben', password: 'password of ben', address: 'here', note: NOTE };
    await expect(here.logins.logIn(login)).rejects.toMatchObject({ code: 'auth_missing_credentials' });
    await here.users.setDisabled(OPERATOR, named('ben'), false);
    expect(await here.callers.findByToken(token)).toBeUndefined();
    expect(await here.logins.logIn(login)).toMatchObject({ name: 'ben' });
  });

  it('ends log-ins and tokens by ALTER USER ... DISABLE, and permits log-ins again by ENABLE', async () => {
    const token = await tokenOf('ben');
    const login = { user: 'ben', password: 'password of ben', address: 'there', note: NOTE };
    await apply(alterUser('BEN', { kind: 'disable' }));
    expect(await here.callers.findByToken(token)).toBeUndefined();
    await expect(here.logins.logIn(login)).rejects.toMatchObject({ code: 'auth_missing_credentials' });
    await apply(alterUser('ben', { kind: 'enable' }));
    expect(await here.callers.findByToken(token)).toBeUndefined();
    expect(await here.logins.logIn(login)).toMatchObject({ name: 'ben' });
    const last = { code: 'account_bad_value', message: 'this would remove the last administrator' };
    await expect(apply(alterUser('admin', { kind: 'disable' }))).rejects.toMatchObject(last);
  });

  it('lets users change their own password with the previous one only, and ends their tokens', async () => {
    await apply(createUser('kim'));
    const kim = await here.callerOf('kim');
    const change = (password: string, replaced?: string) =>
      apply(alterUser('Kim', { kind: 'set-password', password, ...(replaced !== undefined && { replaced }) }), kim);
    const token = await tokenOf('kim');
    await expect(change('second')).rejects.toMatchObject({
      code: 'account_bad_value',
      details: { hint: "add REPLACE '<previous password>'" },
    });
    await expect(change('second', 'guessed')).rejects.toMatchObject({ code: 'auth_forbidden' });
    expect(await here.callers.findByToken(token)).toBeDefined();
    await change('second', 'password of kim');
    expect(await here.callers.findByToken(token)).toBeUndefined();
    const login = (password: string) => here.logins.logIn({ user: 'kim', password, address: 'kim', note: NOTE });
    await expect(login('password of kim')).rejects.toMatchObject({ code: 'auth_missing_credentials' });
    expect(await login('second')).toMatchObject({ name: 'kim' });

    for (let round = 0; round < 4; round++)
      await expect(change('third', `guess ${round}`)).rejects.toMatchObject({ code: 'auth_forbidden' });
    await expect(change('third', 'second')).rejects.toMatchObject({ code: 'request_rate_limited' });
    expect(await login('second')).toMatchObject({ name: 'kim' });
    await apply(alterUser('kim', { kind: 'set-password', password: 'by an administrator' }));
    expect(await login('by an administrator')).toMatchObject({ name: 'kim' });
  });

  it('creates users without a password, who log in after they have got one', async () => {
    const options = ['first_name', 'last_name'].map((name) => ({ name: named(name), value: name }));
    await apply({ kind: 'create-user', name: named('lea'), options });
    expect(await here.repositories.users.find('lea')).toMatchObject({ firstName: 'first_name', lastName: 'last_name' });
    const login = (password: string) => here.logins.logIn({ user: 'lea', password, address: 'lea', note: NOTE });
    for (const password of ['', 'password of lea'])
      await expect(login(password)).rejects.toMatchObject({ code: 'auth_missing_credentials' });
    const change = alterUser('lea', { kind: 'set-password', password: 'own password', replaced: '' });
    await expect(apply(change, await here.callerOf('lea'))).rejects.toMatchObject({ code: 'auth_forbidden' });
    await apply(alterUser('lea', { kind: 'set-password', password: 'password of lea' }));
    expect(await login('password of lea')).toMatchObject({ name: 'lea' });
  });

  it('reads the rights of all callers again after REFRESH PERMISSIONS, which limited tokens may send', async () => {
    const token = await tokenOf('ben');
    const ben = (await here.callers.findByToken(token))!;
    expect(here.callers.known(token)).toEqual(ben);
    await apply({ kind: 'refresh-permissions' }, { ...ben, token: { name: 'limited', isReadOnly: true } });
    expect(here.callers.known(token)).toBeUndefined();
    expect(await here.callers.findByToken(token)).toEqual(ben);
  });

  describe('EDIT ON ALL USER', () => {
    const forbidden = { code: 'auth_forbidden' };
    let manager: Caller;
    beforeAll(async () => {
      await apply(createUser('mia', { email: 'mia@example.org' }));
      await apply({ kind: 'create-role', name: named('exempt') });
      await apply(grant('grant', 'edit', 'users', 'user mia'));
      manager = await here.callerOf('mia');
      for (const name of ['plain', 'powerful', 'member']) await apply(createUser(name));
      await apply(grant('grant', 'query', 'shop', 'user plain'));
      await apply(member('grant-role', 'exempt', 'member'));
    });

    it('creates users, and changes those who only read and edit ontologies', async () => {
      await apply(createUser('new', { email: 'new@example.org' }), manager);
      await apply(alterUser('new', { kind: 'disable' }), manager);
      await apply(alterUser('plain', { kind: 'set-password', password: 'by the manager' }), manager);
      const login = { user: 'plain', password: 'by the manager', address: 'plain', note: NOTE };
      expect(await here.logins.logIn(login)).toMatchObject({ name: 'plain' });
      expect((await here.accounts.show(manager, 'users')).rows.map(([name]) => name)).toContain('new');
    });

    it.each(['admin', 'unmask', 'create', 'create datasource'])('changes nobody with %s', async (right) => {
      const on = right.startsWith('create') ? 'all' : 'shop.dsvc';
      await apply(grant('grant', right, on, 'user powerful'));
      for (const action of [{ kind: 'disable' }, { kind: 'enable' }, { kind: 'set-password', password: 'x' }] as const)
        await expect(apply(alterUser('powerful', action), manager)).rejects.toMatchObject(forbidden);
      await apply(grant('revoke', right, on, 'user powerful'));
      await apply(alterUser('powerful', { kind: 'enable' }), manager);
    });

    it('changes nobody who manages users, acts as others, or has a role that the caller lacks', async () => {
      await apply(grant('grant', 'edit', 'users', 'user powerful'));
      for (const name of ['powerful', 'member', 'admin'])
        await expect(apply(alterUser(name, { kind: 'disable' }), manager)).rejects.toMatchObject(forbidden);
      await apply(grant('revoke', 'edit', 'users', 'user powerful'));
      const target = { kind: 'user', user: named('plain') } as const;
      const acts = { right: 'auth', resource: target, grantee: { kind: 'user', name: named('powerful') } } as const;
      await apply({ kind: 'grant', ...acts });
      await expect(apply(alterUser('powerful', { kind: 'disable' }), manager)).rejects.toMatchObject(forbidden);
      await apply({ kind: 'revoke', ...acts });
    });

    it('drops nobody, grants nothing, and gives no tenant or address of another user', async () => {
      for (const statement of [
        { kind: 'drop-user', name: named('plain') } as const,
        member('grant-role', 'exempt', 'plain'),
        grant('grant', 'query', 'users', 'user plain'),
        createUser('other', { jwt_tenant: 'acme' }),
      ])
        await expect(apply(statement, manager)).rejects.toMatchObject(forbidden);
      await expect(apply(grant('grant', 'query', 'shop', 'user plain'), manager)).rejects.toMatchObject({ code: 'ontology_unknown' }); // prettier-ignore
      await expect(apply(createUser('other', { email: 'MIA@example.org' }), manager)).rejects.toMatchObject({ code: 'account_bad_value' }); // prettier-ignore
      await apply(createUser('other', { email: 'MIA@example.org' }));
    });

    it('is not a part of EDIT ON ALL, and QUERY ON ALL USER only lists', async () => {
      await apply(grant('revoke', 'edit', 'users', 'user mia'));
      await apply(grant('grant', 'edit', 'all', 'user mia'));
      const editor = await here.callerOf('mia');
      await expect(apply(createUser('late'), editor)).rejects.toMatchObject(forbidden);
      await expect(here.accounts.show(editor, 'users')).rejects.toMatchObject(forbidden);
      await apply(grant('grant', 'query', 'users', 'user mia'));
      const reader = await here.callerOf('mia');
      expect((await here.accounts.show(reader, 'users')).rows.length).toBeGreaterThan(3);
      await expect(apply(createUser('late'), reader)).rejects.toMatchObject(forbidden);
      await expect(apply(grant('grant', 'admin', 'users', 'user mia'))).rejects.toMatchObject({ code: 'account_bad_value' }); // prettier-ignore
    });
  });

  it('requires the previous password of administrators as well, for their own', async () => {
    const admin = await here.callerOf('admin');
    const own = (replaced?: string) =>
      apply(alterUser('admin', { kind: 'set-password', password: 'sesame', ...(replaced && { replaced }) }), admin);
    await expect(own()).rejects.toMatchObject({ code: 'account_bad_value' });
    await own('sesame');
  });

  it('changes an own password once when two changes replace the same one', async () => {
    await apply(createUser('lee'));
    const lee = await here.callerOf('lee');
    const statementOf = (password: string) =>
      alterUser('lee', { kind: 'set-password', password, replaced: 'password of lee' });
    const ends = await Promise.allSettled([here.apply(lee, statementOf('one')), there.apply(lee, statementOf('two'))]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('expires a token on time, cached or not, and deletes it when the next one is issued', async () => {
    const short = await openAccounts(urlOf(), { apiTokenTtlSeconds: 1 });
    const ana = (await short.repositories.users.find('ana'))!;
    const token = await short.tokens.issue(ana);
    await sleep(700);
    expect(short.callers.known(token)).toBeUndefined();
    expect(await short.callers.findByToken(token)).toBeDefined();
    expect(short.callers.known(token)?.name).toBe('ana');
    await sleep(350);
    expect(short.callers.known(token)).toBeUndefined();
    expect(await short.callers.findByToken(token)).toBeUndefined();
    await here.tokens.issue(ana, 'last');
    expect((await here.database('api_tokens').where({ user_id: ana.id }).pluck('name')) as unknown).toEqual(['last']);
    await short.close();
  });

  it('shows tokens to their owner and to administrators only', async () => {
    const [ana, admin] = [await here.callerOf('ana'), await here.callerOf('admin')];
    await here.tokens.revoke(ana.id);
    await tokenOf('ana');
    const shown = await here.accounts.showTokens(ana, named('Ana'));
    expect(shown.columns.map((column) => column.name)).toEqual(['name', 'created', 'expires']);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string;
    expect(shown.rows).toEqual([['of ana', time, time]]);
    expect(await here.accounts.showTokens(admin, named('ana'))).toEqual(shown);
    for (const other of ['admin', 'nobody']) {
      await expect(here.accounts.showTokens(ana, named(other))).rejects.toMatchObject({ code: 'auth_forbidden' });
    }
  });

  it.each<[string, AccountStatement]>([
    ['CREATE USER', createUser('eve')],
    ['DROP USER', { kind: 'drop-user', name: named('ben') }],
    ['ALTER USER SET PASSWORD', alterUser('ben', { kind: 'set-password', password: 'taken over' })],
    ['ALTER USER DISABLE', alterUser('ana', { kind: 'disable' })],
    ['ALTER USER ENABLE', alterUser('ana', { kind: 'enable' })],
    ['CREATE ROLE', { kind: 'create-role', name: named('spy') }],
    ['DROP ROLE', { kind: 'drop-role', name: named('desk') }],
    ['GRANT ROLE', member('grant-role', 'desk', 'ana')],
    ['REVOKE ROLE', member('revoke-role', 'desk', 'ana')],
    ['GRANT ON ALL', grant('grant', 'admin', 'all', 'user ana')],
    ['REVOKE ON ALL', grant('revoke', 'admin', 'all', 'user admin')],
  ])('denies %s to callers who are not administrators, even with ADMIN on an ontology', async (_, statement) => {
    const ana = await here.callerOf('ana');
    const caller: Caller = { ...ana, grants: [{ right: 'ADMIN', resource: SHOP }] };
    await expect(apply(statement, caller)).rejects.toMatchObject({ code: 'auth_forbidden' });
  });

  it('lets ADMIN on an ontology grant and revoke rights on it, and on no other', async () => {
    await addOntology('hidden');
    const ana = await here.callerOf('ana');
    const caller: Caller = { ...ana, grants: [{ right: 'ADMIN', resource: SHOP }] };
    await apply(grant('grant', 'query', 'shop', 'user ben'), caller);
    expect(may(await here.callerOf('ben'), 'QUERY')).toBe(true);
    await apply(grant('revoke', 'query', 'shop', 'user ben'), caller);
    const hidden = await apply(grant('grant', 'query', 'hidden', 'user ben'), caller).catch((error: unknown) => error);
    const unknown = await apply(grant('grant', 'query', 'hiddem', 'user ben'), caller).catch((error: unknown) => error);
    expect(hidden).toMatchObject({ code: 'ontology_unknown', message: 'unknown ontology "hidden"', details: {} });
    expect(unknown).toMatchObject({ code: 'ontology_unknown', details: { hint: undefined } });
    const visible: Caller = { ...ana, grants: [{ right: 'ACCESS', resource: SHOP }] };
    await expect(apply(grant('grant', 'query', 'shop', 'user ben'), visible)).rejects.toMatchObject({
      code: 'auth_forbidden',
    });
  });

  it('suggests only names that the caller may see', async () => {
    const ana = await here.callerOf('ana');
    const caller: Caller = { ...ana, grants: [{ right: 'ADMIN', resource: SHOP }] };
    const hintOf = async (to: string, who: Caller) => {
      const refusal: unknown = await apply(grant('grant', 'query', 'shop', to), who).catch((error: unknown) => error);
      return (refusal as { code: string; details: { hint?: string } }).details.hint;
    };
    expect(await hintOf('user bem', OPERATOR)).toBe('did you mean "ben"?');
    expect(await hintOf('user bem', caller)).toBeUndefined();
    expect(await hintOf('user anna', caller)).toBe('did you mean "ana"?');
    expect(await hintOf('role analist', OPERATOR)).toBe('did you mean "analyst"?');
    expect(await hintOf('role analist', caller)).toBeUndefined();
  });

  it.each<[string, string, AccountStatement]>([
    ['a taken user name in another letter case', 'account_name_taken', createUser('ANA')],
    ['a taken role name', 'account_name_taken', { kind: 'create-role', name: named('Public') }],
    ['a name with a colon', 'account_bad_value', createUser('a:b')],
    ['an unknown option', 'account_bad_value', createUser('eve', { mail: 'e@example.org' })],
    ['an empty first name', 'account_bad_value', createUser('eve', { first_name: '' })],
    ['a last name of 129 characters', 'account_bad_value', createUser('eve', { last_name: 'x'.repeat(129) })],
    ['a bad address', 'account_bad_value', createUser('eve', { email: 'nowhere' })],
    ['an empty password', 'account_bad_value', { kind: 'create-user', name: named('eve'), password: '', options: [] }],
    ['an unknown user', 'account_unknown', { kind: 'drop-user', name: named('nobody') }],
    ['a new password that is empty', 'account_bad_value', alterUser('ben', { kind: 'set-password', password: '' })],
    [
      'another user with REPLACE',
      'account_bad_value',
      alterUser('ben', { kind: 'set-password', password: 'a', replaced: 'b' }),
    ],
    ['an unknown user to enable', 'account_unknown', alterUser('nobody', { kind: 'enable' })],
    ['a password of an unknown user', 'account_unknown', alterUser('nobody', { kind: 'set-password', password: 'a' })],
    ['an unknown role', 'account_unknown', member('grant-role', 'nothing', 'ana')],
    ['revoking a role that was not granted', 'account_unknown', member('revoke-role', 'desk', 'ana')],
    ['revoking a right that was not granted', 'account_unknown', grant('revoke', 'query', 'shop', 'user ana')],
    ['the end of public', 'account_bad_value', { kind: 'drop-role', name: named('PUBLIC') }],
    ['an unknown schema', 'account_bad_value', grant('grant', 'query', 'shop.xsvc', 'user ana')],
    ['CREATE on one ontology', 'account_bad_value', grant('grant', 'create', 'shop', 'user ana')],
  ])('rejects %s', async (_, code, statement) => {
    await expect(apply(statement)).rejects.toMatchObject({ code });
  });

  it('keeps the last administrator in every case', async () => {
    const refused = { code: 'account_bad_value', message: 'this would remove the last administrator' };
    await expect(apply({ kind: 'drop-user', name: named('admin') })).rejects.toMatchObject(refused);
    await expect(here.users.setDisabled(OPERATOR, named('admin'), true)).rejects.toMatchObject(refused);
    await apply(grant('grant', 'admin', 'all', 'role desk'));
    await apply(member('grant-role', 'desk', 'ben'));
    await apply(grant('revoke', 'admin', 'all', 'user admin'));
    await expect(apply(member('revoke-role', 'desk', 'ben'))).rejects.toMatchObject(refused);
    await expect(apply({ kind: 'drop-role', name: named('desk') })).rejects.toMatchObject(refused);
    await expect(apply(grant('revoke', 'admin', 'all', 'role desk'))).rejects.toMatchObject(refused);
    await apply(grant('grant', 'admin', 'all', 'user admin'));
    await apply(grant('revoke', 'admin', 'all', 'role desk'));
  });

  it('keeps one of two administrators who are dropped at the same time on two instances', async () => {
    await apply(createUser('zoe'));
    await apply(grant('grant', 'admin', 'all', 'user zoe'));
    const drop = async (instance: AccountsInstance, name: string) =>
      instance.apply(OPERATOR, { kind: 'drop-user', name: named(name) });
    const ends = await Promise.allSettled([drop(here, 'admin'), drop(there, 'zoe')]);
    expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await here.repositories.grants.countAdministrators()).toBe(1);
  });

  it('grants ADMIN to the creator of an ontology and ACCESS to everybody in its transaction, and revokes all with it', async () => {
    const [ana, ben] = [await here.callerOf('ana'), await here.callerOf('ben')];
    await apply(grant('grant', 'edit', 'shop', 'user ana'));
    const failed = here.database.transaction(async (transaction) => {
      await here.accounts.ontologyCreated(ben, 'zoo', transaction);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect((await here.callerOf('ana')).grants.filter(({ right }) => right === 'ACCESS')).toEqual([]);

    const zoo = { kind: 'ontology', ontology: 'Zoo' } as const;
    const maker = await here.database.transaction((transaction) =>
      here.accounts.ontologyCreated(ana, 'Zoo', transaction),
    );
    expect(allows(maker, 'ADMIN', zoo)).toBe(true);
    expect(allows(await here.callerOf('ana'), 'ADMIN', zoo)).toBe(true);
    expect([allows(await here.callerOf('ben'), 'ACCESS', zoo), allows(await here.callerOf('ben'), 'QUERY', zoo)]).toEqual([true, false]); // prettier-ignore
    await here.accounts.ontologyDropped('ZOO');
    expect((await here.callerOf('ana')).grants).toEqual([{ right: 'EDIT', resource: SHOP }]);
  });

  it('drops a user with all tokens and grants', async () => {
    await apply(createUser('tom'));
    await apply(grant('grant', 'edit', 'shop', 'user tom'));
    const tom = (await here.repositories.users.find('tom'))!;
    const token = await here.tokens.issue(tom);
    const { id } = tom;
    await apply({ kind: 'drop-user', name: named('Tom') });
    expect(await here.callers.findByToken(token)).toBeUndefined();
    expect(await here.database('grants').where({ grantee_id: id })).toEqual([]);
    expect(await here.database('api_tokens').where({ user_id: id })).toEqual([]);
  });
}

onEachSystemDatabase('accounts', statesItsPromises);
