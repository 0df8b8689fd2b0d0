import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ROW_FORMAT_TYPES } from '../../model';
import { type CacheableAnswer, CachedAnswer, type CacheNote, type UnreadAnswer } from './cached-answer';
import { encodedTag, encodingOf } from './compress-responses';
import { setType } from './row-format';
import { WholeAnswer } from './whole-answer';

/** The request headers that affect the response. */
const VARY = 'x-api-key, authorization, accept, accept-encoding, nested';

/**
 * Sets the headers of a cached response and returns its body; undefined, with status 304, where the client has it (RFC 9110, section
 * 13.1.2).
 */
export function sendCached({ whole, note }: CachedAnswer, reply: FastifyReply): Buffer | undefined {
  noteCache(reply, note);
  if (isRead(reply)) {
    const etag = etagOf(whole, reply);
    void reply.header('etag', etag);
    if (holds(reply.request.headers['if-none-match'], etag)) {
      void reply.code(304);
      return undefined;
    }
  }
  setType(reply, whole.contentType);
  return whole.body;
}

/** Returns the body of a response and caches it once it is complete: at once if it is short, else when its last byte is read. */
export function sendCacheable(
  { answer, options: { maxAge, mostBytes, keep } }: CacheableAnswer,
  body: string | Buffer | Readable,
  reply: FastifyReply,
): Buffer | Readable | undefined {
  const { contentType } = ROW_FORMAT_TYPES[answer.options.format];
  const wholeOf = (pieces: readonly (string | Buffer)[]): WholeAnswer =>
    WholeAnswer.of(contentType, pieces, answer.rowCount);
  const note = { cache: 'MISS', maxAge, age: 0 } as const;
  if (body instanceof Readable) {
    noteCache(reply, note);
    setType(reply, contentType);
    const collected = collect(body, mostBytes, (pieces) => {
      keep(wholeOf(pieces));
    });
    return Readable.from(collected, { objectMode: false });
  }
  const whole = wholeOf([body]);
  if (whole.body.length <= mostBytes) keep(whole);
  return sendCached(new CachedAnswer(whole, note), reply);
}

/** Sets the headers of a response with rows that does not depend on them, and sends no body. */
export function sendUnread({ format, maxAge }: UnreadAnswer, reply: FastifyReply): void {
  if (maxAge > 0) noteCache(reply, { cache: 'MISS', maxAge, age: 0 });
  setType(reply, ROW_FORMAT_TYPES[format].contentType);
}

/** Returns whether the response represents a URL, which entity tags and lifetimes describe; the response to a POST does not. */
function isRead({ request }: FastifyReply): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

function noteCache(reply: FastifyReply, { cache, maxAge, age }: CacheNote): void {
  void reply.header('x-cache', cache);
  if (age > 0 || maxAge > 0) void reply.header('age', age);
  if (!isRead(reply)) return;
  void reply.header('cache-control', maxAge > 0 ? `private, max-age=${maxAge}` : 'private, no-cache');
  void reply.header('vary', VARY);
}

/** Returns the entity tag of the response in the encoding in which it is sent. */
function etagOf({ etag, body, contentType: type }: WholeAnswer, { request, server }: FastifyReply): string {
  const accept = request.headers['accept-encoding'];
  if (accept === undefined || server.compressesResponses === undefined) return etag;
  const encoding = encodingOf(accept, { length: body.length, type });
  return encoding === undefined ? etag : encodedTag(etag, encoding);
}

function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/** Yields the pieces unchanged, and passes all of them to `take` after the last if they have at most `most` bytes. */
async function* collect(
  body: Readable,
  most: number,
  take: (pieces: readonly (string | Buffer)[]) => void,
): AsyncGenerator<string | Buffer> {
  const pieces: (string | Buffer)[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<string | Buffer>) {
    length += Buffer.byteLength(piece);
    if (length <= most) pieces.push(piece);
    else pieces.length = 0;
    yield piece;
  }
  if (length <= most) take(pieces);
}
