import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { refuseCredentials, ServiceError } from '../../errors';
import { AccountTransactionsService } from './account-transactions.service';
import { type ApiToken, ApiTokensRepository } from './api-tokens.repository';
import { hashToken } from '../secrets/hash-token';
import { type User } from './users.repository';

const LONGEST_NAME = 128;

/** Issues, lists and revokes the API tokens of a user (docs/http-api.md). */
@Injectable()
export class TokensService {
  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly transactions: AccountTransactionsService,
    private readonly environment: Environment,
  ) {}

  /**
   * A new token, shown here and never again: only its SHA-256 is kept. Refused where the user was disabled or got another password since
   * `user` was read: what ends the tokens of a user must not miss one that is being issued.
   */
  async issue({ id: userId, passwordHash }: User, name?: string): Promise<string> {
    if (name !== undefined && name.length > LONGEST_NAME) {
      throw new ServiceError('account_bad_value', `a token's name has at most ${LONGEST_NAME} characters`);
    }
    const token = `tk_${randomBytes(32).toString('hex')}`;
    const expiresAt = new Date(Date.now() + this.environment.apiTokenTtlSeconds * 1000);
    await this.transactions.write(async ({ tokens, users }) => {
      const current = await users.lock(userId);
      if (current === undefined || current.disabled || current.passwordHash !== passwordHash) refuseCredentials();
      await tokens.deleteDead(userId);
      await tokens.insert({ userId, name, hash: hashToken(token), expiresAt });
    });
    return token;
  }

  list(userId: string): Promise<readonly ApiToken[]> {
    return this.tokens.listLive(userId);
  }

  /** Revokes all tokens of the user, or the one with this id; gives how many. */
  async revoke(userId: string, id?: string): Promise<number> {
    const revoked = await this.transactions.write(({ tokens }) => tokens.revoke(userId, id));
    this.transactions.noteChange();
    return revoked;
  }
}
