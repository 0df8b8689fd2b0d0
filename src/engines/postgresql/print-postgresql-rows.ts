import { type Cell, type OutputColumn, type RowPrinting } from '../../model';
import { type CellKind } from '../cells/cell-kind';
import { isVerbatim, standsBare } from '../cells/is-verbatim';
import { MOST_BYTES_OF_TEXT, type TextSink } from '../printing/byte-sink';
import { LastMade } from '../printing/last-made';
import { frameOf, type ObservedPrinting } from '../printing/observed-printing';
import { kindOf, OIDS, type ResultField } from './field-types';
import { postgreSqlReaders } from './read-postgresql-cells';
import { LENGTH_BYTES, NULL_LENGTH, type RowMessage } from './row-message';

const QUOTES = 2;
/** JavaScript represents every integer of so many digits exactly. */
const SAFE_DIGITS = 15;
const [ZERO, NINE, DASH, PLUS, SPACE, TRUE] = [0x30, 0x39, 0x2d, 0x2b, 0x20, 0x74];
const TIME_LENGTH = 'HH:MM:SS'.length;
const TIMESTAMP_LENGTH = 'YYYY-MM-DD HH:MM:SS'.length;
const ZONED_LENGTH = TIMESTAMP_LENGTH + '+00'.length;

/** A function that prints a row and stores the cells of the observed columns in `row`. */
export type PrintRow = (message: RowMessage, sink: TextSink, row: Cell[]) => void;

/** A function that prints a value other than NULL, whose text lies between two offsets. */
type PrintValue = (sink: TextSink, bytes: Buffer, from: number, to: number) => void;

/** A column that is printed from its text. `slow` prints a value by its cell. */
interface Column {
  readonly oid: number;
  readonly isBare: boolean;
  readonly slow: PrintValue;
}

const printers = new LastMade<RowPrinting, PrintRow>();

/** Returns a printer for rows with these fields, whose output equals that of `printing.print` for their cells, byte for byte. */
export function postgreSqlRowPrinter(
  fields: readonly ResultField[],
  columns: readonly OutputColumn[],
  how: ObservedPrinting,
): PrintRow {
  const types = fields.map(({ dataTypeID, dataTypeModifier }) => `${dataTypeID} ${dataTypeModifier}`);
  const from = `${types.join()} ${how.observed.join()}`;
  return printers.of(how.printing, from, () => makePrinter(fields, columns, how));
}

function makePrinter(
  fields: readonly ResultField[],
  columns: readonly OutputColumn[],
  { printing, observed }: ObservedPrinting,
): PrintRow {
  const { separator: between, terminator: behind } = printing;
  const readers = postgreSqlReaders(fields, columns);
  const values = fields.map((field, index) => {
    const { isShown, key, none } = frameOf(printing, index);
    const read = readers[index] ?? String;
    const print = isShown ? valuePrinter(field, columns[index]?.type ?? 'unknown', { printing, read }) : undefined;
    return { index, key, none, print, read: observed.includes(index) ? read : undefined };
  });
  const [separator, terminator] = [Buffer.from(between), Buffer.from(behind)];
  const around = separator.length + terminator.length;
  const fixed = values.reduce((sum, { key, none }) => sum + key.length + none.length + QUOTES, around);
  return (message, sink, row) => {
    const { bytes } = message;
    sink.reserve(fixed + MOST_BYTES_OF_TEXT * message.length);
    if (sink.length > 0) sink.copy(separator);
    let place = message.first;
    for (const { index, key, none, print, read } of values) {
      const length = bytes.readInt32BE(place);
      place += LENGTH_BYTES;
      sink.copy(key);
      if (length === NULL_LENGTH) sink.copy(none);
      else {
        print?.(sink, bytes, place, place + length);
        place += length;
        if (read !== undefined) row[index] = read(bytes.toString('utf8', place - length, place));
      }
    }
    sink.copy(terminator);
  };
}

