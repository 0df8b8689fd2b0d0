import { HttpAdapterHost } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Environment } from '../../src/config';
import { type Knex, openSystemDatabase } from '../../src/system-database';
import { type Caller, type Identifier } from '../../src/model';
import { SharedCache } from '../../src/redis';
import { Workers } from '../../src/workers';
import { AccountStore } from '../../src/auth/accounts/account-store';
import { AccountsService } from '../../src/auth/accounts/accounts.service';
import { CallersService } from '../../src/auth/accounts/callers.service';
import { FirstAdministratorService } from '../../src/auth/accounts/first-administrator.service';
import { GrantsService } from '../../src/auth/accounts/grants.service';
import { RolesService } from '../../src/auth/accounts/roles.service';
import { TokensService } from '../../src/auth/accounts/tokens.service';
import { UsersService } from '../../src/auth/accounts/users.service';
import { LogInService } from '../../src/auth/log-in/log-in.service';
import { PasswordsService } from '../../src/auth/secrets/passwords.service';

export type AccountsInstance = Awaited<ReturnType<typeof openAccounts>>;

/** One instance of the account services over a system database: two of them are two instances of the service. */
export async function openAccounts(
  databaseUrl: string,
  settings: Partial<Environment> = {},
  shared = new SharedCache(new Environment(), new Workers()),
) {
  const environment = Object.assign(new Environment(), {
    databaseUrl,
    apiAuthSalt: 'a salt of good length',
    adminPassword: 'sesame',
    ...settings,
  });
  const database: Knex = await openSystemDatabase(environment);
  const store = new AccountStore(database, shared);
  const passwords = new PasswordsService();
  const users = new UsersService(store, passwords);
  const roles = new RolesService();
  const grants = new GrantsService(store, environment);
  const tokens = new TokensService(store, environment);
  const callers = new CallersService(store);
  const host = new HttpAdapterHost();
  host.httpAdapter = new FastifyAdapter();
  const first = new FirstAdministratorService(store, environment, passwords, host);
  await first.onModuleInit();
  return {
    database,
    store,
    users,
    roles,
    grants,
    tokens,
    callers,
    first,
    logins: new LogInService(store, passwords, new Workers()),
    accounts: new AccountsService(users, roles, grants, tokens, store),
    callerOf: async (name: string): Promise<Caller> => callers.ofUser((await store.users.find(name))!),
    close: () => database.destroy(),
  };
}

export const named = (name: string): Identifier => ({ name });
