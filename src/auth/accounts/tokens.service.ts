import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { refuseCredentials, ServiceError, suggest } from '../../errors';
import { nameKey } from '../../model';
import { AccountTransactionsService } from './account-transactions.service';
import { type ApiToken, ApiTokensRepository } from './api-tokens.repository';
import { hashToken } from '../secrets/hash-token';
import { type User } from './users.repository';

/** The greatest length of the name of a token. */
export const LONGEST_NAME = 128;
const LONGEST_SESSION_SECONDS = 8 * 3600;
const ONE_TIME_SECONDS = 600;
/** What API tokens begin with, and codes that can only be exchanged for one. */
const [TOKEN_PREFIX, CODE_PREFIX] = ['tk_', 'once_'];

/** What a token may do less than its user, and how long it is valid; absent members: no limit, and `API_TOKEN_TTL`. */
export interface TokenTerms {
  readonly isReadOnly?: boolean;
  readonly ontologies?: readonly string[];
  readonly ttlSeconds?: number;
  /** The number of valid tokens that the user may have whose names begin with `prefix`. */
  readonly atMost?: { readonly prefix: string; readonly count: number };
}

/** A new token, which is not stored and cannot be shown again. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Issues, lists and revokes the API tokens of a user (docs/http-api.md). */
@Injectable()
export class TokensService {
  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly transactions: AccountTransactionsService,
    private readonly environment: Environment,
  ) {}

  /**
   * Returns a new token. Only its hashes are stored, so that it cannot be shown again. Rejects a user who was disabled or whose password
   * was changed since `user` was read: revoking all tokens of a user must include one that is being issued.
   */
  async issue(user: User, name?: string, terms: TokenTerms = {}): Promise<string> {
    return (await this.issueOnTerms(user, name, terms)).token;
  }

  /** Issues a token like `issue`, which is valid for at most eight hours, and never longer than `API_TOKEN_TTL`. */
  issueForSession(user: User): Promise<IssuedToken> {
    const ttlSeconds = Math.min(LONGEST_SESSION_SECONDS, this.environment.apiTokenTtlSeconds);
    return this.issueOnTerms(user, 'log-in', { ttlSeconds });
  }

  /** Returns a code that opens one session of the user within ten minutes. It is no API token. */
  async issueOneTimeCode(user: User): Promise<string> {
    return (await this.create(CODE_PREFIX, user, 'one-time log-in', { ttlSeconds: ONE_TIME_SECONDS })).token;
  }

  /** Uses up a code of `issueOneTimeCode`, and returns its user; rejects one that is unknown, used or has expired with 401. */
  async useOneTimeCode(code: string): Promise<User> {
    const hash = hashToken(code);
    const user = await this.transactions.write(async ({ tokens, users }) => {
      const found = code.startsWith(CODE_PREFIX) ? await tokens.findLive(hash) : undefined;
      return found && (await tokens.revokeByHash(hash)) ? users.find(found.user.name) : undefined;
    });
    return user ?? refuseCredentials();
  }

  /** Issues a token like `issue`, and returns it with its expiry. */
  issueOnTerms(user: User, name: string | undefined, terms: TokenTerms): Promise<IssuedToken> {
    return this.create(TOKEN_PREFIX, user, name, terms);
  }

  private async create(
    prefix: string,
    { id: userId, passwordHash }: User,
    name: string | undefined,
    terms: TokenTerms,
  ): Promise<IssuedToken> {
    if (name !== undefined && name.length > LONGEST_NAME) {
      throw new ServiceError('account_bad_value', `a token's name has at most ${LONGEST_NAME} characters`);
    }
    const token = `${prefix}${randomBytes(32).toString('hex')}`;
    const { isReadOnly = false, ontologies, ttlSeconds = this.environment.apiTokenTtlSeconds } = terms;
    const expiresAt = new Date(Date.now() + ttlSeconds * 1000);
    const limits = { isReadOnly, ontologies: ontologies?.map(nameKey) ?? null };
    await this.transactions.write(async ({ tokens, users, ontologies: known }) => {
      checkOntologies(limits.ontologies ?? [], await known.list());
      const current = await users.lock(userId);
      if (current === undefined || current.disabled || current.passwordHash !== passwordHash) refuseCredentials();
      if (terms.atMost !== undefined) refuseMore(await tokens.listLive(userId), terms.atMost);
      await tokens.deleteDead(userId);
      await tokens.insert({ userId, name, hash: hashToken(token), expiresAt, limits });
    });
    return { token, expiresAt };
  }

  list(userId: string): Promise<readonly ApiToken[]> {
    return this.tokens.listLive(userId);
  }

  listAll(): Promise<readonly ApiToken[]> {
    return this.tokens.listAllLive();
  }

  /**
   * Stops storing the SHA-256 of tokens, which the log-in of the MySQL protocol would accept, and removes those that are stored. Instances
   * of a release without second hashes do not accept any token after that.
   */
  finishMigration(): Promise<void> {
    return this.transactions.write(({ tokens }) => tokens.finishMigration());
  }

  /** Returns whether `finishMigration` has removed the SHA-256 of all tokens, or a new system database has never had one. */
  isMigrated(): Promise<boolean> {
    return this.tokens.isMigrated();
  }

  /** Revokes this token; does nothing if it is not valid. */
  async revokeToken(token: string): Promise<void> {
    await this.transactions.write(({ tokens }) => tokens.revokeByHash(hashToken(token)));
    this.transactions.noteChange();
  }

  /** Revokes all tokens of the user, or only the one with this id; returns their number. */
  async revoke(userId: string, id?: string): Promise<number> {
    const revoked = await this.transactions.write(({ tokens }) => tokens.revoke(userId, id));
    this.transactions.noteChange();
    return revoked;
  }
}

function refuseMore(tokens: readonly ApiToken[], { prefix, count }: NonNullable<TokenTerms['atMost']>): void {
  if (tokens.filter(({ name }) => name?.startsWith(prefix) === true).length < count) return;
  throw new ServiceError('account_bad_value', `the user has ${count} valid tokens of this kind`, {
    hint: 'REVOKE TOKEN and REVOKE TOKENS revoke tokens, and CREATE TOKEN creates one with a name',
  });
}

function checkOntologies(keys: readonly string[], names: readonly string[]): void {
  const unknown = keys.find((key) => !names.some((name) => nameKey(name) === key));
  if (unknown === undefined) return;
  throw new ServiceError('ontology_unknown', `unknown ontology "${unknown}"`, { hint: suggest(unknown, names) });
}
