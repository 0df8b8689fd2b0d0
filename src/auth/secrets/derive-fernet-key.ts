import { createHash } from 'node:crypto';

/**
 * Returns the 32 bytes from which all keys of the service derive: `API_AUTH_SALT` if it is a Fernet key, else the SHA-256 of its UTF-8
 * bytes (docs/http-api.md).
 */
export function deriveFernetKey(salt: string): Buffer {
  return isFernetKey(salt) ? Buffer.from(salt, 'base64url') : createHash('sha256').update(salt, 'utf8').digest();
}

/** Returns a key in the format of Fernet: 32 bytes in URL-safe base64 with padding. */
export function printFernetKey(key: Buffer): string {
  return `${key.toString('base64url')}=`;
}

function isFernetKey(salt: string): boolean {
  const bytes = Buffer.from(salt, 'base64url');
  return bytes.length === 32 && printFernetKey(bytes) === salt;
}
