import { createHash, randomBytes } from 'node:crypto';
import { hashAgain, hashToken } from './hash-token';
import { matchScramble } from './match-scramble';

const TOKEN = `tk_${'5d'.repeat(32)}`;

const sha256 = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** Returns what a client of MySQL answers to a nonce. */
function answerOf(password: string, nonce: Buffer): Buffer {
  const first = sha256(Buffer.from(password));
  const pad = sha256(sha256(first), nonce);
  return Buffer.from(first.map((byte, index) => byte ^ (pad[index] ?? 0)));
}

describe('matchScramble', () => {
  const nonce = randomBytes(20);
  const stored = hashAgain(hashToken(TOKEN));

  it('returns the first hash of the token of the right answer', () => {
    expect(matchScramble(answerOf(TOKEN, nonce), nonce, stored)).toBe(hashToken(TOKEN));
  });

  it.each([
    ['of another token', answerOf(`${TOKEN}0`, nonce)],
    ['to another nonce', answerOf(TOKEN, randomBytes(20))],
    ['that is the stored hash', Buffer.from(stored, 'hex')],
    ['made with the stored hash as the password', answerOf(stored, nonce)],
    ['made with the first hash as the password', answerOf(hashToken(TOKEN), nonce)],
    ['that is empty', Buffer.alloc(0)],
    ['that is too short', answerOf(TOKEN, nonce).subarray(1)],
    ['that is too long', Buffer.concat([answerOf(TOKEN, nonce), Buffer.alloc(1)])],
  ])('rejects an answer %s', (_, answer) => {
    expect(matchScramble(answer, nonce, stored)).toBeUndefined();
  });

  it('rejects every answer where the stored hash is not one', () => {
    expect(matchScramble(answerOf(TOKEN, nonce), nonce, '')).toBeUndefined();
  });
});
