import { Injectable } from '@nestjs/common';
import { ServiceError } from '../../errors';
import { networkOf } from '../../http';
import { nameKey } from '../../model';
import { Workers } from '../../workers';
import { ApiTokensRepository } from '../accounts/api-tokens.repository';
import { LogInLimits } from '../secrets/log-in-limits';
import { matchScramble } from '../secrets/match-scramble';

/** The user name with which a client may log in by a token of any user. */
const ANY_USER = 'token';
/** The most tokens that are tried for one log-in. */
const MOST_TRIED = 1000;

/** The answer of a client to the nonce that the service sent it, in place of an API token. */
export interface Challenge {
  readonly user: string;
  readonly nonce: Buffer;
  readonly answer: Buffer;
  /** The IP address of the client. */
  readonly address: string;
}

/** Log-in of clients that prove that they know an API token without sending it, as those of the MySQL protocol do. */
@Injectable()
export class ChallengeLogInService {
  private readonly limits: LogInLimits;

  constructor(
    private readonly tokens: ApiTokensRepository,
    workers: Workers,
  ) {
    this.limits = new LogInLimits(workers);
  }

  /**
   * Returns the SHA-256 of the token, which must belong to the named user; undefined if no valid token fits. Failures count against the
   * network of the client, and further ones are rejected with `request_rate_limited`. Only failures count, not log-ins in progress as those by
   * password do: programs open many connections at once, and no number of attempts finds a token.
   */
  async logIn({ user, nonce, answer, address }: Challenge): Promise<string | undefined> {
    for (const stored of await this.candidatesOf(user)) {
      const hash = matchScramble(answer, nonce, stored);
      if (hash !== undefined) return hash;
    }
    await this.limits.begin({ user: nameKey(user), network: networkOf(address) });
    return undefined;
  }

  private async candidatesOf(user: string): Promise<readonly string[]> {
    if (nameKey(user) !== ANY_USER) return this.tokens.listSecondHashes(user, MOST_TRIED);
    const found = await this.tokens.listSecondHashes(undefined, MOST_TRIED + 1);
    if (found.length <= MOST_TRIED) return found;
    throw new ServiceError(
      'auth_forbidden',
      `the user "${ANY_USER}" cannot log in: there are more than ${MOST_TRIED} tokens`,
      {
        hint: 'log in with the name of the user who owns the token',
      },
    );
  }
}
