import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { CacheableAnswer } from './cached-answer';
import { RowAnswer } from './row-answer';
import { sendCacheable } from './send-cached';
import type { WholeAnswer } from './whole-answer';

const ROWS = new RowAnswer({ columns: [], batches: Readable.from([]) }, { format: 'json', typed: true });

function replyTo(headers: Readonly<Record<string, string>> = {}) {
  const sent: Record<string, unknown> = {};
  const reply = {
    request: { method: 'GET', headers },
    header: (name: string, value: unknown) => (sent[name] = value),
    type: (value: string) => (sent['content-type'] = value),
    code: (value: number) => (sent.status = value),
  };
  return { sent, reply: reply as unknown as FastifyReply };
}

/** Sends a body and returns the responses that are cached for it. */
function send(body: string | Readable, mostBytes = 100) {
  const kept: WholeAnswer[] = [];
  const cacheable = new CacheableAnswer(ROWS, { maxAge: 9, mostBytes, keep: (whole) => kept.push(whole) });
  const { sent, reply } = replyTo();
  return { kept, sent, body: sendCacheable(cacheable, body, reply) as Readable };
}

const pieces = (...parts: readonly (string | Buffer)[]): Readable => Readable.from(parts, { objectMode: false });

it('caches a streamed response after its last byte is read', async () => {
  const { kept, sent, body } = send(pieces('[1,', Buffer.from('"ß"'), ']'));
  expect(kept).toEqual([]);
  expect(await text(body)).toBe('[1,"ß"]');
  expect(kept.map((whole) => whole.body.toString())).toEqual(['[1,"ß"]']);
  expect(kept[0]?.body.buffer.byteLength).toBe(kept[0]?.body.length);
  expect(sent).toMatchObject({ 'x-cache': 'MISS', 'cache-control': 'private, max-age=9', age: 0 });
  expect(sent).not.toHaveProperty('etag');
});

it('does not cache a response that fails, is aborted by the client, or is too long', async () => {
  const torn = send(
    Readable.from(
      (function* () {
        yield '[1,';
        throw new Error('the data source is gone');
      })(),
    ),
  );
  await expect(text(torn.body)).rejects.toThrow('the data source is gone');
  const source = pieces('[1,', '2]');
  const left = send(source);
  for await (const piece of left.body) {
    expect(String(piece)).toBe('[1,');
    break;
  }
  expect(source.destroyed).toBe(true);
  const long = send(pieces('12345', '67890', '1'), 10);
  expect(await text(long.body)).toBe('12345678901');
  const longAtOnce = send('12345678901', 10);
  expect(longAtOnce.body).toEqual(Buffer.from('12345678901'));
  expect([torn, left, long, longAtOnce].map(({ kept }) => kept)).toEqual([[], [], [], []]);
});
