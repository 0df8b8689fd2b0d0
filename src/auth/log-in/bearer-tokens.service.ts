import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { deriveFernetKey } from '../secrets/derive-fernet-key';
import { makeFernetToken } from '../secrets/make-fernet-token';
import { openFernetToken } from '../secrets/open-fernet-token';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/**
 * Makes and opens bearer tokens: `base64("<user>:<password>")` in a Fernet token with the key of `API_AUTH_SALT`, valid for
 * `API_BEARER_TTL` (docs/http-api.md). Tokens with the key of `API_AUTH_SALT_PREVIOUS` are opened as well.
 */
@Injectable()
export class BearerTokensService {
  private readonly key: Buffer;
  private readonly previousKey: Buffer | undefined;
  private readonly ttlSeconds: number | undefined;

  constructor({ apiAuthSalt, apiAuthSaltPrevious, apiBearerTtlSeconds }: Environment) {
    this.key = deriveFernetKey(apiAuthSalt);
    if (apiAuthSaltPrevious !== '') this.previousKey = deriveFernetKey(apiAuthSaltPrevious);
    this.ttlSeconds = apiBearerTtlSeconds;
  }

  make({ user, password }: Credentials): Promise<string> {
    return makeFernetToken(Buffer.from(`${user}:${password}`).toString('base64'), this.key);
  }

  /** Returns the credentials in the token; undefined if it is invalid. */
  open(token: string): Credentials | undefined {
    const rules = { now: Date.now() / 1000, ttlSeconds: this.ttlSeconds };
    const text =
      openFernetToken(token, this.key, rules) ?? (this.previousKey && openFernetToken(token, this.previousKey, rules));
    return text === undefined ? undefined : readCredentials(text);
  }
}

function readCredentials(base64: string): Credentials | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64) return undefined;
  const [, user, password] = /^([^:]+):(.*)$/s.exec(bytes.toString('utf8')) ?? [];
  return user === undefined || password === undefined ? undefined : { user, password };
}
