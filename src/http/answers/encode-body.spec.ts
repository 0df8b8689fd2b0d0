import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { ENCODINGS, type Encoding } from './choose-encoding';
import { encodeStream, encodeWhole } from './encode-body';

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } satisfies Record<Encoding, unknown>;
/** Decodes what has arrived of a stream. */
const UNFINISHED = {
  br: { finishFlush: constants.BROTLI_OPERATION_FLUSH },
  gzip: { finishFlush: constants.Z_SYNC_FLUSH },
} satisfies Record<Encoding, unknown>;

const TEXT = '{"name":"Zürich","population":"443037"},'.repeat(5000);

const closed = (stream: Readable): Promise<void> => new Promise((resolve) => stream.once('close', resolve));

async function* rows(count: number): AsyncGenerator<string> {
  for (let row = 0; row < count; row++) yield await Promise.resolve(`{"row":"${row}"}\n`.repeat(1000));
}

describe.each(ENCODINGS)('the encoding %s', (encoding) => {
  const decode = DECODERS[encoding];

  it('makes a body shorter, and keeps it', async () => {
    for (const body of [TEXT, Buffer.from(TEXT)]) {
      const encoded = await encodeWhole(body, encoding);
      expect(encoded.length).toBeLessThan(TEXT.length / 10);
      expect(decode(encoded).toString()).toBe(TEXT);
    }
  });

  it('keeps a stream', async () => {
    const encoded = await buffer(encodeStream(Readable.from(rows(50), { objectMode: false }), encoding));
    const expected = await buffer(Readable.from(rows(50), { objectMode: false }));
    expect(decode(encoded).equals(expected)).toBe(true);
  });

  it('passes on each piece before the next one exists', async () => {
    const source = new Readable({ read: () => undefined });
    const encoded = encodeStream(source, encoding);
    let received = Buffer.alloc(0);
    for (const piece of ['{"data":[', '{"name":"Fiji"}', ',{"name":"Palau"}']) {
      source.push(piece);
      const before = received.length === 0 ? '' : decode(received, UNFINISHED[encoding]).toString();
      while (received.length === 0 || decode(received, UNFINISHED[encoding]).toString() === before) {
        const [chunk] = (await once(encoded, 'data')) as [Buffer];
        received = Buffer.concat([received, chunk]);
      }
      expect(decode(received, UNFINISHED[encoding]).toString()).toBe(before + piece);
    }
    encoded.destroy();
    await closed(source);
  });

  it('is incomplete where the stream fails', async () => {
    const failure = new Error('the data source is gone');
    const source = new Readable({ read: () => undefined });
    const encoded = encodeStream(source, encoding);
    const received: Buffer[] = [];
    encoded.on('data', (chunk: Buffer) => received.push(chunk));
    source.push(TEXT);
    await once(encoded, 'data');
    const failed = once(encoded, 'error');
    source.destroy(failure);
    expect(await failed).toEqual([failure]);
    expect(encoded.readableEnded).toBe(false);
    expect(() => decode(Buffer.concat(received))).toThrow();
  });

  it('ends the rows when its reader leaves', async () => {
    const left = jest.fn();
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield await Promise.resolve(TEXT);
      } finally {
        left();
      }
    }
    const source = Readable.from(endless(), { objectMode: false });
    const encoded = encodeStream(source, encoding);
    await once(encoded, 'data');
    encoded.destroy();
    await closed(source);
    expect(left).toHaveBeenCalledTimes(1);
  });

  it('reads no more than its reader', async () => {
    let read = 0;
    async function* random(): AsyncGenerator<Buffer> {
      for (;;) {
        read++;
        yield await Promise.resolve(Buffer.from(Array.from({ length: 65_536 }, () => Math.random() * 256)));
      }
    }
    const encoded = encodeStream(Readable.from(random(), { objectMode: false }), encoding);
    await once(encoded, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(read).toBeLessThan(10);
    encoded.destroy();
  });
});
