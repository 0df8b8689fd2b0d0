import { createHash, timingSafeEqual } from 'node:crypto';

/** The bytes of a nonce of `caching_sha2_password`, and of the answer of a client. */
export const NONCE_BYTES = 20;
const ANSWER_BYTES = 32;

/**
 * Returns the SHA-256 of the token that a client proved to know, or undefined. The client answers with
 * `SHA256(token) XOR SHA256(SHA256(SHA256(token)) + nonce)` (MySQL manual, "Caching SHA-2 pluggable authentication"), so the stored second
 * hash suffices to check it. `answer` and `nonce` must have their lengths.
 */
export function matchScramble(answer: Buffer, nonce: Buffer, secondHash: string): string | undefined {
  if (answer.length !== ANSWER_BYTES || nonce.length !== NONCE_BYTES) return undefined;
  const stored = Buffer.from(secondHash, 'hex');
  const pad = createHash('sha256').update(stored).update(nonce).digest();
  const first = Buffer.from(answer.map((byte, index) => byte ^ (pad[index] ?? 0)));
  const again = createHash('sha256').update(first).digest();
  return again.length === stored.length && timingSafeEqual(again, stored) ? first.toString('hex') : undefined;
}
