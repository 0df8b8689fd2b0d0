import { Readable } from 'node:stream';
import type { RowAnswer } from './row-answer';
import { ROW_FORMATS } from './row-format';

const BUFFERED_BYTES = 65_536;

/**
 * The bytes of an answer, made as fast as the client reads. Destroying the stream ends the iteration of the rows; a failure of the rows
 * fails the stream before its closing text, so that what was sent is never a whole answer (design 1).
 */
export function streamRows(answer: RowAnswer): Readable {
  return Readable.from(textOf(answer), { objectMode: false, highWaterMark: BUFFERED_BYTES });
}

async function* textOf(answer: RowAnswer): AsyncGenerator<string> {
  const text = ROW_FORMATS[answer.options.format].textOf(answer);
  let before = text.opening;
  let sent = false;
  for await (const batch of answer.rows.batches) {
    if (batch.length === 0) continue;
    yield before + text.rows(batch);
    before = text.between;
    sent = true;
  }
  const end = (sent ? '' : text.opening) + text.closing();
  if (end !== '') yield end;
}
