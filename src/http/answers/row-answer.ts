import { Readable } from 'node:stream';
import type { ResultRows } from '../../model';
import { type RowAnswerOptions, type RowText, textOf } from './row-format';

/** The result of a handler that streams rows. Formats other than JSON contain only the rows. */
export class RowAnswer {
  private counted = 0;

  constructor(
    readonly rows: ResultRows,
    readonly options: RowAnswerOptions,
  ) {}

  /** Rows printed so far. */
  get rowCount(): number {
    return 'printed' in this.rows ? this.rows.rowCount() : this.counted;
  }

  /** Adds to the number of printed rows of `rows.batches`. */
  count(rows: number): void {
    this.counted += rows;
  }
}

const BUFFERED_BYTES = 65_536;
/** First pieces below these sizes wait for the next piece: most of these responses end there, and one body costs less than a stream. */
const SHORT_ROWS = 500;
const SHORT_BYTES = 65_536;

/** Some printed rows. */
interface Piece {
  readonly text: string | Buffer;
  readonly isShort: boolean;
}

/** The printed rows, in order of arrival. */
interface Pieces {
  /** Returns the next piece with at least one row; undefined after the last. */
  readonly next: () => Promise<Piece | undefined>;
  readonly leave: () => Promise<void>;
}

/**
 * Returns the body of a response: a string or buffer when the rows end with a short first piece, else a stream that is read as fast as the
 * client reads. Destroying the stream ends the iteration of the rows. When the rows fail, the stream fails before its closing text, so that
 * the client never receives a complete response.
 */
export async function answerBody(answer: RowAnswer): Promise<string | Buffer | Readable> {
  const text = textOf(answer);
  const pieces = piecesOf(answer, text);
  const first = await pieces.next();
  if (first === undefined) return text.opening + text.closing();
  const second = first.isShort ? await pieces.next() : NOTHING;
  if (second === undefined) return join(text.opening, first.text, text.closing());
  const begin = [text.opening, first.text, ...(second === NOTHING ? [] : [text.between, second.text])];
  return Readable.from(streamText(begin, pieces, text), { objectMode: false, highWaterMark: BUFFERED_BYTES });
}

const NOTHING: Piece = { text: '', isShort: true };

async function* streamText(
  begin: readonly (string | Buffer)[],
  { next, leave }: Pieces,
  { between, closing }: RowText,
): AsyncGenerator<string | Buffer> {
  try {
    yield* begin.filter((part) => part.length > 0);
    for (let piece = await next(); piece !== undefined; piece = await next()) {
      if (typeof piece.text === 'string') {
        yield between + piece.text;
        continue;
      }
      if (between !== '') yield between;
      yield piece.text;
    }
    const end = closing();
    if (end !== '') yield end;
  } finally {
    await leave();
  }
}

function piecesOf(answer: RowAnswer, { rows: print }: RowText): Pieces {
  const { rows } = answer;
  if ('printed' in rows) return pieces(rows.printed, (text) => ({ text, isShort: text.length < SHORT_BYTES }));
  if ('packed' in rows) throw new Error('the rows of this response are those of the MySQL protocol');
  return pieces(rows.batches, (batch) => {
    answer.count(batch.length);
    return { text: print(batch), isShort: batch.length < SHORT_ROWS };
  });
}

function pieces<Part extends { readonly length: number }>(
  parts: AsyncIterable<Part>,
  pieceOf: (part: Part) => Piece,
): Pieces {
  const iterator = parts[Symbol.asyncIterator]();
  const next = async (): Promise<Piece | undefined> => {
    for (;;) {
      const result = await iterator.next();
      if (result.done === true) return undefined;
      if (result.value.length > 0) return pieceOf(result.value);
    }
  };
  const leave = async (): Promise<void> => {
    await iterator.return?.();
  };
  return { next, leave };
}

function join(opening: string, rows: string | Buffer, closing: string): string | Buffer {
  if (typeof rows === 'string') return opening + rows + closing;
  const [before, after] = [Buffer.byteLength(opening), Buffer.byteLength(closing)];
  const whole = Buffer.allocUnsafe(before + rows.length + after);
  whole.write(opening);
  rows.copy(whole, before);
  whole.write(closing, before + rows.length);
  return whole;
}
