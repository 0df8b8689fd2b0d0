import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../model';
import { Repository } from '../../system-database';
import { hashAgain } from '../secrets/hash-token';
import { type TokenLimits } from './limit-caller';

/** The stored details of an API token, without the token itself. */
export interface ApiToken {
  readonly id: string;
  readonly userId: string;
  readonly name: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

export interface NewApiToken {
  readonly userId: string;
  readonly name?: string | undefined;
  /** The SHA-256 of the token. */
  readonly hash: string;
  readonly expiresAt: Date;
  readonly limits: TokenLimits;
}

/** A token that was found by its hash, with its user. */
export interface FoundToken {
  /** The SHA-256 of the SHA-256 of the token. */
  readonly secondHash: string;
  /** The name of the token, or its id. */
  readonly name: string;
  readonly limits: TokenLimits;
  readonly expiresAt: string | null;
  readonly user: { readonly id: string; readonly name: string };
}

interface Row {
  id: string;
  user_id: string;
  name: string | null;
  /** The second hash as well, once the first is no longer stored. */
  hash: string;
  second_hash: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  read_only: boolean | number;
  ontologies: string | null;
}

/** The table `api_tokens`. Times are ISO 8601 strings in UTC, which sort chronologically. */
@Injectable()
export class ApiTokensRepository extends Repository {
  async insert(token: NewApiToken): Promise<void> {
    const second = hashAgain(token.hash);
    const value = await this.readMark(true);
    await this.rows().insert({
      id: randomUUID(),
      user_id: token.userId,
      name: token.name ?? null,
      hash: value === 'both' ? token.hash : second,
      second_hash: second,
      created_at: new Date().toISOString(),
      expires_at: token.expiresAt.toISOString(),
      revoked_at: null,
      read_only: token.limits.isReadOnly,
      ontologies: token.limits.ontologies && JSON.stringify(token.limits.ontologies),
    });
  }

  /**
   * Returns the token with this SHA-256, expired or not, unless it is revoked or its user is disabled. Instances of an earlier release
   * store the first hash only.
   */
  async findLive(hash: string): Promise<FoundToken | undefined> {
    const found = await this.findRow({ 'token.second_hash': hashAgain(hash) });
    const row = found ?? (await this.findRow({ 'token.hash': hash, 'token.second_hash': null }));
    return row && readFound(row);
  }

  /**
   * Returns the second hashes of the tokens of a user by name that are neither revoked nor expired, or of all users; at most `most`. Tokens
   * that only instances of an earlier release know are left out.
   */
  async listSecondHashes(userName: string | undefined, most: number): Promise<readonly string[]> {
    const now = new Date().toISOString();
    const rows = this.withOwners(userName === undefined ? {} : { 'owner.name_key': nameKey(userName) })
      .whereNotNull('token.second_hash')
      .andWhere((either) => void either.whereNull('token.expires_at').orWhere('token.expires_at', '>', now));
    return (await rows.limit(most).pluck('token.second_hash')) as string[];
  }

  /** Stops storing first hashes, for good. Instances of an earlier release do not find tokens after that. */
  async finishMigration(): Promise<void> {
    await this.mark().update({ value: 'second' });
    const rows = await this.rows().select('id', 'hash', 'second_hash');
    for (const { id, hash, second_hash: known } of rows) {
      const second = known ?? hashAgain(hash);
      if (hash !== second) await this.rows().where({ id }).update({ hash: second, second_hash: second });
    }
  }

  /** Returns whether the first hash of no token is stored. */
  async isMigrated(): Promise<boolean> {
    if ((await this.readMark()) === 'both') return false;
    const left = this.rows().whereNull('second_hash').orWhereRaw('hash <> second_hash');
    return (await left.first('id')) === undefined;
  }

  /** Returns the tokens of a user that are neither revoked nor expired, oldest first. */
  async listLive(userId: string): Promise<readonly ApiToken[]> {
    return (await this.live(userId).orderBy(['created_at', 'id'])).map(readToken);
  }

