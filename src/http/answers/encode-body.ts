import { pipeline, type Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Encoding } from './choose-encoding';

/** The window of a stream is smaller than that of a library's default, whose encoder needs several megabytes for each response. */
const WINDOW_BITS = 19;
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
};
const GZIP = { level: 1 };

const [gzipWhole, brotliWhole] = [promisify(gzip), promisify(brotliCompress)];

interface Encoder {
  readonly whole: (body: string | Buffer) => Promise<Buffer>;
  /** Returns a stream that passes on all that is written to it at once, so that no row waits for later ones. */
  readonly stream: () => Transform;
}

const ENCODERS = {
  br: {
    whole: (body) => brotliWhole(body, BROTLI),
    stream: () => createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    whole: (body) => gzipWhole(body, GZIP),
    stream: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
  },
} satisfies Record<Encoding, Encoder>;

export function encodeWhole(body: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return ENCODERS[encoding].whole(body);
}

/**
 * Returns the stream in this encoding. It is read as fast as the client reads, fails when `body` fails, before the end mark of the encoding,
 * and destroys `body` when it is destroyed.
 */
export function encodeStream(body: Readable, encoding: Encoding): Readable {
  // the reader of the encoded stream receives its error
  return pipeline(body, ENCODERS[encoding].stream(), () => undefined);
}
