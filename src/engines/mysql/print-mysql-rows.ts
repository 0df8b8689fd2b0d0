import { type Cell, type OutputColumn, type RowPrinting } from '../../model';
import { MOST_BYTES_OF_TEXT, type TextSink } from '../printing/byte-sink';
import { LastMade } from '../printing/last-made';
import { frameOf, type ObservedPrinting } from '../printing/observed-printing';
import { type ResultField, typesOf } from './field-types';
import { valuePrinter } from './print-mysql-values';
import { cellReader, RESERVED_BITS, type RowPacket } from './read-mysql-values';

/** The most bytes of a printed number, date or time, with its quotes. */
const LONGEST_SCALAR = 64;

/** A function that prints a row and stores the cells of the observed columns in `row`. */
export type PrintRow = (packet: RowPacket, sink: TextSink, row: Cell[]) => void;

/**
 * Returns a printer for rows with these fields, whose output equals that of `printing.print` for their cells, byte for byte; undefined if a
 * column has a type that can only be read as a cell. The rows are those of the binary protocol (MySQL Internals, "Binary Protocol Resultset
 * Row").
 */
export function mySqlRowPrinter(
  fields: readonly ResultField[],
  columns: readonly OutputColumn[],
  { printing, observed }: ObservedPrinting,
): PrintRow | undefined {
  const from = `${typesOf(fields)} ${observed.join()}`;
  return printers.of(printing, from, () => makePrinter(fields, columns, { printing, observed }));
}

const printers = new LastMade<RowPrinting, PrintRow | undefined>();

function makePrinter(
  fields: readonly ResultField[],
  columns: readonly OutputColumn[],
  how: ObservedPrinting,
): PrintRow | undefined {
  const { separator: between, terminator: behind } = how.printing;
  const printers = fields.map((field, index) => columnPrinter(field, columns[index]?.type ?? 'unknown', index, how));
  if (printers.includes(undefined)) return undefined;
  const values = printers.flatMap((print, index) => {
    const { key, none } = frameOf(how.printing, index);
    const bit = index + RESERVED_BITS;
    return print === undefined ? [] : [{ print, key, none, byte: bit >> 3, mask: 1 << (bit & 7) }];
  });
  const [separator, terminator] = [Buffer.from(between), Buffer.from(behind)];
  const bitmapBytes = Math.floor((values.length + RESERVED_BITS + 7) / 8);
  const around = separator.length + terminator.length;
  const fixed = values.reduce((sum, { key }) => sum + key.length + LONGEST_SCALAR, around);
  return (packet, sink, row) => {
    sink.reserve(fixed + MOST_BYTES_OF_TEXT * (packet.end - packet.offset));
    if (sink.length > 0) sink.copy(separator);
    const bitmap = packet.offset + 1;
    packet.offset = bitmap + bitmapBytes;
    for (const { print, key, none, byte, mask } of values) {
      sink.copy(key);
      if (((packet.buffer[bitmap + byte] ?? 0) & mask) !== 0) sink.copy(none);
      else print(packet, sink, row);
    }
    sink.copy(terminator);
  };
}

/** Returns a printer for one column. It skips the value of a column that is not printed, and stores the cell of an observed column. */
function columnPrinter(
  field: ResultField,
  wanted: OutputColumn['type'],
  index: number,
  { printing, observed }: ObservedPrinting,
): PrintRow | undefined {
  const read = cellReader(field, wanted);
  const print: PrintRow | undefined = index < printing.before.length ? valuePrinter(field, wanted, printing) : read;
  if (read === undefined || print === undefined || !observed.includes(index)) return print;
  return (packet, sink, row) => {
    const { offset } = packet;
    row[index] = read(packet);
    packet.offset = offset;
    print(packet, sink, row);
  };
}
