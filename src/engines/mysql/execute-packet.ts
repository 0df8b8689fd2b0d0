import { type BoundValue } from '../../model';
import { integerRoom, isTrue } from './bind-value';
import { TYPES } from './field-types';

const HEADER_BYTES = 4;
/** Command, statement id, flags, and iteration count. */
const FIXED_BYTES = 10;
const EXECUTE = 0x17;
const COUNT_FOLLOWS = 0x08;
const UNSIGNED = 0x80;
const LONG_BYTES = 8;
const TWO_TO_32 = 2 ** 32;
/** The longest message, with its header, that the driver sends in one packet. */
const LONGEST = 2 ** 24 - 2;

/** A message for the server, with the interface of the driver's packets. */
export interface OutgoingPacket {
  readonly buffer: Buffer;
  length(): number;
  writeHeader(sequenceId: number): void;
}

/** A parameter value, encoded for the message. */
interface Parameter {
  readonly type: number;
  readonly isUnsigned?: boolean;
  readonly length: number;
  readonly write: (target: Buffer, at: number) => void;
}

/**
 * Builds COM_STMT_EXECUTE for a prepared statement, byte for byte as the driver builds it from `bindMySqlValue`. `countsParameters` is true
 * if the server supports query attributes (MySQL Internals, "COM_STMT_EXECUTE"). Returns undefined if one packet cannot hold the message.
 */
export function executePacket(
  id: number,
  values: readonly BoundValue[],
  countsParameters: boolean,
): OutgoingPacket | undefined {
  const parameters = values.map(parameterOf);
  const count = parameters.length;
  const bitmapBytes = (count + 7) >> 3;
  const countBytes = countsParameters ? lengthBytes(count) : 0;
  const typeBytes = countsParameters ? 3 : 2;
  const around = count === 0 ? 0 : bitmapBytes + 1 + count * typeBytes;
  const length = parameters.reduce((sum, parameter) => sum + parameter.length, HEADER_BYTES + FIXED_BYTES + countBytes + around); // prettier-ignore
  if (length > LONGEST) return undefined;
  const buffer = Buffer.allocUnsafe(length);
  let at = HEADER_BYTES;
  at = buffer.writeUInt8(EXECUTE, at);
  at = buffer.writeUInt32LE(id, at);
  at = buffer.writeUInt8(countsParameters ? COUNT_FOLLOWS : 0, at);
  at = buffer.writeUInt32LE(1, at);
  if (countsParameters) at = writeLength(buffer, count, at);
  if (count > 0) writeParameters(buffer, parameters, { at, bitmapBytes, typeBytes });
  return new Outgoing(buffer);
}

class Outgoing implements OutgoingPacket {
  constructor(readonly buffer: Buffer) {}

  length(): number {
    return this.buffer.length;
  }

  writeHeader(sequenceId: number): void {
    this.buffer.writeUIntLE(this.buffer.length - HEADER_BYTES, 0, 3);
    this.buffer.writeUInt8(sequenceId, 3);
  }
}

interface Layout {
  readonly at: number;
  readonly bitmapBytes: number;
  readonly typeBytes: number;
}

/** Writes the NULL bitmap, a flag that types follow, the types (if they take three bytes, each with an empty name), and the values. */
function writeParameters(
  buffer: Buffer,
  parameters: readonly Parameter[],
  { at, bitmapBytes, typeBytes }: Layout,
): void {
  buffer.fill(0, at, at + bitmapBytes);
  let place = buffer.writeUInt8(1, at + bitmapBytes);
  for (const [index, { type, isUnsigned }] of parameters.entries()) {
    const byte = at + (index >> 3);
    if (type === TYPES.NULL) buffer[byte] = (buffer[byte] ?? 0) | (1 << (index & 7));
    buffer[place] = type;
    buffer[place + 1] = isUnsigned === true ? UNSIGNED : 0;
    if (typeBytes === 3) buffer[place + 2] = 0;
    place += typeBytes;
  }
  for (const parameter of parameters) {
    parameter.write(buffer, place);
    place += parameter.length;
  }
}

const NULL: Parameter = { type: TYPES.NULL, length: 0, write: () => undefined };

function parameterOf({ type, text }: BoundValue): Parameter {
  switch (type) {
    case 'null':
      return NULL;
    case 'boolean':
      return { type: TYPES.TINY, length: 1, write: (target, at) => target.writeUInt8(isTrue(text) ? 1 : 0, at) }; // prettier-ignore
    case 'integer':
      return integerOf(text);
    case 'double':
      return { type: TYPES.DOUBLE, length: 8, write: (target, at) => target.writeDoubleLE(Number(text), at) };
    case 'binary':
      return bytesOf(TYPES.BLOB, Buffer.from(text, 'hex'));
    default:
      return textOf(TYPES.VAR_STRING, text);
  }
}

function integerOf(text: string): Parameter {
  const room = integerRoom(text);
  if (room === 'decimal') return textOf(TYPES.NEWDECIMAL, text);
  const isUnsigned = room === 'unsigned';
  return { type: TYPES.LONGLONG, isUnsigned, length: LONG_BYTES, write: (target, at) => { writeLong(target, text, at); } }; // prettier-ignore
}

/** Writes an integer as two 32-bit halves if JavaScript represents it exactly, because a BigInt would cost several times as much. */
function writeLong(target: Buffer, text: string, at: number): void {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    target.writeBigUInt64LE(BigInt.asUintN(64, BigInt(text)), at);
    return;
  }
  target.writeUInt32LE(value >>> 0, at);
  target.writeInt32LE(Math.floor(value / TWO_TO_32), at + 4);
}

function textOf(type: number, text: string): Parameter {
  const bytes = Buffer.byteLength(text);
  return {
    type,
    length: lengthBytes(bytes) + bytes,
    write: (target, at) => target.write(text, writeLength(target, bytes, at)),
  };
}

function bytesOf(type: number, bytes: Buffer): Parameter {
  return {
    type,
    length: lengthBytes(bytes.length) + bytes.length,
    write: (target, at) => bytes.copy(target, writeLength(target, bytes.length, at)),
  };
}

/** Returns the size in bytes of a length-encoded integer that fits in one packet (MySQL Internals, "Protocol::LengthEncodedInteger"). */
function lengthBytes(value: number): number {
  if (value < 0xfb) return 1;
  return value < 0xffff ? 3 : 4;
}

/** Writes a length-encoded integer, and returns the offset after it. */
function writeLength(target: Buffer, value: number, at: number): number {
  if (value < 0xfb) return target.writeUInt8(value, at);
  if (value < 0xffff) return target.writeUInt16LE(value, target.writeUInt8(0xfc, at));
  return target.writeUIntLE(value, target.writeUInt8(0xfd, at), 3);
}
