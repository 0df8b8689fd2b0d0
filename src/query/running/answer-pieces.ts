import { answerBody, CachedAnswer, CacheableAnswer, UnreadAnswer, WholeAnswer } from '../../http';
import type { QueryResponse } from './query-spec';

type Piece = string | Buffer;

/** The body of an answer, for readers other than the client of the request. */
export interface AnswerPieces {
  readonly pieces: AsyncIterable<Piece> | Iterable<Piece>;
  /** Returns the number of rows in the pieces that were read. */
  readonly rowCount: () => number;
}

/** Returns the body of an answer. The statement on the data source ends when the iteration does. */
export async function answerPieces(response: QueryResponse): Promise<AnswerPieces> {
  if (response instanceof UnreadAnswer) return { pieces: [], rowCount: () => 0 };
  if (response instanceof WholeAnswer) return wholePieces(response);
  if (response instanceof CachedAnswer) return wholePieces(response.whole);
  const answer = response instanceof CacheableAnswer ? response.answer : response;
  const body = await answerBody(answer);
  const pieces = typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body;
  return { pieces, rowCount: () => answer.rowCount };
}

function wholePieces({ body, rowCount }: WholeAnswer): AnswerPieces {
  return { pieces: [body], rowCount: () => rowCount };
}
