import { hash, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { Environment, type JwtIssuer } from '../../config';
import { ServiceError } from '../../errors';
import { type SentJwt } from './find-jwt';
import { publishedKeys } from './published-keys';

const LONGEST_TOKEN = 8192;
const MOST_VERDICTS = 10_000;

/** What a valid token says. */
export interface Verdict {
  /** Empty for tokens without a tenant. */
  readonly tenant: string;
  readonly user: { readonly claim: 'email' | 'name'; readonly value: string };
  readonly roles: readonly string[];
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/**
 * Verifies JWTs, with the algorithm, issuer and audience of the settings. Verdicts of valid tokens are kept until the tokens expire, by
 * their hashes; users and rights are not part of them.
 */
@Injectable()
export class JwtVerifierService {
  private readonly verdicts = new LRUCache<string, Verdict>({ max: MOST_VERDICTS });
  private readonly keys = new Map<JwtIssuer, Promise<JWTVerifyGetKey>>();

  constructor(private readonly environment: Environment) {}

  /** Returns what a valid token says; undefined for any other string. Fails while the server of the keys is unavailable. */
  async verify({ token, tenant }: SentJwt): Promise<Verdict | undefined> {
    const issuer = this.environment.jwtIssuers.get(tenant);
    if (issuer === undefined || token.length > LONGEST_TOKEN) return undefined;
    const key = `${tenant} ${hash('sha256', token)}`;
    const known = this.verdicts.get(key);
    if (known !== undefined && Date.now() < known.expires) return known;
    const payload = await this.check(token, issuer);
    const verdict = payload && readVerdict(payload, tenant, issuer);
    if (verdict !== undefined) this.verdicts.set(key, verdict, { ttl: Math.max(1, verdict.expires - Date.now()) });
    return verdict;
  }

  /** Returns the claims of a token whose signature, issuer, audience and times are valid. */
  private async check(token: string, settings: JwtIssuer): Promise<JWTPayload | undefined> {
    const { jwtVerify } = await import('jose');
    const { algorithm, issuer, audience } = settings;
    const required = {
      algorithms: [algorithm],
      requiredClaims: ['exp'],
      ...(issuer !== undefined && { issuer }),
      ...(audience !== undefined && { audience }),
    };
    try {
      const keys = await this.keysOf(settings);
      const { payload } = typeof keys === 'function' ? await jwtVerify(token, keys, required) : await jwtVerify(token, keys, required); // prettier-ignore
      return payload;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      return undefined;
    }
  }

  private keysOf(settings: JwtIssuer): KeyObject | Promise<JWTVerifyGetKey> {
    if (!(settings.keys instanceof URL)) return settings.keys;
    const known = this.keys.get(settings) ?? publishedKeys(settings.keys);
    this.keys.set(settings, known);
    return known;
  }
}

function readVerdict(payload: JWTPayload, tenant: string, settings: JwtIssuer): Verdict | undefined {
  const { userClaim, rolesClaim } = settings;
  const value = claimOf(payload, userClaim);
  if (typeof value !== 'string' || value === '' || !Number.isFinite(payload.exp)) return undefined;
  const isEmail = userClaim === 'email';
  if (isEmail && [false, 'false'].includes(payload.email_verified as boolean | string)) return undefined;
  return {
    tenant,
    user: { claim: isEmail ? 'email' : 'name', value },
    roles: rolesClaim === undefined ? [] : readRoles(claimOf(payload, rolesClaim)),
    expires: Number(payload.exp) * 1000,
  };
}

function claimOf(payload: JWTPayload, claim: string): unknown {
  return Object.hasOwn(payload, claim) ? payload[claim] : undefined;
}

/** Returns the names in a list, or in a string where spaces or commas separate them. */
function readRoles(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(/[\s,]+/).filter((name) => name !== '');
  return Array.isArray(claim) ? claim.filter((name): name is string => typeof name === 'string') : [];
}
