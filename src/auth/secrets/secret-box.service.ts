import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { deriveFernetKey } from './derive-fernet-key';

const FORM = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets that are stored and read again, for example the passwords of data sources, with AES-256-GCM and a key derived from
 * `API_AUTH_SALT`. `place` is bound to the result, so that it can be decrypted only for the same place.
 */
@Injectable()
export class SecretBoxService {
  private readonly key: Uint8Array;

  constructor(environment: Environment) {
    const salt = deriveFernetKey(environment.apiAuthSalt);
    this.key = new Uint8Array(hkdfSync('sha256', salt, '', 'stored secrets', 32));
  }

  seal(secret: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${FORM}.${sealed.toString('base64url')}`;
  }

  /** Returns the secret; throws if it was not sealed for `place` with the current `API_AUTH_SALT`. */
  open(sealed: string, place: string): string {
    const [form, text] = sealed.split('.');
    const bytes = Buffer.from(text ?? '', 'base64url');
    if (form !== FORM || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('no sealed secret');
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
