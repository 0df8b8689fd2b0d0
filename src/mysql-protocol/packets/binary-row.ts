import { ServiceError } from '../../errors';
import { type Cell, type NestedCell, PackedRows } from '../../model';
import { ByteWriter } from './byte-writer';
import type { SentColumn } from './column-type';
import { textOf } from './print-results';
import { COLUMN_TYPE, HEADER_BYTES } from './protocol';

type Value = Exclude<Cell, null> | NestedCell;
type Write = (writer: ByteWriter, value: Value) => boolean;

/** The first bits of the NULL bitmap of a row are unused. */
const BITMAP_OFFSET = 2;
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$/;
const TIME = /^(-?)(\d{1,3}):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/;
const WHOLE = /^-?\d{1,19}$/;

/** How the values of a type are written; a function returns false for a value that the type does not have. All other types are text. */
const WRITERS: Readonly<Partial<Record<number, Write>>> = {
  [COLUMN_TYPE.tiny]: (writer, value) => {
    writer.number(Number(value) === 0 ? 0 : 1, 1);
    return true;
  },
  [COLUMN_TYPE.longlong]: (writer, value) => {
    const text = textOf(value);
    if (!WHOLE.test(text)) return false;
    writer.long(BigInt(text));
    return true;
  },
  [COLUMN_TYPE.double]: (writer, value) => {
    const number = Number(value);
    if (Number.isNaN(number)) return false;
    writer.double(number);
    return true;
  },
  [COLUMN_TYPE.date]: writeMoment,
  [COLUMN_TYPE.datetime]: writeMoment,
  [COLUMN_TYPE.time]: writeTime,
};

/** Returns rows as those of prepared statements are sent, each after its length. */
export function packBinaryRows(
  columns: readonly SentColumn[],
  rows: readonly (readonly (Cell | NestedCell)[])[],
): PackedRows {
  const writer = new ByteWriter();
  for (const row of rows) {
    const begin = writer.length;
    writer.number(0, HEADER_BYTES);
    writeBinaryRow(writer, columns, row);
    writer.patch(writer.length - begin - HEADER_BYTES, begin, HEADER_BYTES);
  }
  return new PackedRows(writer.finish(), rows.length);
}

/** Adds a row of a prepared statement to a writer (MySQL manual, "Binary protocol resultset row"). */
export function writeBinaryRow(
  writer: ByteWriter,
  columns: readonly SentColumn[],
  row: readonly (Cell | NestedCell)[],
): void {
  const bitmap = Buffer.alloc((columns.length + BITMAP_OFFSET + 7) >> 3);
  row.forEach((cell, index) => {
    const bit = index + BITMAP_OFFSET;
    if (cell === null) bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (1 << (bit & 7));
  });
  writer.number(0, 1).raw(bitmap);
  columns.forEach((column, index) => {
    const cell = row[index] ?? null;
    if (cell === null) return;
    const write = WRITERS[column.type];
    if (write === undefined) writer.encodedText(textOf(cell));
    else if (!write(writer, cell)) throw badValue(column.name);
  });
}

function writeMoment(writer: ByteWriter, value: Value): boolean {
  const match = DATE.exec(textOf(value));
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour, minute = 0, second = 0] = match.slice(1, 7).map((part: string | undefined) => part === undefined ? undefined : Number(part)); // prettier-ignore
  const micros = microsOf(match[7]);
  writer
    .number(hour === undefined ? 4 : micros === 0 ? 7 : 11, 1)
    .number(year, 2)
    .number(month, 1)
    .number(day, 1);
  if (hour === undefined) return true;
  writer.number(hour, 1).number(minute, 1).number(second, 1);
  if (micros !== 0) writer.number(micros, 4);
  return true;
}

function writeTime(writer: ByteWriter, value: Value): boolean {
  const match = TIME.exec(textOf(value));
  if (match === null) return false;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(2, 5).map(Number);
  const micros = microsOf(match[5]);
  writer
    .number(micros === 0 ? 8 : 12, 1)
    .number(match[1] === '-' ? 1 : 0, 1)
    .number(Math.floor(hours / 24), 4)
    .number(hours % 24, 1)
    .number(minutes, 1)
    .number(seconds, 1);
  if (micros !== 0) writer.number(micros, 4);
  return true;
}

function microsOf(fraction = ''): number {
  return Number(fraction.padEnd(6, '0'));
}

function badValue(name: string): ServiceError {
  return new ServiceError(
    'format_bad_value',
    `column "${name}" has a value that its type cannot have in a prepared statement`,
    {
      hint: 'CAST the column to CHAR, or send the statement without preparing it',
    },
  );
}
