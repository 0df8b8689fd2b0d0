import { createHash } from 'node:crypto';

/** The 32 bytes behind every key of the service: `API_AUTH_SALT` where it is a Fernet key, else SHA-256 of its UTF-8 bytes (docs/http-api.md). */
export function deriveFernetKey(salt: string): Buffer {
  return isFernetKey(salt) ? Buffer.from(salt, 'base64url') : createHash('sha256').update(salt, 'utf8').digest();
}

/** How Fernet writes a key: 32 bytes in URL-safe base64 with its padding. */
export function printFernetKey(key: Buffer): string {
  return `${key.toString('base64url')}=`;
}

function isFernetKey(salt: string): boolean {
  const bytes = Buffer.from(salt, 'base64url');
  return bytes.length === 32 && printFernetKey(bytes) === salt;
}
