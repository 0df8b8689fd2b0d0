import { type Cell, type NestedCell, packedText } from '../../model';
import { ByteWriter } from './byte-writer';
import type { SentColumn } from './column-type';
import { CAPABILITY } from './protocol';

const NULL_VALUE = 0xfb;

/** The end of a result or of a command. */
export interface Ending {
  readonly status: number;
  readonly warnings: number;
  readonly affectedRows?: number;
}

/** Returns the packet that confirms a command without rows. */
export function okPacket({ status, warnings, affectedRows = 0 }: Ending, header = 0x00): Buffer {
  return new ByteWriter()
    .number(header, 1)
    .encodedNumber(affectedRows)
    .encodedNumber(0)
    .number(status, 2)
    .number(warnings, 2)
    .finish();
}

/** Returns the packet that ends rows, in the form that the client understands. */
export function endPacket(ending: Ending, capabilities: number): Buffer {
  return endsWithoutEof(capabilities) ? okPacket(ending, 0xfe) : eofPacket(ending);
}

/** Returns whether the client expects no EOF packets: neither after columns nor after rows. */
export function endsWithoutEof(capabilities: number): boolean {
  return (capabilities & CAPABILITY.withoutEof) !== 0;
}

/** Returns the packet that separates columns from rows, and ends rows for older clients. */
export function eofPacket({ status, warnings }: Ending): Buffer {
  return new ByteWriter().number(0xfe, 1).number(warnings, 2).number(status, 2).finish();
}

/** Returns the packet of an error. `state` has five characters (SQLSTATE). */
export function errorPacket(error: {
  readonly number: number;
  readonly state: string;
  readonly message: string;
}): Buffer {
  return new ByteWriter().number(0xff, 1).number(error.number, 2).text(`#${error.state}`).text(error.message).finish();
}

/** Writes the packet that describes a column. `hasDefault` adds an empty default value, as in the answer to COM_FIELD_LIST. */
export function writeColumn(writer: ByteWriter, column: SentColumn, { table, hasDefault = false }: ColumnPlace): void {
  writer
    .encodedText('def')
    .encodedText(table.database)
    .encodedText(table.name)
    .encodedText(table.name)
    .encodedText(column.name)
    .encodedText(column.name)
    .encodedNumber(0x0c)
    .number(column.charset, 2)
    .number(column.length, 4)
    .number(column.type, 1)
    .number(column.flags, 2)
    .number(column.decimals, 1)
    .number(0, 2);
  if (hasDefault) writer.number(NULL_VALUE, 1);
}

/** Where a column is described. */
export interface ColumnPlace {
  readonly table: { readonly database: string; readonly name: string };
  readonly hasDefault?: boolean;
}

/** Adds a row as text to a writer. */
export function writeTextRow(writer: ByteWriter, row: readonly (Cell | NestedCell)[]): void {
  for (const cell of row) {
    if (cell === null) writer.number(NULL_VALUE, 1);
    else writer.encodedText(textOf(cell));
  }
}

/** Returns a value as text. */
export function textOf(cell: Exclude<Cell, null> | NestedCell): string {
  return typeof cell === 'object' ? cell.print(JSON.stringify) : packedText(cell);
}
