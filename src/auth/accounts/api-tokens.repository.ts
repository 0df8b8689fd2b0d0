import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';

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
  readonly hash: string;
  readonly expiresAt: Date;
}

/** A token that was found by its hash, with its user. */
export interface FoundToken {
  readonly hash: string;
  readonly expiresAt: string | null;
  readonly user: { readonly id: string; readonly name: string };
}

interface Row {
  id: string;
  user_id: string;
  name: string | null;
  hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

/** The table `api_tokens`. Times are ISO 8601 strings in UTC, which sort chronologically. */
@Injectable()
export class ApiTokensRepository extends Repository {
  async insert(token: NewApiToken): Promise<void> {
    await this.rows().insert({
      id: randomUUID(),
      user_id: token.userId,
      name: token.name ?? null,
      hash: token.hash,
      created_at: new Date().toISOString(),
      expires_at: token.expiresAt.toISOString(),
      revoked_at: null,
    });
  }

  /** Returns the token with this hash, expired or not, unless it is revoked or its user is disabled. */
  async findLive(hash: string): Promise<FoundToken | undefined> {
    const row = await this.database<Row>('api_tokens as token')
      .join('users as owner', 'owner.id', 'token.user_id')
      .where({ 'token.hash': hash, 'owner.disabled': false })
      .whereNull('token.revoked_at')
      .first<FoundRow | undefined>(
        'token.hash',
        'token.expires_at',
        'owner.id as owner_id',
        'owner.name as owner_name',
      );
    if (row === undefined) return undefined;
    return { hash: row.hash, expiresAt: row.expires_at, user: { id: row.owner_id, name: row.owner_name } };
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

  /** Deletes the revoked and expired tokens of a user. */
  async deleteDead(userId: string): Promise<void> {
    const now = new Date().toISOString();
    const dead = this.rows().where({ user_id: userId });
    await dead.andWhere((either) => void either.whereNotNull('revoked_at').orWhere('expires_at', '<=', now)).delete();
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

interface FoundRow {
  hash: string;
  expires_at: string | null;
  owner_id: string;
  owner_name: string;
}
