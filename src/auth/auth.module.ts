import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyGuard } from './access/api-key.guard';
import { BearerTokens } from './access/bearer-tokens.service';
import { TokenController } from './access/token.controller';
import { UserTokenPage } from './access/user-token.page';
import { AccountStore } from './accounts/account-store';
import { AccountsService } from './accounts/accounts.service';
import { CallersService } from './accounts/callers.service';
import { FirstAdministratorService } from './accounts/first-administrator.service';
import { GrantsService } from './accounts/grants.service';
import { OntologyNamesRepository } from './accounts/ontology-names.repository';
import { RolesService } from './accounts/roles.service';
import { TokensService } from './accounts/tokens.service';
import { UsersService } from './accounts/users.service';
import { LogInService } from './passwords/log-in.service';
import { PasswordsService } from './passwords/passwords.service';
import { SecretBox } from './secret-box.service';

const OPEN_TO_OTHERS = [
  AccountsService,
  BearerTokens,
  FirstAdministratorService,
  SecretBox,
  TokensService,
  UsersService,
];

/** Who may call: users, roles, grants and tokens, and the guard that closes every route which is not `@Public()`. */
@Global()
@Module({
  controllers: [TokenController],
  providers: [
    ...OPEN_TO_OTHERS,
    AccountStore,
    CallersService,
    GrantsService,
    LogInService,
    OntologyNamesRepository,
    PasswordsService,
    RolesService,
    UserTokenPage,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
  exports: OPEN_TO_OTHERS,
})
export class AuthModule {}
