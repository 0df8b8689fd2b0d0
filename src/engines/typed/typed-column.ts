import { type DuckDBAppender, DuckDBDateValue, DuckDBTimestampValue, DuckDBTimeValue } from '@duckdb/node-api';
import { ServiceError } from '../../errors';
import type { Cell, NestedCell, OutputColumn } from '../../model';

/** The most digits of a decimal. */
const MOST_DIGITS = 38;
const LONG = 2n ** 63n;
const DAY_MS = 86_400_000;

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
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

/** How the values of a type, other than NULL, are appended; undefined for a value that it cannot have. */
type Append = (appender: DuckDBAppender, cell: string | number | boolean) => true | undefined;

interface Shape {
  readonly stored: string;
  readonly append: Append;
}

const INTEGER: Shape = {
  stored: 'BIGINT',
  append: (appender, cell) => {
    const value = /^-?\d+$/.test(String(cell)) ? BigInt(cell) : LONG;
    if (value < -LONG || value >= LONG) return undefined;
    appender.appendBigInt(value);
    return true;
  },
};
const DOUBLE: Shape = {
  stored: 'DOUBLE',
  append: (appender, cell) => {
    const value = Number(cell);
    if (Number.isNaN(value) && cell !== 'NaN') return undefined;
    appender.appendDouble(value);
    return true;
  },
};

const SHAPES: Readonly<Partial<Record<OutputColumn['type'], Shape>>> = {
  boolean: {
    stored: 'BOOLEAN',
    append: (appender, cell) => {
      if (cell !== true && cell !== false && cell !== 1 && cell !== 0) return undefined;
      appender.appendBoolean(Boolean(cell));
      return true;
    },
  },
  integer: INTEGER,
  smallint: INTEGER,
  bigint: INTEGER,
  float: DOUBLE,
  double: DOUBLE,
  date: {
    stored: 'DATE',
    append: (appender, cell) => {
      const days = daysOf(String(cell));
      if (days !== undefined) appender.appendDate(new DuckDBDateValue(days));
      return days === undefined ? undefined : true;
    },
  },
  time: {
    stored: 'TIME',
    append: (appender, cell) => {
      const micros = microsOf(String(cell));
      if (micros !== undefined) appender.appendTime(new DuckDBTimeValue(micros));
      return micros === undefined ? undefined : true;
    },
  },
  timestamp: {
    stored: 'TIMESTAMP',
    append: (appender, cell) => {
      const text = String(cell);
      const [days, micros] = [daysOf(text.slice(0, 10)), microsOf(text.slice(11))];
      if (days === undefined || micros === undefined) return undefined;
      appender.appendTimestamp(new DuckDBTimestampValue(BigInt(days * DAY_MS) * 1000n + micros));
      return true;
    },
  },
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
      else if (typeof cell === 'object' || append(appender, cell) === undefined) throw badValue(name, stored);
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

function daysOf(text: string): number | undefined {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / DAY_MS : undefined;
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
