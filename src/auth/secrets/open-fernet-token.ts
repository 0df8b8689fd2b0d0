import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

const VERSION = 0x80;
const LONGEST_TOKEN = 4096;
/** Version, time, IV and MAC occupy 57 bytes; the ciphertext at least one block of 16. */
const SHORTEST = 73;
const BLOCK = 16;
const CLOCK_SKEW_SECONDS = 60;

export interface FernetRules {
  /** Seconds since 1970. */
  readonly now: number;
  /** Absent: tokens do not expire. */
  readonly ttlSeconds?: number | undefined;
}

/**
 * Returns the content of a Fernet token; undefined if the token is invalid. Stricter than the package `fernet`, which accepts other
 * spellings of base64, broken blocks and broken padding: checks the format, then the MAC in constant time, then the age, then the content.
 */
export function openFernetToken(token: string, key: Buffer, rules: FernetRules): string | undefined {
  const bytes = readShape(token);
  if (bytes === undefined || !isSigned(bytes, key) || !isTimely(bytes, rules)) return undefined;
  return decrypt(bytes, key);
}

function readShape(token: string): Buffer | undefined {
  if (token.length > LONGEST_TOKEN) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const canonical = bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_') === token;
  const fits = bytes.length >= SHORTEST && (bytes.length - SHORTEST) % BLOCK === 0;
  return canonical && fits && bytes[0] === VERSION ? bytes : undefined;
}

function isSigned(bytes: Buffer, key: Buffer): boolean {
  const mac = createHmac('sha256', key.subarray(0, 16)).update(bytes.subarray(0, -32)).digest();
  return timingSafeEqual(mac, bytes.subarray(-32));
}

function isTimely(bytes: Buffer, { now, ttlSeconds }: FernetRules): boolean {
  const made = Number(bytes.readBigUInt64BE(1));
  return made <= now + CLOCK_SKEW_SECONDS && (ttlSeconds === undefined || made + ttlSeconds >= now);
}

function decrypt(bytes: Buffer, key: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-128-cbc', key.subarray(16), bytes.subarray(9, 25));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(25, -32)), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    return undefined;
  }
}
