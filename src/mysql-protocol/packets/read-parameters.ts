import { type ByteReader, MalformedPacketError } from './byte-reader';
import { COLUMN_TYPE } from './protocol';

/** A value of a parameter, as `parameters` of POST query/ has it; a string for numbers that no JavaScript number represents. */
export type ParameterValue = string | number | boolean | null;

type Read = (reader: ByteReader, isUnsigned: boolean) => ParameterValue;

const integer =
  (length: number): Read =>
  (reader, isUnsigned) => {
    const bytes = reader.take(length);
    return isUnsigned ? bytes.readUIntLE(0, length) : bytes.readIntLE(0, length);
  };

const text: Read = (reader) => reader.encodedBytes().toString('utf8');

const READERS: Readonly<Partial<Record<number, Read>>> = {
  [COLUMN_TYPE.null]: () => null,
  [COLUMN_TYPE.tiny]: integer(1),
  [COLUMN_TYPE.short]: integer(2),
  [COLUMN_TYPE.year]: integer(2),
  [COLUMN_TYPE.long]: integer(4),
  [COLUMN_TYPE.int24]: integer(4),
  [COLUMN_TYPE.longlong]: (reader, isUnsigned) => {
    const bytes = reader.take(8);
    const value = isUnsigned ? bytes.readBigUInt64LE() : bytes.readBigInt64LE();
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  },
  [COLUMN_TYPE.float]: (reader) => numberOrText(shortest(reader.take(4).readFloatLE())),
  [COLUMN_TYPE.double]: (reader) => numberOrText(reader.take(8).readDoubleLE()),
  [COLUMN_TYPE.date]: readMoment,
  [COLUMN_TYPE.datetime]: readMoment,
  [COLUMN_TYPE.timestamp]: readMoment,
  [COLUMN_TYPE.time]: readTime,
};

/** The type of a parameter, and whether it is unsigned. */
export interface ParameterType {
  readonly type: number;
  readonly isUnsigned: boolean;
}

/** Reads the types of `count` parameters, which a client sends when they are new. */
export function readParameterTypes(reader: ByteReader, count: number): readonly ParameterType[] {
  return Array.from({ length: count }, () => {
    const type = reader.number(1);
    return { type, isUnsigned: (reader.number(1) & 0x80) !== 0 };
  });
}

/**
 * Reads the values of parameters. `isNull` is the bitmap of those that are NULL, `long` has the values that the client sent before, by
 * place.
 */
export function readParameterValues(
  reader: ByteReader,
  types: readonly ParameterType[],
  isNull: Buffer,
  long: ReadonlyMap<number, Buffer>,
): readonly ParameterValue[] {
  return types.map(({ type, isUnsigned }, index) => {
    const sent = long.get(index);
    if (sent !== undefined) return sent.toString('utf8');
    if (((isNull[index >> 3] ?? 0) & (1 << (index & 7))) !== 0) return null;
    return (READERS[type] ?? text)(reader, isUnsigned);
  });
}

/** Returns a number of floating point; as text if it is a whole number beyond those that are exact, or no finite number. */
function numberOrText(value: number): ParameterValue {
  return Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value)) ? value : String(value);
}

/** Returns the number with the fewest digits that has this value as 32 bits: the one that the client had. */
function shortest(value: number): number {
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

function readMoment(reader: ByteReader): string {
  const length = reader.number(1);
  if (![0, 4, 7, 11].includes(length)) throw new MalformedPacketError('a date has an invalid length');
  if (length === 0) return '0000-00-00';
  const date = [pad(reader.number(2), 4), pad(reader.number(1)), pad(reader.number(1))].join('-');
  if (length === 4) return date;
  const time = [reader.number(1), reader.number(1), reader.number(1)].map((part) => pad(part)).join(':');
  return `${date} ${time}${length === 11 ? `.${pad(reader.number(4), 6)}` : ''}`;
}

function readTime(reader: ByteReader): string {
  const length = reader.number(1);
  if (![0, 8, 12].includes(length)) throw new MalformedPacketError('a time has an invalid length');
  if (length === 0) return '00:00:00';
  const sign = reader.number(1) === 1 ? '-' : '';
  const hours = 24 * reader.number(4) + reader.number(1);
  const rest = [reader.number(1), reader.number(1)].map((part) => pad(part)).join(':');
  return `${sign}${pad(hours)}:${rest}${length === 12 ? `.${pad(reader.number(4), 6)}` : ''}`;
}

function pad(part: number, length = 2): string {
  return String(part).padStart(length, '0');
}
