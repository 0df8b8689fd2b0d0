import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RedisModule } from '../redis';
import { ApiKeyGuard } from './log-in/api-key.guard';
import { ChallengeLogInService } from './log-in/challenge-log-in.service';
import { BearerTokensService } from './log-in/bearer-tokens.service';
import { SessionController } from './log-in/session.controller';
import { TokenController } from './log-in/token.controller';
import { UserTokenPage } from './log-in/user-token.page';
import { AccountTransactionsService } from './accounts/account-transactions.service';
import { AccountListsService } from './accounts/account-lists.service';
import { AccountRepositories } from './accounts/account.repositories';
import { AccountsService } from './accounts/accounts.service';
import { ApiTokensRepository } from './accounts/api-tokens.repository';
import { CallersService } from './accounts/callers.service';
import { FirstAdministratorService } from './accounts/first-administrator.service';
import { GrantsRepository } from './accounts/grants.repository';
import { GrantsService } from './accounts/grants.service';
import { OntologyNamesRepository } from './accounts/ontology-names.repository';
import { RolesRepository } from './accounts/roles.repository';
import { RolesService } from './accounts/roles.service';
import { TokensService } from './accounts/tokens.service';
import { UsersRepository } from './accounts/users.repository';
import { UserRightsService } from './accounts/user-rights.service';
import { UsersService } from './accounts/users.service';
import { ImpersonationService } from './log-in/impersonation.service';
import { JwtCallersService } from './jwt/jwt-callers.service';
import { JwtVerifierService } from './jwt/jwt-verifier.service';
import { LogInService } from './log-in/log-in.service';
import { PasswordsService } from './secrets/passwords.service';
import { MaskKeysService } from './secrets/mask-keys.service';
import { SecretBoxService } from './secrets/secret-box.service';
import { ServiceKeysRepository } from './secrets/service-keys.repository';

const REPOSITORIES = [
  ApiTokensRepository,
  GrantsRepository,
  OntologyNamesRepository,
  RolesRepository,
  ServiceKeysRepository,
  UsersRepository,
];

const OPEN_TO_OTHERS = [
  AccountListsService,
  AccountsService,
  BearerTokensService,
  CallersService,
  ChallengeLogInService,
  FirstAdministratorService,
  MaskKeysService,
  SecretBoxService,
  TokensService,
  UserRightsService,
  UsersService,
];

/** Authentication and authorization: users, roles, grants and tokens, and the guard of every route that is not `@Public()`. */
@Global()
@Module({
  imports: [RedisModule],
  controllers: [SessionController, TokenController],
  providers: [
    ...OPEN_TO_OTHERS,
    ...REPOSITORIES,
    AccountRepositories,
    AccountTransactionsService,
    GrantsService,
    ImpersonationService,
    JwtCallersService,
    JwtVerifierService,
    LogInService,
    PasswordsService,
    RolesService,
    UserTokenPage,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
  exports: OPEN_TO_OTHERS,
})
export class AuthModule {}
