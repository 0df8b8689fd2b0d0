import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';

const COST_LOG2 = 15;
const LENGTH = 32;
const SHAPE = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+={0,2})\$([\w+/]+={0,2})$/;

/** Stands for the hash of a user without a password; no password matches it. */
export const NO_PASSWORD = '';

/**
 * Returns the scrypt hash of `password` with a new salt, in the usual format that contains its cost, so that the cost can be increased
 * later.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, { cost: 2 ** COST_LOG2, blockSize: 8, parallelization: 1 });
  return `$scrypt$ln=${COST_LOG2},r=8,p=1$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Returns whether `password` matches `hash`, compared in constant time; false if `hash` is malformed. */
export async function matchesPassword(password: string, hash: string): Promise<boolean> {
  const [, cost, blockSize, parallelization, salt, expected] = SHAPE.exec(hash) ?? [];
  if (salt === undefined || expected === undefined) return false;
  const options = { cost: 2 ** Number(cost), blockSize: Number(blockSize), parallelization: Number(parallelization) };
  const actual = await derive(password, Buffer.from(salt, 'base64'), options);
  const wanted = Buffer.from(expected, 'base64');
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  const limits = { ...options, maxmem: 128 * 2 ** 20 };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, LENGTH, limits, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
