import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Caller } from '../../model';
import { hashAgain, hashToken } from '../secrets/hash-token';
import { AccountTransactionsService } from './account-transactions.service';
import { ApiTokensRepository } from './api-tokens.repository';
import { GrantsRepository } from './grants.repository';
import { limitCaller } from './limit-caller';
import { RolesRepository } from './roles.repository';

const TOKEN_SHAPE = /^tk_[0-9a-f]{64}$/;
/** Half of the second within which a revocation takes effect on all instances: the other half is for a slow look-up. */
const REMEMBERED_MS = 500;
const MOST_REMEMBERED = 10_000;

interface Verified {
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Builds the `Caller` of an API token or a user, with the rights of the user, of the user's roles and of `public`. */
@Injectable()
export class CallersService {
  /** By token, so that a request needs no hash of its own, or by the SHA-256 of one. */
  private readonly verified = new LRUCache<string, Verified>({
    max: MOST_REMEMBERED,
    ttl: REMEMBERED_MS,
    ttlResolution: 0,
    // removes stale callers from before a change of rights or models, although no request reads them again
    ttlAutopurge: true,
  });
  private readonly loading = new Map<string, Promise<Verified | undefined>>();

  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly roles: RolesRepository,
    private readonly grants: GrantsRepository,
    transactions: AccountTransactionsService,
  ) {
    transactions.onChange(() => {
      this.verified.clear();
      this.loading.clear();
    });
  }

  /**
   * Returns the caller of a valid token, undefined for any other string. Results are cached for half a second, so that a busy caller costs
   * no look-ups.
   */
  async findByToken(token: string): Promise<Caller | undefined> {
    if (!TOKEN_SHAPE.test(token)) return undefined;
    return liveCaller(this.verified.get(token) ?? (await this.loadOnce(token)));
  }

  /** Returns the caller of the valid token with this SHA-256, like `findByToken`: for connections that outlive the check of their token. */
  async findByHash(hash: string): Promise<Caller | undefined> {
    return liveCaller(this.verified.get(hash) ?? (await this.loadOnce(hash, hash)));
  }

  /** Returns the cached result of `findByToken`; undefined if there is none. */
  known(token: string): Caller | undefined {
    return liveCaller(this.verified.get(token));
  }

  /** Returns whether the token belongs to a user who may log in. */
  isLive(token: string): boolean | Promise<boolean> {
    return this.known(token) !== undefined || this.findByToken(token).then((caller) => caller !== undefined);
  }

  /** Returns the caller of a user, with the roles of these names in addition, where they exist. */
  async ofUser(
    user: { readonly id: string; readonly name: string },
    additional: readonly string[] = [],
  ): Promise<Caller> {
    const roles = await this.roles.ofUser(user.id, additional);
    const roleIds = roles.map((role) => role.id);
    const grants = await this.grants.ofUser(user.id, roleIds);
    return { id: user.id, name: user.name, roles: roles.map((role) => role.name), grants };
  }

  /**
   * Shares one look-up among all requests that wait for the same caller. The look-up is not part of the cache, which would abort it when
   * the entry expires. A result that was read before a change of accounts is not cached.
   */
  private loadOnce(key: string, hash = hashToken(key)): Promise<Verified | undefined> {
    const begun = this.loading.get(key);
    if (begun !== undefined) return begun;
    const isLatest = (): boolean => this.loading.get(key) === load;
    const load = this.load(hash)
      .then((verified) => {
        if (verified !== undefined && isLatest()) this.verified.set(key, verified);
        return verified;
      })
      .finally(() => {
        if (isLatest()) this.loading.delete(key);
      });
    this.loading.set(key, load);
    return load;
  }

  private async load(hash: string): Promise<Verified | undefined> {
    const found = await this.tokens.findLive(hash);
    if (found === undefined || !timingSafeEqual(Buffer.from(found.secondHash), Buffer.from(hashAgain(hash))))
      return undefined;
    const expires = found.expiresAt === null ? Infinity : Date.parse(found.expiresAt);
    return { caller: limitCaller(await this.ofUser(found.user), found.name, found.limits), expires };
  }
}

function liveCaller(verified: Verified | undefined): Caller | undefined {
  return verified !== undefined && Date.now() < verified.expires ? verified.caller : undefined;
}
