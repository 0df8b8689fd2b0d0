import { ServiceError } from '../../../errors';
import { type Cell, type NestedCell, numberNames, type OutputColumn, type RowStream } from '../../../model';
import { type PrintSheetCell, sheetCellPrinter, textElement } from './print-sheet-cell';
import { SHEET, sheetPath, workbookParts } from './workbook-parts';
import { ZipWriter } from './zip-writer';

/** The size of a sheet. */
export interface SheetLimits {
  /** Rows, with the header. */
  readonly rows: number;
  /** Characters of its XML: those of one batch may follow, and the bytes of an entry of an archive are less than 4 GiB. */
  readonly characters: number;
}

/** The size of a sheet in Excel ("Excel specifications and limits"); a character has up to three bytes. */
const LIMITS: SheetLimits = { rows: 1_048_576, characters: 1_000_000_000 };
const MOST_COLUMNS = 16_384;
/** Shorter pieces wait for more rows. */
const PIECE_BYTES = 65_536;

/**
 * Yields the bytes of an XLSX workbook with these rows below a header. Further sheets, with the same header, have the rows that do not fit in the
 * first one. Ends the iteration of the rows when it is ended. Throws `format_bad_value` for what a sheet cannot hold; a workbook without its
 * last piece is unreadable.
 */
export async function* encodeXlsx(
  { columns, batches }: Pick<RowStream<Cell | NestedCell>, 'columns' | 'batches'>,
  limits = LIMITS,
): AsyncGenerator<Buffer> {
  const zip = new ZipWriter();
  const book = new Workbook(columns, zip, limits);
  try {
    for await (const batch of batches) {
      await book.write(batch);
      if (zip.length >= PIECE_BYTES) yield zip.take();
    }
    await book.finish();
    yield zip.take();
  } finally {
    zip.close();
  }
}

class Workbook {
  private readonly letters: readonly string[];
  private readonly printers: readonly PrintSheetCell[];
  private sheets = 0;
  private rows = 0;
  private characters = 0;

  constructor(
    private readonly columns: readonly OutputColumn[],
    private readonly zip: ZipWriter,
    private readonly limits: SheetLimits,
  ) {
    this.letters = columns.map((_, index) => lettersOf(index));
    this.printers = columns.map(sheetCellPrinter);
  }

  async write(batch: readonly (readonly (Cell | NestedCell)[])[]): Promise<void> {
    for (let from = 0; from < batch.length;) {
      if (this.sheets === 0 || this.isFull()) await this.beginSheet();
      const to = Math.min(batch.length, from + this.limits.rows - this.rows);
      await this.writeText(batch.slice(from, to).map((row) => this.printRow(row)).join('')); // prettier-ignore
      from = to;
    }
  }

  /** Ends the last sheet and writes the other parts. */
  async finish(): Promise<void> {
    if (this.sheets === 0) await this.beginSheet();
    await this.endSheet();
    for (const [path, text] of workbookParts(this.sheets)) {
      this.zip.begin(path);
      await this.zip.write(text);
      await this.zip.end();
    }
    this.zip.finish();
  }

  private isFull(): boolean {
    return this.rows >= this.limits.rows || this.characters >= this.limits.characters;
  }

  private async beginSheet(): Promise<void> {
    if (this.columns.length > MOST_COLUMNS)
      throw new ServiceError('format_bad_value', `a sheet of XLSX has at most ${MOST_COLUMNS} columns`);
    if (this.sheets > 0) await this.endSheet();
    this.zip.begin(sheetPath(++this.sheets));
    this.rows = 1;
    this.characters = 0;
    const names = numberNames(this.columns.map(({ name }) => name));
    const header = names.map((name, index) => textElement(name, `${this.letters[index] ?? ''}1`, name));
    await this.writeText(`${SHEET.opening}<row r="1">${header.join('')}</row>`);
  }

  private async endSheet(): Promise<void> {
    await this.zip.write(SHEET.closing);
    await this.zip.end();
  }

  private async writeText(text: string): Promise<void> {
    this.characters += text.length;
    await this.zip.write(text);
  }

  private printRow(row: readonly (Cell | NestedCell)[]): string {
    const number = ++this.rows;
    let text = `<row r="${number}">`;
    this.printers.forEach((print, index) => {
      text += print(row[index] ?? null, `${this.letters[index] ?? ''}${number}`);
    });
    return `${text}</row>`;
  }
}

/** Returns the letters of a column: A to Z, then AA. */
function lettersOf(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? '' : lettersOf(rest - 1)) + String.fromCharCode(65 + (index % 26));
}
