import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { trials } from '../../../test/support/trials';
import { type BoundValue } from '../../model';
import { bindMySqlValue } from './bind-value';
import { executePacket } from './execute-packet';

/** The driver's own message class, which its package does not export. */
type DriverPacket = new (
  id: number,
  parameters: readonly unknown[],
  charset: number,
  timezone: string,
  attributes: undefined,
  flags: number,
) => { toPacket(): { readonly buffer: Buffer } };
// eslint-disable-next-line @typescript-eslint/no-require-imports -- by its path alone
const DriverExecute = require(join(dirname(require.resolve('mysql2')), 'lib/packets/execute.js')) as DriverPacket;

const UTF8MB4 = 224;
const QUERY_ATTRIBUTES = 0x08000000;

const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(250, 251, 65_534, 65_536, 70_000).map((length) => 'ä'.repeat(length / 2))); // prettier-ignore
const integers = fc.oneof(
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }),
  fc.maxSafeInteger().map(BigInt),
  fc.constantFrom(0n, -1n, 2n ** 31n, -(2n ** 31n), 2n ** 32n, -(2n ** 32n) - 1n, 2n ** 53n, -(2n ** 53n), 2n ** 63n, 2n ** 63n - 1n, -(2n ** 63n), -(2n ** 63n) - 1n, 2n ** 64n - 1n, 2n ** 64n), // prettier-ignore
);
const values: fc.Arbitrary<BoundValue> = fc.oneof(
  fc.constant<BoundValue>({ type: 'null', text: '' }),
  fc.constantFrom('true', 'false', '1', '0').map((text): BoundValue => ({ type: 'boolean', text })),
  integers.map((value): BoundValue => ({ type: 'integer', text: String(value) })),
  fc.constant<BoundValue>({ type: 'integer', text: '007' }),
  fc.double({ noNaN: true }).map((value): BoundValue => ({ type: 'double', text: String(value) })),
  fc.uint8Array({ maxLength: 300 }).map((bytes): BoundValue => ({ type: 'binary', text: Buffer.from(bytes).toString('hex') })), // prettier-ignore
  fc.tuple(fc.constantFrom<BoundValue['type']>('string', 'decimal', 'date', 'time', 'timestamp'), texts).map(([type, text]): BoundValue => ({ type, text })), // prettier-ignore
);

/** Returns everything after the header, which the driver writes when it sends the message. */
const bodyOf = (buffer: Buffer | undefined): string | undefined => buffer?.subarray(4).toString('hex');

describe('executePacket', () => {
  it.each([
    ['a server that counts parameters', QUERY_ATTRIBUTES],
    ['any other server', 0],
  ])('builds the same message as the driver for %s', (_, flags) => {
    const parameters = fc.array(values, { maxLength: 20 });
    fc.assert(
      fc.property(fc.nat(), parameters, (id, bound) => {
        const driver = new DriverExecute(id, bound.map(bindMySqlValue), UTF8MB4, 'Z', undefined, flags).toPacket();
        expect(bodyOf(executePacket(id, bound, flags !== 0)?.buffer)).toBe(bodyOf(driver.buffer));
      }),
      { numRuns: trials(500) },
    );
  });

  it('writes the length and the sequence number into the header', () => {
    const packet = executePacket(7, [{ type: 'string', text: 'x'.repeat(70_000) }], false);
    packet?.writeHeader(3);
    expect(packet?.length()).toBe(packet?.buffer.length);
    expect(packet?.buffer.readUIntLE(0, 3)).toBe((packet?.length() ?? 0) - 4);
    expect(packet?.buffer[3]).toBe(3);
  });

  it('returns undefined when the values need several packets', () => {
    expect(executePacket(7, [{ type: 'string', text: 'x'.repeat(2 ** 24) }], false)).toBeUndefined();
  });
});
