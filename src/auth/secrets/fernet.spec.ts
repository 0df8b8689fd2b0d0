import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describeWithTestData, TEST_DATA_DIR } from '../../../test/support/services';
import { deriveFernetKey, printFernetKey } from './derive-fernet-key';
import { makeFernetToken } from './make-fernet-token';
import { openFernetToken } from './open-fernet-token';

interface Vector {
  readonly desc?: string;
  readonly token: string;
  readonly now: string;
  readonly iv?: readonly number[];
  readonly ttl_sec?: number;
  readonly src?: string;
  readonly secret: string;
}

const VECTORS = join('attack', 'fernet-spec');
const readVectors = (name: string) =>
  JSON.parse(readFileSync(join(TEST_DATA_DIR, VECTORS, `${name}.json`), 'utf8')) as Vector[];
const secondsOf = (time: string): number => Date.parse(time) / 1000;

describeWithTestData(VECTORS, 'official vectors of Fernet', () => {
  it('generates the tokens of generate.json', async () => {
    for (const { secret, src, now, iv, token } of readVectors('generate')) {
      expect(await makeFernetToken(src!, deriveFernetKey(secret), { time: now, iv: iv! })).toBe(token);
    }
  });

  it('opens the tokens of verify.json', () => {
    for (const { token, secret, src, now, ttl_sec } of readVectors('verify')) {
      const rules = { now: secondsOf(now), ttlSeconds: ttl_sec };
      expect(openFernetToken(token, deriveFernetKey(secret), rules)).toBe(src);
    }
  });

  it('rejects all eight tokens of invalid.json', () => {
    const opened = readVectors('invalid').map(({ desc, token, secret, now, ttl_sec }) => [
      desc,
      openFernetToken(token, deriveFernetKey(secret), { now: secondsOf(now), ttlSeconds: ttl_sec }),
    ]);
    expect(opened).toHaveLength(8);
    expect(opened.filter(([, text]) => text !== undefined)).toEqual([]);
  });
});

const KEY = randomBytes(32);
const NOW = 1_700_000_000;

/** Returns a token with any content, signed with the correct key. */
function forge(parts: { version?: number; made?: number; iv?: Buffer; body?: Buffer; text?: Buffer }): string {
  const iv = parts.iv ?? randomBytes(16);
  const cipher = createCipheriv('aes-128-cbc', KEY.subarray(16), iv);
  const body = parts.body ?? Buffer.concat([cipher.update(parts.text ?? Buffer.from('x')), cipher.final()]);
  const head = Buffer.alloc(9);
  head.writeUInt8(parts.version ?? 0x80);
  head.writeBigUInt64BE(BigInt(parts.made ?? NOW), 1);
  const signed = Buffer.concat([head, iv, body]);
  const mac = createHmac('sha256', KEY.subarray(0, 16)).update(signed).digest();
  const text = Buffer.concat([signed, mac]).toString('base64');
  return text.replaceAll('+', '-').replaceAll('/', '_');
}

const open = (token: string, ttlSeconds?: number) => openFernetToken(token, KEY, { now: NOW, ttlSeconds });

describe('openFernetToken', () => {
  it('opens every token that makeFernetToken returns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), async (text) => {
        expect(openFernetToken(await makeFernetToken(text, KEY), KEY, { now: Date.now() / 1000 })).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('accepts 60 seconds of clock skew, with and without a TTL', () => {
    expect([NOW + 60, NOW + 61].map((made) => open(forge({ made })))).toEqual(['x', undefined]);
    expect([NOW + 60, NOW + 61].map((made) => open(forge({ made }), 5))).toEqual(['x', undefined]);
  });

  it('applies the TTL to the second, and accepts any age without one', () => {
    expect([NOW - 30, NOW - 31].map((made) => open(forge({ made }), 30))).toEqual(['x', undefined]);
    expect(open(forge({ made: 1 }))).toBe('x');
  });

  it.each([
    ['another version', forge({ version: 0x81 })],
    ['a body that is no whole block, rightly signed', forge({ body: randomBytes(17) })],
    ['no body, rightly signed', forge({ body: Buffer.alloc(0) })],
    ['text that is not UTF-8', forge({ text: Buffer.from([0xff, 0xfe]) })],
    ['a time beyond 2^53', forge({ made: 2 ** 60 })],
    ['nothing', ''],
    ['a long token', forge({ text: Buffer.alloc(4096) })],
  ])('rejects %s', (_, token) => {
    expect(open(token)).toBeUndefined();
  });

  it('rejects the same bytes in any other encoding', () => {
    const token = forge({});
    expect(open(token)).toBe('x');
    const plain = token.replaceAll('-', '+').replaceAll('_', '/');
    for (const other of [
      `${token}=`,
      token.replaceAll('=', ''),
      ` ${token}`,
      `${token}\n`,
      plain === token ? '' : plain,
    ]) {
      expect(open(other)).toBeUndefined();
    }
  });

  it('rejects a token in which any one bit is flipped', () => {
    const bytes = Buffer.from(forge({}), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const copy = Buffer.from(bytes);
      copy[bit >> 3]! ^= 1 << (bit & 7);
      expect(open(copy.toString('base64').replaceAll('+', '-').replaceAll('/', '_'))).toBeUndefined();
    }
  });
});

describe('deriveFernetKey', () => {
  it('uses a Fernet key unchanged', () => {
    expect(deriveFernetKey(printFernetKey(KEY))).toEqual(KEY);
  });

  it.each([
    ['a sentence', 'a salt of some length'],
    ['a key without its padding', printFernetKey(KEY).slice(0, 43)],
    ['a key with too much padding', `${printFernetKey(KEY)}=`],
  ])('hashes %s', (_, salt) => {
    expect(deriveFernetKey(salt)).toEqual(createHash('sha256').update(salt).digest());
  });
});
