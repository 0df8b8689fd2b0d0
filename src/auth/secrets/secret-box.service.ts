import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { deriveFernetKey } from './derive-fernet-key';

const FORM = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that are stored and read again, for example the passwords of data sources, with AES-256-GCM and a key derived from
 * `API_AUTH_SALT`. `place` is bound to the result, so that it can be decrypted only for the same place. What was encrypted with
 * `API_AUTH_SALT_PREVIOUS` is decrypted as well.
 */
@Injectable()
export class SecretBoxService {
  private readonly key: Uint8Array;
  private readonly previousKey: Uint8Array | undefined;

  constructor({ apiAuthSalt, apiAuthSaltPrevious }: Environment) {
    this.key = keyOf(apiAuthSalt);
    if (apiAuthSaltPrevious !== '') this.previousKey = keyOf(apiAuthSaltPrevious);
  }

  seal(secret: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${FORM}.${sealed.toString('base64url')}`;
  }

  /** Returns the secret; throws if it was not sealed for `place` with the current salt or the previous one. */
  open(sealed: string, place: string): string {
    try {
      return decrypt(this.key, sealed, place);
    } catch (error) {
      if (this.previousKey === undefined) throw error;
      return decrypt(this.previousKey, sealed, place);
    }
  }

  /** Returns whether the current salt sealed the secret. */
  isCurrent(sealed: string, place: string): boolean {
    try {
      decrypt(this.key, sealed, place);
      return true;
    } catch {
      return false;
    }
  }
}

function keyOf(salt: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', deriveFernetKey(salt), '', 'stored secrets', 32));
}

function decrypt(key: Uint8Array, sealed: string, place: string): string {
  const [form, text] = sealed.split('.');
  const bytes = Buffer.from(text ?? '', 'base64url');
  if (form !== FORM || bytes.length < NONCE_BYTES + TAG_BYTES)
    throw new Error('the stored secret has an unknown format');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
