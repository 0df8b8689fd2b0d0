import { type Type } from '@nestjs/common';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  AccountsService,
  AuthModule,
  CallersService,
  FirstAdministratorService,
  TokensService,
  UsersService,
} from '../../src/auth';
import { AccountTransactionsService } from '../../src/auth/accounts/account-transactions.service';
import { AccountRepositories } from '../../src/auth/accounts/account.repositories';
import { GrantsService } from '../../src/auth/accounts/grants.service';
import { RolesService } from '../../src/auth/accounts/roles.service';
import { LogInService } from '../../src/auth/log-in/log-in.service';
import { type AccountStatement } from '../../src/compiler/statement';
import { Environment } from '../../src/config';
import { type Caller, type Identifier } from '../../src/model';
import { type Knex, SYSTEM_DATABASE } from '../../src/system-database';
import { openModules } from './nest-modules';

export type AccountsInstance = ReturnType<typeof accountsOf>;

/** Opens an instance of the account services over a system database. Two of them behave like two instances of the service. */
export async function openAccounts(
  databaseUrl: string,
  settings: Partial<Environment> = {},
): Promise<AccountsInstance> {
  return accountsOf(await openModules(accountSettings(databaseUrl, settings), [AuthModule]));
}

export function accountSettings(databaseUrl: string, settings: Partial<Environment>): Environment {
  const known = { databaseUrl, apiAuthSalt: 'a salt of good length', adminPassword: 'sesame', passwordMinLength: 1 };
  return Object.assign(new Environment(), { ...known, ...settings });
}

/** Returns the account services of an application. */
export function accountsOf(app: NestFastifyApplication) {
  const get = <Provider>(type: Type<Provider>): Provider => app.get(type, { strict: false });
  const repositories = get(AccountRepositories);
  const callers = get(CallersService);
  const accounts = get(AccountsService);
  return {
    database: app.get<Knex>(SYSTEM_DATABASE),
    repositories,
    users: get(UsersService),
    roles: get(RolesService),
    grants: get(GrantsService),
    tokens: get(TokensService),
    callers,
    first: get(FirstAdministratorService),
    logins: get(LogInService),
    accounts,
    /** Runs one statement in a transaction of its own. */
    apply: async (caller: Caller, statement: AccountStatement): Promise<void> =>
      get(AccountTransactionsService).change(await accounts.prepare(caller, [statement])),
    callerOf: async (name: string): Promise<Caller> => callers.ofUser((await repositories.users.find(name))!),
    close: () => app.close(),
  };
}

export const named = (name: string): Identifier => ({ name });
