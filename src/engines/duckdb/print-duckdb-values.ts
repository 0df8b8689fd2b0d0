import { type DuckDBType, DuckDBTypeId, type DuckDBValue } from '@duckdb/node-api';
import { type OutputColumn, type RowPrinting } from '../../model';
import { type CellKind } from '../cells/cell-kind';
import { isVerbatim, standsBare } from '../cells/is-verbatim';
import { type TextSink } from '../printing/byte-sink';
import { printDate, printTime } from '../printing/print-day';
import { type ColumnMemory, integerReader, type ReadInteger } from './chunk-memory';
import { duckDbReader, kindOf } from './read-duckdb-cells';

/**
 * A function that prints a value, unless the memory of its column marks it as NULL. Space for a number, a date or a time is reserved in
 * advance; the function reserves any further space.
 */
export type PrintValue = (column: ColumnMemory, row: number, sink: TextSink) => void;

/** A column of a type that is stored as integers. `slow` prints the values that the fast path does not. */
interface Column {
  readonly type: DuckDBType;
  readonly read: ReadInteger;
  readonly isBare: boolean;
  readonly slow: PrintValue;
}

const [SPACE, MINUS, POINT] = [0x20, 0x2d, 0x2e];
const MICROSECONDS = 1_000_000;
const SECONDS_OF_DAY = 86_400;
/** The first and the last day whose years have four digits, in days since 1970. */
const [FIRST_DAY, LAST_DAY] = [-719_162, 2_932_896];
/** The most bytes of a string that is stored in its column, after its length. */
const INLINE_BYTES = 12;
const [TEXT_BYTES, TEXT_WORDS] = [16, 4];

/** Returns a printer for a column, whose output equals that for its cells, byte for byte. */
export function valuePrinter(
  type: DuckDBType,
  wanted: OutputColumn['type'],
  { typed, printCell }: RowPrinting,
): PrintValue {
  const toCell = duckDbReader(type, wanted);
  const print = (value: DuckDBValue): string => printCell(value === null ? null : toCell(value));
  const slow: PrintValue = ({ getItem }, row, sink) => {
    sink.value(print(getItem(row) as DuckDBValue));
  };
  if (type.typeId === DuckDBTypeId.VARCHAR) return printText(slow);
  const read = integerReader(type);
  if (read === undefined) return slow;
  const known = knownValues(type);
  if (known !== undefined) return printKnown(known, read, print);
  const [kind] = kindOf(type);
  if (!isVerbatim(kind, wanted)) return slow;
  return PRINTERS[kind]?.({ type, read, isBare: standsBare(wanted, typed), slow }) ?? slow;
}

const PRINTERS: Readonly<Partial<Record<CellKind, (column: Column) => PrintValue>>> = {
  integer: printInteger,
  decimal: printDecimal,
  date: printDay,
  time: printClock,
  timestamp: printMoment,
};

/** Returns the values of a type that has few, in the order of their numbers. */
function knownValues(type: DuckDBType): readonly DuckDBValue[] | undefined {
  if (type.typeId === DuckDBTypeId.BOOLEAN) return [false, true];
  return type.typeId === DuckDBTypeId.ENUM ? type.values : undefined;
}

function printKnown(
  values: readonly DuckDBValue[],
  read: ReadInteger,
  print: (value: DuckDBValue) => string,
): PrintValue {
  const texts: Buffer[] = [];
  return (column, row, sink) => {
    const index = read(column, row);
    const text = (texts[index] ??= Buffer.from(print(values[index] ?? null)));
    sink.reserve(text.length);
    sink.copy(text);
  };
}

function printText(slow: PrintValue): PrintValue {
  return (column, row, sink) => {
    const { bytes, words, texts } = column;
    const place = TEXT_WORDS * row;
    const length = (words[place] ?? 0) >>> 0;
    sink.reserve(length + 2);
    if (length <= INLINE_BYTES) {
      const from = TEXT_BYTES * row + 4;
      if (!sink.string(bytes, from, from + length)) slow(column, row, sink);
      return;
    }
    const memory = texts.find(words[place + 2] ?? 0, words[place + 3] ?? 0, length);
    if (memory === undefined || !sink.string(memory, texts.offset, texts.offset + length)) slow(column, row, sink);
  };
}

function printInteger({ read, isBare, slow }: Column): PrintValue {
  return (column, row, sink) => {
    const value = read(column, row);
    if (Number.isNaN(value)) {
      slow(column, row, sink);
      return;
    }
    if (!isBare) sink.quote();
    sink.integer(value);
    if (!isBare) sink.quote();
  };
}

