import { duplexPair } from 'node:stream';
import fc from 'fast-check';
import { PackedRows } from '../../model';
import { ByteReader, MalformedPacketError } from './byte-reader';
import { ByteWriter } from './byte-writer';
import { PacketStream, PacketTooLargeError } from './packet-stream';
import { MOST_PACKET_BYTES } from './protocol';

const LIMITS = { mostBytes: 2 ** 26, arrivalMs: 200, unreadMs: 200 };

function pair(limits = LIMITS): readonly [PacketStream, PacketStream] {
  const [one, other] = duplexPair();
  return [new PacketStream(one, limits), new PacketStream(other, limits)];
}

/** Returns rows with these payloads. */
function packed(...payloads: readonly Buffer[]): PackedRows {
  const parts = payloads.flatMap((payload) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(payload.length);
    return [length, payload];
  });
  return new PackedRows(Buffer.concat(parts), payloads.length);
}

describe('PacketStream', () => {
  it.each([0, 1, 1000, MOST_PACKET_BYTES - 1, MOST_PACKET_BYTES, MOST_PACKET_BYTES + 1, 2 * MOST_PACKET_BYTES])(
    'sends and receives a payload of %i bytes, whichever way it is written',
    async (length) => {
      const payload = Buffer.alloc(length, 'ab');
      for (const send of [
        (stream: PacketStream): void => {
          stream.write(payload);
        },
        (stream: PacketStream): void => {
          stream.print((writer) => writer.raw(payload));
        },
        (stream: PacketStream): void => {
          stream.writeRows(packed(payload));
        },
      ]) {
        const [sender, receiver] = pair();
        send(sender);
        sender.write(Buffer.from('next'));
        const sent = sender.flush();
        expect((await receiver.next())?.equals(payload)).toBe(true);
        expect(await receiver.next()).toEqual(Buffer.from('next'));
        await sent;
      }
    },
  );

  it('adds nothing of a payload that fails, and goes on with the same number', async () => {
    const [sender, receiver] = pair();
    sender.write(Buffer.from('before'));
    expect(() => {
      sender.print((writer) => {
        writer.text('half');
        throw new Error('bad value');
      });
    }).toThrow('bad value');
    sender.write(Buffer.from('after'));
    await sender.flush();
    expect([await receiver.next(), await receiver.next()].map(String)).toEqual(['before', 'after']);
  });

  it('sends packed rows of all sizes in their order', async () => {
    const [sender, receiver] = pair();
    const payloads = [10, MOST_PACKET_BYTES, 0, MOST_PACKET_BYTES + 5, 300].map((length) => Buffer.alloc(length, 'xy'));
    sender.writeRows(packed(...payloads));
    const sent = sender.flush();
    for (const payload of payloads) expect((await receiver.next())?.equals(payload)).toBe(true);
    await sent;
  });

  it.each([true, false])('numbers packets up to 255 and then from 0 again; packed: %s', async (isPacked) => {
    const [sender, receiver] = pair();
    const payloads = Array.from({ length: 600 }, (_, count) => Buffer.from(String(count)));
    if (isPacked) sender.writeRows(packed(...payloads));
    else for (const payload of payloads) sender.write(payload);
    const sent = sender.flush();
    for (let count = 0; count < 600; count++) expect(String(await receiver.next())).toBe(String(count));
    await sent;
  });

  it('rejects packets that are too large or out of order', async () => {
    const [large, limited] = pair({ ...LIMITS, mostBytes: 10 });
    large.write(Buffer.alloc(11));
    await large.flush();
    await expect(limited.next()).rejects.toThrow(PacketTooLargeError);
    const [sender, receiver] = pair();
    sender.sequence = 3;
    sender.write(Buffer.from('a'));
    await sender.flush();
    await expect(receiver.next()).rejects.toThrow(MalformedPacketError);
  });

  it('ends with the other side, and does not wait for the rest of a packet for ever', async () => {
    const [sender, receiver] = pair();
    sender.stream.end();
    expect(await receiver.next()).toBeUndefined();
    const [slow, waiting] = pair();
    slow.stream.write(Buffer.from([5, 0, 0, 0, 1, 2]));
    expect(await waiting.next()).toBeUndefined();
    expect(waiting.stream.destroyed).toBe(true);
  });

  it('gives up when nobody reads', async () => {
    const [sender] = pair({ ...LIMITS, mostBytes: 10 });
    sender.write(Buffer.alloc(2 ** 20));
    await sender.flush();
    sender.write(Buffer.alloc(2 ** 20));
    await expect(sender.flush()).rejects.toThrow('the client does not read');
  });
});

describe('ByteWriter and ByteReader', () => {
  it('agree on numbers and texts with their lengths', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.nat({ max: 2 ** 40 }))),
        (values) => {
          const writer = new ByteWriter();
          for (const value of values) {
            if (typeof value === 'string') writer.encodedText(value);
            else writer.encodedNumber(value);
          }
          const reader = new ByteReader(writer.finish());
          for (const value of values) {
            if (typeof value === 'string')
              expect(reader.encodedBytes().toString('utf8')).toBe(Buffer.from(value).toString());
            else expect(reader.encodedNumber()).toBe(value);
          }
          expect(reader.left).toBe(0);
        },
      ),
    );
  });

  it.each<[string, number[], (reader: ByteReader) => unknown]>([
    ['a number', [1], (reader) => reader.number(2)],
    ['a text', [5, 1, 2], (reader) => reader.encodedBytes()],
    ['a length', [0xfd, 1, 2], (reader) => reader.encodedNumber()],
    ['a length of NULL', [0xfb], (reader) => reader.encodedNumber()],
    ['a length beyond all packets', [0xfe, 255, 255, 255, 255, 255, 255, 255, 255], (reader) => reader.encodedBytes()],
  ])('reject %s that is not all there', (_, bytes, read) => {
    expect(() => read(new ByteReader(Buffer.from(bytes)))).toThrow(MalformedPacketError);
  });
});
