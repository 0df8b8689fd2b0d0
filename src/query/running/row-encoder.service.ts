import { Injectable } from '@nestjs/common';
import { TypedFormatsService } from '../../engines';
import { answerRows, encodeXlsx, type GivenRows, type RowAnswerOptions, WholeAnswer } from '../../http';
import {
  type Cell,
  ENCODED_FORMATS,
  type EncodedFormat,
  type NestedCell,
  type ResultRows,
  ROW_FORMAT_TYPES,
  type RowFormat,
  type RowStream,
} from '../../model';

type Rows = RowStream<Cell | NestedCell>;

/** Yields the bytes of a response; ending the iteration ends that of the rows. */
type Encode = (rows: Rows) => AsyncIterable<Buffer>;

/** Encodes rows in the formats that are not printed row by row. */
@Injectable()
export class RowEncoderService {
  private readonly encoders: Readonly<Record<EncodedFormat, Encode>>;

  constructor(typed: TypedFormatsService) {
    this.encoders = { xlsx: encodeXlsx, parquet: (rows) => typed.parquet(rows), arrow: (rows) => typed.arrow(rows) };
  }

  /** Returns the rows as the bytes of a response if the format is an encoded one, else unchanged. */
  encode(rows: ResultRows, format: RowFormat): ResultRows {
    if (!isEncoded(format) || !('batches' in rows)) return rows;
    const { columns, batches } = rows;
    let count = 0;
    async function* counted(): AsyncGenerator<readonly (readonly (Cell | NestedCell)[])[]> {
      for await (const batch of batches) {
        count += batch.length;
        yield batch;
      }
    }
    const printed = this.encoders[format]({ columns, batches: counted() });
    return { columns, printed, rowCount: () => count };
  }

  /** Returns rows in memory as a complete response, like `answerRows`. */
  async answerRows(
    given: GivenRows,
    options: Pick<RowAnswerOptions, 'format' | 'columns'>,
    members: Readonly<Record<string, unknown>> = {},
  ): Promise<WholeAnswer> {
    const { format } = options;
    if (!isEncoded(format)) return answerRows(given, options, members);
    const batches = (async function* () {
      await Promise.resolve();
      yield given.rows;
    })();
    const pieces: Buffer[] = [];
    for await (const piece of this.encoders[format]({ columns: given.columns, batches })) pieces.push(piece);
    return WholeAnswer.of(ROW_FORMAT_TYPES[format].contentType, pieces, given.rows.length);
  }
}

function isEncoded(format: RowFormat): format is EncodedFormat {
  return ENCODED_FORMATS.has(format);
}