function printDecimal({ type, read, slow }: Column): PrintValue {
  const scale = type.typeId === DuckDBTypeId.DECIMAL ? type.scale : 0;
  const unit = 10 ** scale;
  return (column, row, sink) => {
    const value = read(column, row);
    if (Number.isNaN(value)) {
      slow(column, row, sink);
      return;
    }
    const magnitude = Math.abs(value);
    const whole = Math.trunc(magnitude / unit);
    sink.quote();
    if (value < 0) sink.byte(MINUS);
    sink.integer(whole);
    sink.byte(POINT);
    sink.padded(magnitude - whole * unit, scale);
    sink.quote();
  };
}

function printDay({ read, slow }: Column): PrintValue {
  return (column, row, sink) => {
    const day = read(column, row);
    if (!(day >= FIRST_DAY && day <= LAST_DAY)) {
      slow(column, row, sink);
      return;
    }
    sink.quote();
    printDayOf1970(sink, day);
    sink.quote();
  };
}

function printClock({ read, slow }: Column): PrintValue {
  return (column, row, sink) => {
    const value = read(column, row);
    if (!(value >= 0)) {
      slow(column, row, sink);
      return;
    }
    const seconds = Math.floor(value / MICROSECONDS);
    sink.quote();
    printSeconds(sink, seconds, value - seconds * MICROSECONDS);
    sink.quote();
  };
}

/** The number of parts into which types divide a second. */
const PARTS: ReadonlyMap<DuckDBTypeId, number> = new Map([
  [DuckDBTypeId.TIMESTAMP_S, 1],
  [DuckDBTypeId.TIMESTAMP_MS, 1_000],
]);

function printMoment({ type, read, slow }: Column): PrintValue {
  const parts = PARTS.get(type.typeId) ?? MICROSECONDS;
  return (column, row, sink) => {
    const value = read(column, row);
    const seconds = Math.floor(value / parts);
    const day = Math.floor(seconds / SECONDS_OF_DAY);
    if (!(day >= FIRST_DAY && day <= LAST_DAY)) {
      slow(column, row, sink);
      return;
    }
    sink.quote();
    printDayOf1970(sink, day);
    sink.byte(SPACE);
    printSeconds(sink, seconds - day * SECONDS_OF_DAY, (value - seconds * parts) * (MICROSECONDS / parts));
    sink.quote();
  };
}

/** Prints a time of day, with six digits for the fraction of a second unless it is zero. */
function printSeconds(sink: TextSink, seconds: number, microseconds: number): void {
  const minutes = Math.trunc(seconds / 60);
  const hours = Math.trunc(minutes / 60);
  printTime(sink, hours, minutes - hours * 60, seconds - minutes * 60);
  if (microseconds === 0) return;
  sink.byte(POINT);
  sink.padded(microseconds, 6);
}

const [DAYS_OF_400_YEARS, DAYS_OF_100_YEARS, DAYS_OF_4_YEARS] = [146_097, 36_524, 1_461];
/** The days from 1 March of the year 0 to 1 January 1970: a year that begins in March ends with its leap day. */
const DAYS_BEFORE_1970 = 719_468;
/** The days of five months from March on: 31, 30, 31, 30 and 31, a pattern that repeats. */
const DAYS_OF_5_MONTHS = 153;

/** Prints the day that is `days` days after 1 January 1970, in the Gregorian calendar. */
function printDayOf1970(sink: TextSink, days: number): void {
  const since = days + DAYS_BEFORE_1970;
  const era = Math.floor(since / DAYS_OF_400_YEARS);
  const inEra = since - era * DAYS_OF_400_YEARS;
  const leapDays = Math.trunc(inEra / (DAYS_OF_4_YEARS - 1)) - Math.trunc(inEra / DAYS_OF_100_YEARS) + Math.trunc(inEra / (DAYS_OF_400_YEARS - 1)); // prettier-ignore
  const year = Math.trunc((inEra - leapDays) / 365);
  const inYear = inEra - (365 * year + Math.trunc(year / 4) - Math.trunc(year / 100));
  const month = Math.trunc((5 * inYear + 2) / DAYS_OF_5_MONTHS);
  const day = inYear - Math.trunc((DAYS_OF_5_MONTHS * month + 2) / 5) + 1;
  const isNextYear = month >= 10;
  printDate(sink, year + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, day);
}