/** Returns a printer for a column, whose output equals that for the cells that `read` returns. */
function valuePrinter(
  field: ResultField,
  wanted: OutputColumn['type'],
  { printing: { typed, printCell }, read }: { readonly printing: RowPrinting; readonly read: (text: string) => Cell },
): PrintValue {
  const slow: PrintValue = (sink, bytes, from, to) => {
    sink.value(printCell(read(bytes.toString('utf8', from, to))));
  };
  const kind = kindOf(field);
  if (kind === 'boolean') return printBoolean(printCell(read('t')), printCell(read('f')));
  if (kind !== 'text' && !isVerbatim(kind, wanted)) return slow;
  return PRINTERS[kind]?.({ oid: field.dataTypeID, isBare: standsBare(wanted, typed), slow }) ?? slow;
}

/** Printers that create no intermediate value, by kind, for columns whose cells are their texts unchanged. */
const PRINTERS: Readonly<Partial<Record<CellKind, (column: Column) => PrintValue>>> = {
  text: ({ oid, slow }) => (oid === OIDS.bpchar ? printPadded(slow) : printText(slow)),
  decimal: ({ slow }) => printText(slow),
  integer: ({ oid, isBare, slow }) => (oid === OIDS.bit || oid === OIDS.varbit ? slow : printInteger(isBare, slow)),
  date: ({ slow }) => printText(slow),
  time: ({ slow }) => printIfPlain(TIME_LENGTH, slow),
  timestamp: ({ oid, slow }) => (oid === OIDS.timestamptz ? printZoned(slow) : printIfPlain(TIMESTAMP_LENGTH, slow)),
};

function printBoolean(whenTrue: string, whenFalse: string): PrintValue {
  const [positive, negative] = [Buffer.from(whenTrue), Buffer.from(whenFalse)];
  return (sink, bytes, from) => {
    sink.copy(bytes[from] === TRUE ? positive : negative);
  };
}

function printText(slow: PrintValue): PrintValue {
  return (sink, bytes, from, to) => {
    if (!sink.string(bytes, from, to)) slow(sink, bytes, from, to);
  };
}

/** Returns a printer for strings without the spaces at their end. */
function printPadded(slow: PrintValue): PrintValue {
  return (sink, bytes, from, to) => {
    let end = to;
    while (end > from && bytes[end - 1] === SPACE) end--;
    if (!sink.string(bytes, from, end)) slow(sink, bytes, from, end);
  };
}

/** Returns a printer for integers. It uses `slow` for those that JavaScript does not represent exactly, and for NaN and infinities. */
function printInteger(isBare: boolean, slow: PrintValue): PrintValue {
  return (sink, bytes, from, to) => {
    if (!isSafeInteger(bytes, from, to)) {
      slow(sink, bytes, from, to);
      return;
    }
    if (!isBare) sink.quote();
    sink.copy(bytes.subarray(from, to));
    if (!isBare) sink.quote();
  };
}

function isSafeInteger(bytes: Buffer, from: number, to: number): boolean {
  const first = bytes[from] === DASH ? from + 1 : from;
  if (to - first > SAFE_DIGITS) return false;
  for (let place = first; place < to; place++) {
    const byte = bytes[place] ?? 0;
    if (byte < ZERO || byte > NINE) return false;
  }
  return true;
}

/** Returns a printer for times and timestamps of this length, which have no fraction. It uses `slow` for others. */
function printIfPlain(length: number, slow: PrintValue): PrintValue {
  return (sink, bytes, from, to) => {
    if (to - from !== length || !sink.string(bytes, from, to)) slow(sink, bytes, from, to);
  };
}

/** Returns a printer for timestamps in UTC without a fraction. It uses `slow` for others. */
function printZoned(slow: PrintValue): PrintValue {
  return (sink, bytes, from, to) => {
    const end = from + TIMESTAMP_LENGTH;
    if (to - from === ZONED_LENGTH && bytes[end] === PLUS && sink.string(bytes, from, end)) return;
    slow(sink, bytes, from, to);
  };
}
