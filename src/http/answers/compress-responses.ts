import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { chooseEncoding, type Encoding, FEWEST_BYTES } from './choose-encoding';
import { encodeStream, encodeWhole } from './encode-body';

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent where responses are sent as they are. */
    readonly compressesResponses?: true;
  }
}

/** The most memory for the encoded bodies of responses that have an entity tag. */
const KEPT_BYTES = 32 * 2 ** 20;
/** XLSX, whose type contains `xml`, is compressed already. */
const COMPRESSIBLE = /^text\/|json|javascript|\bxml\b/;
/** Matches a weight of 0, by which a client may reject a body that is not encoded, however short it is. */
const REJECTS = /q=0/i;

type Body = string | Buffer | Readable;

/**
 * Compresses the bodies of responses by the `Accept-Encoding` of their requests (docs/http-api.md). Bodies with an entity tag, which
 * `encodedTag` makes for each encoding, are encoded once.
 */
export function compressResponses(instance: FastifyInstance): void {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length });
  instance.decorate('compressesResponses', true);
  instance.addHook('onSend', (request, reply, payload, done) => {
    const accept = request.headers['accept-encoding'];
    const encoding = accept === undefined || isEncoded(reply) ? undefined : encodingOf(accept, describeBody(payload, reply)); // prettier-ignore
    if (encoding === undefined) done(null, payload);
    else
      encode(payload as Body, encoding, { reply, kept }).then(
        (encoded) => { done(null, encoded); },
        (error: unknown) => { done(error as Error); },
      ); // prettier-ignore
  });
}

/** The length of a body in bytes, 0 where there is none and `Infinity` where it is not known, and its content type. */
interface BodyDescription {
  readonly length: number;
  readonly type: string;
}

/** Returns the encoding in which a body is sent to a client that sends this `Accept-Encoding`; undefined: as it is. */
export function encodingOf(accept: string, { length, type }: BodyDescription): Encoding | undefined {
  if (length === 0 || (length < FEWEST_BYTES && !REJECTS.test(accept)) || !COMPRESSIBLE.test(type)) return undefined;
  return chooseEncoding(accept, length);
}

/** Returns the entity tag of an encoding (RFC 9110, section 8.8.3.3). */
export function encodedTag(tag: string, encoding: Encoding): string {
  return `${tag.slice(0, -1)}-${encoding}"`;
}

function describeBody(payload: unknown, reply: FastifyReply): BodyDescription {
  const type = String(reply.getHeader('content-type'));
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return { length: Buffer.byteLength(payload), type };
  const isStream = payload instanceof Readable;
  return { length: isStream ? Number(reply.getHeader('content-length') ?? Infinity) : 0, type };
}

/** A part of a representation cannot be encoded either, as its place counts bytes of the whole. */
function isEncoded(reply: FastifyReply): boolean {
  return reply.hasHeader('content-encoding') || reply.hasHeader('content-range');
}

/** A response that is being sent, and the encoded bodies of earlier ones by their entity tags. */
interface Sending {
  readonly reply: FastifyReply;
  readonly kept: LRUCache<string, Buffer>;
}

/** Sets the headers of the encoded response and returns its body. */
async function encode(body: Body, encoding: Encoding, { reply, kept }: Sending): Promise<Buffer | Readable> {
  void reply.removeHeader('content-length').header('content-encoding', encoding);
  vary(reply);
  if (body instanceof Readable) return encodeStream(body, encoding);
  const tag = reply.getHeader('etag');
  if (typeof tag !== 'string') return encodeWhole(body, encoding);
  const known = kept.get(tag);
  if (known !== undefined) return known;
  const encoded = await encodeWhole(body, encoding);
  kept.set(tag, encoded);
  return encoded;
}

function vary(reply: FastifyReply): void {
  const others = String(reply.getHeader('vary') ?? '');
  if (!others.includes('accept-encoding')) void reply.header('vary', [others, 'accept-encoding'].filter(Boolean).join(', ')); // prettier-ignore
}
