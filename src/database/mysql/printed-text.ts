import { type FieldPacket } from 'mysql2';
import { type OutputColumn, type RowPrinting } from '../../model';
import { ByteSink } from '../printing/byte-sink';
import { CellRows, type Pieces, type RowReader } from './cell-rows';
import { mySqlRowPrinter } from './print-mysql-rows';
import { type RowPacket } from './print-mysql-values';

const PIECE_BYTES = 65_536;

/** A command of the driver that runs a prepared statement: it makes the parser of its rows when their fields are known. */
interface Execution {
  buildParserFromFields?: (fields: readonly FieldPacket[], connection: unknown) => RowParser;
}
type RowParser = new () => { next(packet: RowPacket): unknown };

/** How rows are printed, and what is told of each. */
export interface CountedPrinting {
  readonly printing: RowPrinting;
  readonly onRow: () => void;
}

/**
 * Rows as text, made of the packets as they come: in the place of the driver's parser stands one that prints. Where that
 * cannot print a column, and where the server prepares nothing, the driver's rows are made cells and these are printed.
 */
export class PrintedText implements RowReader {
  readonly comparable = [];
  private readonly sink = new ByteSink();
  private readonly cells: CellRows;
  private fields: readonly FieldPacket[] = [];
  private isPrinting = true;

  constructor(
    private readonly pieces: Pieces<Buffer>,
    private readonly columns: readonly OutputColumn[],
    private readonly counted: CountedPrinting,
  ) {
    this.cells = new CellRows({ push: (batch) => { pieces.push(Buffer.from(counted.printing.print(batch))); } }, columns); // prettier-ignore
  }

  readonly attach = (command: Execution): void => {
    const makeParser = command.buildParserFromFields?.bind(command);
    if (makeParser === undefined) return;
    command.buildParserFromFields = (fields, connection) => this.makePrinter(fields) ?? makeParser(fields, connection);
  };

  begin(fields: readonly FieldPacket[]): void {
    this.fields = fields;
  }

  add(row: readonly unknown[]): void {
    if (this.isPrinting) this.cells.begin(this.fields);
    this.isPrinting = false;
    this.cells.add(row);
    this.counted.onRow();
  }

  end(): void {
    this.cells.end();
    if (this.sink.length > 0) this.pieces.push(this.sink.take());
  }

  private makePrinter(fields: readonly FieldPacket[]): RowParser | undefined {
    const { onRow, printing } = this.counted;
    const print = mySqlRowPrinter(fields, this.columns, printing);
    if (print === undefined) return undefined;
    const { sink, pieces } = this;
    const next = (packet: RowPacket): void => {
      print(packet, sink);
      onRow();
      if (sink.length >= PIECE_BYTES) pieces.push(sink.take());
    };
    return constructorOf({ next });
  }
}

/** The driver makes its parser with `new`; a class for each execution would cost more than its rows. */
function constructorOf(parser: InstanceType<RowParser>): RowParser {
  return function () {
    return parser;
  } as unknown as RowParser;
}
