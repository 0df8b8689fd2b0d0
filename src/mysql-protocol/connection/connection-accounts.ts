import { Injectable } from '@nestjs/common';
import { CallersService, ChallengeLogInService, TokensService } from '../../auth';

/** What connections need of accounts. */
@Injectable()
export class ConnectionAccounts {
  constructor(
    readonly tokens: TokensService,
    readonly logIns: ChallengeLogInService,
    readonly callers: CallersService,
  ) {}
}
