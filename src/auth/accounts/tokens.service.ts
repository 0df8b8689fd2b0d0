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
   * Returns a new token. Only its SHA-256 is stored, so that it cannot be shown again. Rejects a user who was disabled or whose password
   * was changed since `user` was read: revoking all tokens of a user must include one that is being issued.
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

  listAll(): Promise<readonly ApiToken[]> {
    return this.tokens.listAllLive();
  }

  /** Revokes all tokens of the user, or only the one with this id; returns their number. */
  async revoke(userId: string, id?: string): Promise<number> {
    const revoked = await this.transactions.write(({ tokens }) => tokens.revoke(userId, id));
    this.transactions.noteChange();
    return revoked;
  }
}
