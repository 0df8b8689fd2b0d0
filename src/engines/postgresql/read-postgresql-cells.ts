import { type Cell, type OutputColumn } from '../../model';
import { type RawValue } from '../cells/cell-kind';
import { isComparable } from '../cells/is-comparable';
import { shapeCell } from '../cells/shape-cell';
import { kindOf, OIDS, type ResultField, TEXTS } from './field-types';

/** A row in the text format of the protocol. */
export type TextRow = readonly (string | null)[];
type Reader = (text: string) => Cell;

/** Returns one reader for each column of a result with these fields. */
export function postgreSqlReaders(fields: readonly ResultField[], columns: readonly OutputColumn[]): readonly Reader[] {
  return fields.map((field, index) => {
    const shape = shapeCell(kindOf(field), columns[index]?.type ?? 'unknown');
    const read = READ_FIRST.get(field.dataTypeID);
    return read === undefined ? shape : (text) => shape(read(text));
  });
}

/** Returns which columns are comparable by their cells (`RowStream`). */
export function postgreSqlComparable(
  fields: readonly ResultField[],
  columns: readonly OutputColumn[],
): readonly boolean[] {
  return fields.map((field, index) => {
    const kind = kindOf(field);
    return (kind !== 'text' || TEXTS.has(field.dataTypeID)) && isComparable(kind, columns[index]?.type ?? 'unknown');
  });
}

export function readPostgreSqlCells(row: TextRow, readers: readonly Reader[]): readonly Cell[] {
  return row.map((text, index) => (text === null ? null : (readers[index]?.(text) ?? null)));
}

const HEX_PREFIX = '\\x'.length;
/** The offset at the end of a `timestamptz`, which is zero because sessions use UTC. */
const OFFSET = /\+00(?= BC$|$)/;

const READ_FIRST: ReadonlyMap<number, (text: string) => RawValue> = new Map<number, (text: string) => RawValue>([
  [OIDS.bool, (text) => text === 't'],
  [OIDS.bytea, (text) => Buffer.from(text.slice(HEX_PREFIX), 'hex')],
  [OIDS.bpchar, (text) => text.replace(/ +$/, '')],
  [OIDS.bit, readBits],
  [OIDS.varbit, readBits],
  [OIDS.timestamptz, (text) => text.replace(OFFSET, '')],
]);

/** Returns the number that bits represent, as on the other engines. */
function readBits(text: string): bigint {
  return BigInt(`0b0${text}`);
}
