import { type Cell, type OutputColumn, type RowPrinting } from '../../model';
import { type ByteSink, MOST_BYTES_OF_JSON } from '../printing/byte-sink';
import { type ResultField } from './field-types';
import { cellReader, type RowPacket, valuePrinter } from './print-mysql-values';

const CLOSE = 0x7d;
const NULL = Buffer.from('null');
const NOTHING = Buffer.alloc(0);
/** No number, date or time is longer in print, with its quotes. */
const LONGEST_SCALAR = 64;
/** Bits of the bitmap of NULLs that stand for no column. */
const RESERVED_BITS = 2;

/** Prints a row; into `row` go the cells of the columns that are told of. */
export type PrintRow = (packet: RowPacket, sink: ByteSink, row: Cell[]) => void;

/** How the rows of a statement are printed, and of which columns is told. */
export interface ToldPrinting {
  readonly printing: RowPrinting;
  readonly told: readonly number[];
}

/**
 * Prints rows of a result with these fields into a sink, to the byte what `printing.print` gives for their cells; undefined
 * where a column is of a type that only cells are made of. The rows are those of the binary protocol
 * (MySQL Internals, "Binary Protocol Resultset Row").
 */
export function mySqlRowPrinter(
  fields: readonly ResultField[],
  columns: readonly OutputColumn[],
  { printing, told }: ToldPrinting,
): PrintRow | undefined {
  const made = `${typesOf(fields)} ${told.join()}`;
  const known = printers.get(printing);
  if (known?.made === made) return known.print;
  const print = makePrinter(fields, columns, { printing, told });
  printers.set(printing, { made, print });
  return print;
}

/** The last one that was made for each, and of what: a statement that is run again has mostly the same fields. */
const printers = new WeakMap<RowPrinting, { readonly made: string; readonly print: PrintRow | undefined }>();

/** All that `valuePrinter` reads of fields; of a statement that is run again they are the same. */
function typesOf(fields: readonly ResultField[]): string {
  const known = types.get(fields) ?? fields.map(typeOf).join();
  types.set(fields, known);
  return known;
}

const types = new WeakMap<readonly ResultField[], string>();

function typeOf({ columnType, characterSet, encoding, flags, decimals }: ResultField): string {
  return `${columnType} ${characterSet} ${encoding} ${String(flags)} ${decimals}`;
}

function makePrinter(
  fields: readonly ResultField[],
  columns: readonly OutputColumn[],
  how: ToldPrinting,
): PrintRow | undefined {
  const { keys, separator: between, terminator: behind } = how.printing;
  const printers = fields.map((field, index) => columnPrinter(field, columns[index]?.type ?? 'unknown', index, how));
  if (printers.includes(undefined)) return undefined;
  const values = printers.flatMap((print, index) => {
    const isShown = index < keys.length;
    const key = isShown ? Buffer.from(`${index === 0 ? '{' : ','}${keys[index] ?? ''}`) : NOTHING;
    const bit = index + RESERVED_BITS;
    return print === undefined
      ? []
      : [{ print, key, none: isShown ? NULL : NOTHING, byte: bit >> 3, mask: 1 << (bit & 7) }];
  });
  const [separator, terminator] = [Buffer.from(between), Buffer.from(behind)];
  const bitmapBytes = Math.floor((values.length + RESERVED_BITS + 7) / 8);
  const around = separator.length + terminator.length + 2;
  const fixed = values.reduce((sum, { key }) => sum + key.length + LONGEST_SCALAR, around);
  return (packet, sink, row) => {
    sink.reserve(fixed + MOST_BYTES_OF_JSON * (packet.end - packet.offset));
    if (sink.length > 0) sink.copy(separator);
    const bitmap = packet.offset + 1;
    packet.offset = bitmap + bitmapBytes;
    for (const { print, key, none, byte, mask } of values) {
      sink.copy(key);
      if (((packet.buffer[bitmap + byte] ?? 0) & mask) !== 0) sink.copy(none);
      else print(packet, sink, row);
    }
    sink.byte(CLOSE);
    sink.copy(terminator);
  };
}

/** Prints the value of one column, reads over that of one which is not printed, and tells of it. */
function columnPrinter(
  field: ResultField,
  wanted: OutputColumn['type'],
  index: number,
  { printing: { keys, typed }, told }: ToldPrinting,
): PrintRow | undefined {
  const read = cellReader(field, wanted);
  const print: PrintRow | undefined = index < keys.length ? valuePrinter(field, wanted, typed) : read;
  if (read === undefined || print === undefined || !told.includes(index)) return print;
  return (packet, sink, row) => {
    const { offset } = packet;
    row[index] = read(packet);
    packet.offset = offset;
    print(packet, sink, row);
  };
}
