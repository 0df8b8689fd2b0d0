import { type FieldPacket } from 'mysql2';
import { type OutputColumn, type RowPrinting } from '../../model';
import { type ByteSink, MOST_BYTES_OF_JSON } from '../printing/byte-sink';
import { type RowPacket, valuePrinter } from './print-mysql-values';

const CLOSE = 0x7d;
const NULL = Buffer.from('null');
/** No number, date or time is longer in print, with its quotes. */
const LONGEST_SCALAR = 64;
/** Bits of the bitmap of NULLs that stand for no column. */
const RESERVED_BITS = 2;

export type PrintRow = (packet: RowPacket, sink: ByteSink) => void;

/**
 * Prints rows of a result with these fields into a sink, to the byte what `printing.print` gives for their cells; undefined
 * where a column is of a type that only cells are made of. The rows are those of the binary protocol
 * (MySQL Internals, "Binary Protocol Resultset Row").
 */
export function mySqlRowPrinter(
  fields: readonly FieldPacket[],
  columns: readonly OutputColumn[],
  printing: RowPrinting,
): PrintRow | undefined {
  const types = fields.map(typeOf).join();
  const known = printers.get(printing);
  if (known?.types === types) return known.print;
  const print = makePrinter(fields, columns, printing);
  printers.set(printing, { types, print });
  return print;
}

/** The last one that was made for each: a statement that is run again has mostly the same fields. */
const printers = new WeakMap<RowPrinting, { readonly types: string; readonly print: PrintRow | undefined }>();

/** All that `valuePrinter` reads of a field. */
function typeOf({ columnType, characterSet, encoding, flags, decimals }: FieldPacket): string {
  return `${columnType} ${characterSet} ${encoding} ${String(flags)} ${decimals}`;
}

function makePrinter(
  fields: readonly FieldPacket[],
  columns: readonly OutputColumn[],
  printing: RowPrinting,
): PrintRow | undefined {
  const printers = fields.map((field, index) => valuePrinter(field, columns[index]?.type ?? 'unknown', printing.typed));
  if (printers.includes(undefined)) return undefined;
  const values = printers.flatMap((print, index) => {
    const key = Buffer.from(`${index === 0 ? '{' : ','}${printing.keys[index] ?? ''}`);
    const bit = index + RESERVED_BITS;
    return print === undefined ? [] : [{ print, key, byte: bit >> 3, mask: 1 << (bit & 7) }];
  });
  const [separator, terminator] = [Buffer.from(printing.separator), Buffer.from(printing.terminator)];
  const bitmapBytes = Math.floor((values.length + RESERVED_BITS + 7) / 8);
  const around = separator.length + terminator.length + 2;
  const fixed = values.reduce((sum, { key }) => sum + key.length + LONGEST_SCALAR, around);
  return (packet, sink) => {
    sink.reserve(fixed + MOST_BYTES_OF_JSON * (packet.end - packet.offset));
    if (sink.length > 0) sink.copy(separator);
    const bitmap = packet.offset + 1;
    packet.offset = bitmap + bitmapBytes;
    for (const { print, key, byte, mask } of values) {
      sink.copy(key);
      if (((packet.buffer[bitmap + byte] ?? 0) & mask) !== 0) sink.copy(NULL);
      else print(packet, sink);
    }
    sink.byte(CLOSE);
    sink.copy(terminator);
  };
}