  /** Returns the tokens of all users that are neither revoked nor expired, oldest first. */
  async listAllLive(): Promise<readonly ApiToken[]> {
    return (await this.live().orderBy(['created_at', 'id'])).map(readToken);
  }

  /** Revokes the tokens of a user, or only the one with this id; returns their number. */
  async revoke(userId: string, id?: string): Promise<number> {
    const tokens = id === undefined ? this.live(userId) : this.live(userId).where({ id });
    return await tokens.update({ revoked_at: new Date().toISOString() });
  }

  /** Revokes the token with this SHA-256; returns whether it was valid. */
  async revokeByHash(hash: string): Promise<boolean> {
    const revoked = { revoked_at: new Date().toISOString() };
    const count = await this.live()
      .where({ second_hash: hashAgain(hash) })
      .update(revoked);
    return count > 0 || (await this.live().where({ hash, second_hash: null }).update(revoked)) > 0;
  }

  /** Deletes the revoked and expired tokens of a user. */
  async deleteDead(userId: string): Promise<void> {
    const now = new Date().toISOString();
    const dead = this.rows().where({ user_id: userId });
    await dead.andWhere((either) => void either.whereNotNull('revoked_at').orWhere('expires_at', '<=', now)).delete();
  }

  private findRow(where: Readonly<Record<string, string | null>>): Promise<FoundRow | undefined> {
    return this.withOwners(where).first<FoundRow | undefined>(
      'token.hash',
      'token.second_hash',
      'token.id as token_id',
      'token.name as token_name',
      'token.read_only',
      'token.ontologies',
      'token.expires_at',
      'owner.id as owner_id',
      'owner.name as owner_name',
    );
  }

  /** The tokens that are not revoked, with their users that are not disabled. */
  private withOwners(where: Readonly<Record<string, string | null>>) {
    return this.database<Row>('api_tokens as token')
      .join('users as owner', 'owner.id', 'token.user_id')
      .where({ ...where, 'owner.disabled': false })
      .whereNull('token.revoked_at');
  }

  private mark() {
    return this.database<Mark>('service_marks').where({ name: 'token_hashes' });
  }

  /** Returns which hashes are written: "both", or the "second" only. A transaction may hold the mark until it ends. */
  private async readMark(isHeld = false): Promise<string | undefined> {
    const mark = isHeld ? this.mark().forShare() : this.mark();
    return (await mark.first('value'))?.value;
  }

  private live(userId?: string) {
    const now = new Date().toISOString();
    const owned = userId === undefined ? this.rows() : this.rows().where({ user_id: userId });
    const unrevoked = owned.whereNull('revoked_at');
    return unrevoked.andWhere((either) => void either.whereNull('expires_at').orWhere('expires_at', '>', now));
  }

  private rows() {
    return this.database<Row>('api_tokens');
  }
}

function readToken(row: Row): ApiToken {
  const { id, user_id: userId, name, created_at: createdAt, expires_at: expiresAt } = row;
  return { id, userId, name, createdAt, expiresAt };
}

interface Mark {
  name: string;
  value: string;
}

function readFound(row: FoundRow): FoundToken {
  const ontologies = row.ontologies === null ? null : (JSON.parse(row.ontologies) as readonly string[]);
  return {
    secondHash: row.second_hash ?? hashAgain(row.hash),
    name: row.token_name ?? row.token_id,
    limits: { isReadOnly: Boolean(row.read_only), ontologies },
    expiresAt: row.expires_at,
    user: { id: row.owner_id, name: row.owner_name },
  };
}

interface FoundRow {
  hash: string;
  second_hash: string | null;
  token_id: string;
  token_name: string | null;
  read_only: boolean | number;
  ontologies: string | null;
  expires_at: string | null;
  owner_id: string;
  owner_name: string;
}
