import { type DuckDBAppender, DuckDBDateValue, DuckDBTimestampValue, DuckDBTimeValue } from '@duckdb/node-api';
import { ServiceError } from '../../errors';
import { type Cell, daysOfDate, type NestedCell, type OutputColumn } from '../../model';

/** The most digits of a decimal. */
const MOST_DIGITS = 38;
const LONG = 2n ** 63n;
const DAY_MICROS = 86_400_000_000n;

const TIME = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,6})0*)?$/;
const DECIMAL = /^-?(\d+)(?:\.(\d+))?$/;

/** A column of a format with types, whose values are collected in a table of DuckDB first. */
export interface TypedColumn {
  /** The type of its column in the table. */
  readonly stored: string;
  /** The type that its values are read with, after all are appended. */
  readonly written: () => string;
  /** Appends a value, and returns about how many bytes it takes. Throws `format_bad_value` for a value that the type cannot have. */
  readonly append: (appender: DuckDBAppender, cell: Cell | NestedCell) => number;
}

/** Appends a value other than NULL; returns whether the type can have it. */
type Append = (appender: DuckDBAppender, cell: string | number | boolean) => boolean;

interface Shape {
  readonly stored: string;
  readonly append: Append;
}

/** Returns how a type reads a value, undefined for one that it cannot have, and how the value is appended. */
function shapeOf<Value>(
  stored: string,
  read: (cell: string | number | boolean) => Value | undefined,
  appendTo: (appender: DuckDBAppender, value: Value) => void,
): Shape {
  const append: Append = (appender, cell) => {
    const value = read(cell);
    if (value === undefined) return false;
    appendTo(appender, value);
    return true;
  };
  return { stored, append };
}

const INTEGER = shapeOf('BIGINT', readInteger, (appender, value) => {
  appender.appendBigInt(value);
});
const DOUBLE = shapeOf('DOUBLE', readDouble, (appender, value) => {
  appender.appendDouble(value);
});

const SHAPES: Readonly<Partial<Record<OutputColumn['type'], Shape>>> = {
  boolean: shapeOf('BOOLEAN', readBoolean, (appender, value) => {
    appender.appendBoolean(value);
  }),
  integer: INTEGER,
  smallint: INTEGER,
  bigint: INTEGER,
  float: DOUBLE,
  double: DOUBLE,
  date: shapeOf(
    'DATE',
    (cell) => daysOfDate(String(cell)),
    (appender, days) => {
      appender.appendDate(new DuckDBDateValue(days));
    },
  ),
  time: shapeOf(
    'TIME',
    (cell) => microsOf(String(cell)),
    (appender, micros) => {
      appender.appendTime(new DuckDBTimeValue(micros));
    },
  ),
  timestamp: shapeOf('TIMESTAMP', readTimestamp, (appender, micros) => {
    appender.appendTimestamp(new DuckDBTimestampValue(micros));
  }),
};

/** Returns a column for the values of an output column (docs/http-api.md, "Formats"). */
export function typedColumn(column: OutputColumn): TypedColumn {
  const { name, type } = column;
  if (type === 'decimal') return decimalColumn(name);
  const shape = SHAPES[type];
  if (shape === undefined) return textColumn();
  const { stored, append } = shape;
  return {
    stored,
    written: () => stored,
    append: (appender, cell) => {
      if (cell === null) appender.appendNull();
      else if (typeof cell === 'object' || !append(appender, cell)) throw badValue(name, stored);
      return 8;
    },
  };
}

/** Strings, values of unknown types, and nested values as JSON. */
function textColumn(): TypedColumn {
  return {
    stored: 'VARCHAR',
    written: () => 'VARCHAR',
    append: (appender, cell) => {
      if (cell === null) {
        appender.appendNull();
        return 8;
      }
      const text = typeof cell === 'object' ? cell.print(JSON.stringify) : String(cell);
      appender.appendVarchar(text);
      return 8 + text.length;
    },
  };
}

/** Decimals, whose scale is the greatest that any value is written with. */
function decimalColumn(name: string): TypedColumn {
  let [whole, scale] = [0, 0];
  const written = (): string => `DECIMAL(${MOST_DIGITS},${scale})`;
  return {
    stored: 'VARCHAR',
    written,
    append: (appender, cell) => {
      if (cell === null) {
        appender.appendNull();
        return 8;
      }
      const text = typeof cell === 'object' ? '' : String(cell);
      const [, digits, fraction = ''] = DECIMAL.exec(text) ?? [];
      whole = Math.max(whole, digits?.replace(/^0+/, '').length ?? Infinity);
      scale = Math.max(scale, fraction.length);
      if (whole + scale > MOST_DIGITS) throw badValue(name, `DECIMAL(${MOST_DIGITS})`);
      appender.appendVarchar(text);
      return 16;
    },
  };
}

function readInteger(cell: string | number | boolean): bigint | undefined {
  const value = /^-?\d+$/.test(String(cell)) ? BigInt(cell) : LONG;
  return value < -LONG || value >= LONG ? undefined : value;
}

function readDouble(cell: string | number | boolean): number | undefined {
  const value = Number(cell);
  return Number.isNaN(value) && cell !== 'NaN' ? undefined : value;
}

function readBoolean(cell: string | number | boolean): boolean | undefined {
  return cell === true || cell === false || cell === 1 || cell === 0 ? Boolean(cell) : undefined;
}

function readTimestamp(cell: string | number | boolean): bigint | undefined {
  const text = String(cell);
  const [days, micros] = [daysOfDate(text.slice(0, 10)), microsOf(text.slice(11))];
  return days === undefined || micros === undefined ? undefined : BigInt(days) * DAY_MICROS + micros;
}

function microsOf(text: string): bigint | undefined {
  const [, hours, minutes, seconds, fraction = ''] = TIME.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return BigInt(whole * 1_000_000 + Number(fraction.padEnd(6, '0')));
}

function badValue(name: string, type: string): ServiceError {
  return new ServiceError(
    'format_bad_value',
    `column "${name}" has a value that the type ${type} of the format cannot have`,
    {
      hint: 'CAST the column to string, or use another format',
    },
  );
}
