import { answerBody, CachedAnswer, CacheableAnswer, UnreadAnswer, WholeAnswer } from '../../http';
import type { QueryResponse } from '../running/query-spec';

/** The first rows of an answer, as objects. */
export interface FirstRows {
  readonly rows: readonly unknown[];
  /** Whether there are more rows. */
  readonly truncated: boolean;
}

const MOST_CHARACTERS = 2 ** 20;

/** Returns the first rows of an answer in NDJSON, up to `most` rows and 1 MiB. The statement on the data source ends there. */
export async function readRows(response: QueryResponse, most: number): Promise<FirstRows> {
  const rows: unknown[] = [];
  let [length, rest] = [0, ''];
  const decoder = new TextDecoder();
  for await (const piece of await piecesOf(response)) {
    const lines = (rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      length += line.length;
      if (rows.length === most || length > MOST_CHARACTERS) return { rows, truncated: true };
      rows.push(JSON.parse(line));
    }
  }
  return { rows, truncated: false };
}

async function piecesOf(response: QueryResponse): Promise<AsyncIterable<string | Buffer> | Iterable<string | Buffer>> {
  if (response instanceof UnreadAnswer) return [];
  if (response instanceof WholeAnswer) return [response.body];
  if (response instanceof CachedAnswer) return [response.whole.body];
  const body = await answerBody(response instanceof CacheableAnswer ? response.answer : response);
  return typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body;
}
