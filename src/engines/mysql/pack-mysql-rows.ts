import { type OutputColumn, type PackedForm } from '../../model';
import { LastMade } from '../printing/last-made';
import { type ResultField, typesOf } from './field-types';
import { type PackValue, valuePacker } from './pack-mysql-values';
import type { PacketSink } from './packet-sink';
import { RESERVED_BITS, type RowPacket } from './read-mysql-values';

/** The most bytes of a packed number, date or time, with its length. */
const LONGEST_SCALAR = 64;
/** The most bytes of UTF-8 for one byte of a string: a byte that is not part of any becomes a character of three. */
const MOST_BYTES = 3;
/** The bytes of the length of a row. */
const LENGTH_BYTES = 4;
/** NULL in the form of text. */
const NULL_VALUE = 0xfb;

/** A function that packs a row, with its length (`PackedRows`). */
export type PackRow = (packet: RowPacket, sink: PacketSink) => void;

/**
 * Returns a function that packs rows with these fields as the MySQL protocol sends their cells in this form, byte for byte; undefined if
 * `valuePacker` cannot pack one of the columns. It reads rows of the binary protocol.
 */
export function mySqlRowPacker(
  fields: readonly ResultField[],
  columns: readonly OutputColumn[],
  form: PackedForm,
): PackRow | undefined {
  return packers.of(columns, `${form} ${typesOf(fields)}`, () => makePacker(fields, columns, form));
}

const packers = new LastMade<readonly OutputColumn[], PackRow | undefined>();

function makePacker(
  fields: readonly ResultField[],
  columns: readonly OutputColumn[],
  form: PackedForm,
): PackRow | undefined {
  const values: { readonly pack: PackValue; readonly byte: number; readonly mask: number }[] = [];
  for (const [index, field] of fields.entries()) {
    const pack = valuePacker(field, columns[index]?.type ?? 'unknown', form);
    if (pack === undefined) return undefined;
    const bit = index + RESERVED_BITS;
    values.push({ pack, byte: bit >> 3, mask: 1 << (bit & 7) });
  }
  const isText = form === 'text';
  const bitmapBytes = (values.length + RESERVED_BITS + 7) >> 3;
  const fixed = LENGTH_BYTES + values.length * LONGEST_SCALAR;
  return (packet, sink) => {
    const { buffer, offset } = packet;
    sink.reserve(fixed + MOST_BYTES * (packet.end - offset));
    const place = sink.skip(LENGTH_BYTES);
    const bitmap = offset + 1;
    packet.offset = bitmap + bitmapBytes;
    if (!isText) sink.span(buffer, offset, packet.offset);
    for (const { pack, byte, mask } of values) {
      if (((buffer[bitmap + byte] ?? 0) & mask) === 0) pack(packet, sink);
      else if (isText) sink.byte(NULL_VALUE);
    }
    sink.putLength(place, LENGTH_BYTES);
  };
}
