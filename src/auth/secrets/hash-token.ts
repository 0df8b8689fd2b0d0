import { hash } from 'node:crypto';

/** Returns the SHA-256 of an API token, in hexadecimal digits. SHA-256 is sufficient, because a token has 256 random bits. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Returns what is stored of an API token: the SHA-256 of the bytes of its first hash, which no log-in accepts in place of the token. */
export function hashAgain(tokenHash: string): string {
  return hash('sha256', Buffer.from(tokenHash, 'hex'));
}
