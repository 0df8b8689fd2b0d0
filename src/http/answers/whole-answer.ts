import { createHash } from 'node:crypto';
import { type Cell, type OutputColumn, ROW_FORMAT_TYPES } from '../../model';
import { type RowAnswerOptions, textOf } from './row-format';

/** A complete response that can be sent again. */
export class WholeAnswer {
  private tag: string | undefined;

  constructor(
    readonly contentType: string,
    readonly body: Buffer,
    /** The number of rows, for the audit log. */
    readonly rowCount: number,
  ) {}

  /** Copies the pieces to a buffer of their own, outside of Node's pool, so that its length is the memory that it occupies. */
  static of(contentType: string, pieces: readonly (string | Buffer)[], rowCount: number): WholeAnswer {
    const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    const bytes = Buffer.allocUnsafeSlow(length);
    let end = 0;
    for (const piece of pieces) end += typeof piece === 'string' ? bytes.write(piece, end) : piece.copy(bytes, end);
    return new WholeAnswer(contentType, bytes, rowCount);
  }

  /** A strong entity tag (RFC 9110, section 8.8.3): equal only for equal bytes. */
  get etag(): string {
    return (this.tag ??= `"${createHash('sha256').update(this.contentType).update(this.body).digest('base64url')}"`);
  }
}

/** Rows in memory. */
export interface GivenRows {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Returns rows in memory as a complete response. A JSON response has the `members` in addition. */
export function answerRows(
  { columns, rows }: GivenRows,
  { format, columns: areDescribed }: Pick<RowAnswerOptions, 'format' | 'columns'>,
  members: Readonly<Record<string, unknown>> = {},
): WholeAnswer {
  const text = textOf({ rows: { columns }, options: { format, typed: true, columns: areDescribed, before: members } });
  const printed = rows.length === 0 ? '' : text.rows(rows);
  return WholeAnswer.of(ROW_FORMAT_TYPES[format].contentType, [text.opening, printed, text.closing()], rows.length);
}
