import 'reflect-metadata';
import { ExecutionContextHost } from '@nestjs/core/internal';
import { Test } from '@nestjs/testing';
import { type FastifyRequest } from 'fastify';
import { Environment } from '../../config';
import { Workers } from '../../workers';
import { CallersService } from '../accounts/callers.service';
import { type User, UsersRepository } from '../accounts/users.repository';
import { PasswordsService } from '../secrets/passwords.service';
import { BearerGuard } from './bearer.guard';
import { BearerTokensService, type Credentials } from './bearer-tokens.service';
import { LogInService } from './log-in.service';

const ANN: User = {
  id: '1',
  name: 'Ann',
  email: null,
  firstName: null,
  lastName: null,
  disabled: false,
  jwtTenant: null,
  passwordHash: 'hash of secret',
  createdAt: '',
};
const USERS = new Map([ANN, { ...ANN, id: '2', name: 'Ben', disabled: true }].map((user) => [user.name.toLowerCase(), user])); // prettier-ignore
const environment = Object.assign(new Environment(), { apiAuthSalt: 'salt of this test' });
const bearers = new BearerTokensService(environment);

let guard: BearerGuard;
beforeEach(async () => {
  const module = Test.createTestingModule({
    providers: [BearerGuard, LogInService, { provide: Workers, useValue: new Workers() }, BearerTokensService, Environment, UsersRepository, PasswordsService, CallersService], // prettier-ignore
  });
  const overridden = module
    .overrideProvider(Environment)
    .useValue(environment)
    .overrideProvider(UsersRepository)
    .useValue({ find: (name: string) => Promise.resolve(USERS.get(name.toLowerCase())) })
    .overrideProvider(PasswordsService)
    .useValue({ matches: (password: string, hash?: string) => Promise.resolve(hash === `hash of ${password}`) })
    .overrideProvider(CallersService)
    .useValue({ ofUser: ({ id, name }: User) => Promise.resolve({ id, name, roles: [], grants: [] }) });
  guard = (await overridden.compile()).get(BearerGuard);
});

type Request = Pick<FastifyRequest, 'headers' | 'ip' | 'user' | 'caller' | 'auditNote'>;

async function send(authorization?: string): Promise<Request> {
  const request: Request = { headers: { ...(authorization !== undefined && { authorization }) }, ip: '192.0.2.1' };
  const error = await guard.canActivate(new ExecutionContextHost([request])).then(
    () => undefined,
    (refusal: unknown) => (refusal as { readonly code: string }).code,
  );
  return Object.assign(request, { error });
}

const bearerOf = async (credentials: Credentials): Promise<string> => `Bearer ${await bearers.make(credentials)}`;

describe('BearerGuard', () => {
  it('admits a user with the right password, and sets the user and the caller', async () => {
    const request = await send(await bearerOf({ user: 'ann', password: 'secret' }));
    expect(request).toMatchObject({ error: undefined, user: ANN, caller: { id: '1', name: 'Ann' } });
    expect(request.auditNote).toMatchObject({ user: 'Ann', statement: 'get_token' });
  });

  it.each<readonly [string, Credentials, string | undefined]>([
    ['a wrong password', { user: 'ann', password: 'guess' }, 'Ann'],
    ['a disabled user', { user: 'ben', password: 'secret' }, 'Ben'],
    ['an unknown user, whose name may be a password', { user: 'secret', password: 'secret' }, undefined],
  ])('rejects %s with the same error', async (_, credentials, noted) => {
    const request = await send(await bearerOf(credentials));
    expect(request).toMatchObject({ error: 'auth_missing_credentials' });
    expect([request.user, request.caller, request.auditNote?.user]).toEqual([undefined, undefined, noted]);
  });

  it('rejects a header without a valid token', async () => {
    const token = await bearerOf({ user: 'ann', password: 'secret' });
    for (const header of [undefined, '', 'Bearer', token.replace('Bearer', 'Basic'), `${token} x`, token.slice(0, -4)])
      expect(await send(header)).toMatchObject({ error: 'auth_missing_credentials' });
  });

  it('limits failures of a user from one address, and then rejects the right password, too', async () => {
    const guess = await bearerOf({ user: 'ann', password: 'guess' });
    for (let attempt = 0; attempt < 5; attempt++) await send(guess);
    const right = await bearerOf({ user: 'ann', password: 'secret' });
    expect(await send(right)).toMatchObject({ error: 'request_rate_limited' });
  });
});
