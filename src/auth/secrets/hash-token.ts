import { hash } from 'node:crypto';

/** Returns what is stored of an API token. SHA-256 is sufficient, because a token has 256 random bits. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
