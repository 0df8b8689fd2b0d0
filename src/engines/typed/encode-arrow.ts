import type {
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBValue,
} from '@duckdb/node-api';
import {
  AsyncByteQueue,
  Bool,
  type Data,
  type DataType,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimeMicrosecond,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow';
import type { TypedTable } from './typed-table';

/** The values of one column, where NULL is null. */
type Values = readonly DuckDBValue[];

/** The buffers of a column (Arrow Columnar Format, "Physical Memory Layout"), where the slots of NULL have any value. */
interface Body {
  readonly data: BigInt64Array | Float64Array | Int32Array | Uint32Array | Uint8Array;
  readonly valueOffsets?: Int32Array;
}

/** A type of Arrow, and how values are laid out. */
interface ArrowType {
  readonly type: DataType;
  readonly lay: (values: Values) => Body;
}

const ofLongs = (type: DataType, read: (value: NonNullable<DuckDBValue>) => bigint): ArrowType => ({
  type,
  lay: (values) => ({ data: BigInt64Array.from(values, (value) => (value === null ? 0n : read(value))) }),
});

const TYPES: Readonly<Record<string, () => ArrowType>> = {
  VARCHAR: () => ({ type: new Utf8(), lay: layTexts }),
  BOOLEAN: () => ({ type: new Bool(), lay: (values) => ({ data: bitsOf(values, (value) => value === true) }) }),
  DOUBLE: () => ({ type: new Float64(), lay: (values) => ({ data: Float64Array.from(values, Number) }) }),
  BIGINT: () => ofLongs(new Int64(), (value) => value as bigint),
  TIME: () => ofLongs(new TimeMicrosecond(), microsOf),
  TIMESTAMP: () => ofLongs(new TimestampMicrosecond(), microsOf),
  DATE: () => ({
    type: new DateDay(),
    lay: (values) => ({ data: Int32Array.from(values, (value) => (value as DuckDBDateValue | null)?.days ?? 0) }),
  }),
};

function microsOf(value: NonNullable<DuckDBValue>): bigint {
  return (value as { readonly micros: bigint }).micros;
}

/** Keeps what a writer has written until it is taken. */
class Written extends AsyncByteQueue {
  private pieces: Uint8Array[] = [];

  override write(piece: Uint8Array): void {
    this.pieces.push(piece);
  }

  take(): Buffer {
    const taken = Buffer.concat(this.pieces);
    this.pieces = [];
    return taken;
  }
}

/** Yields a table as a stream of Arrow IPC: its schema, then a batch for each chunk of rows. */
export async function* encodeArrow(connection: DuckDBConnection, table: TypedTable): AsyncGenerator<Buffer> {
  const types = table.columns.map(({ name, type }) => ({ name, ...arrowType(type) }));
  const schema = new Schema(types.map(({ name, type }) => new Field(name, type, true)));
  const written = new Written();
  const writer = new RecordBatchStreamWriter();
  writer.reset(written, schema);
  const result = await connection.stream(table.sql);
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
    writer.write(batchOf(schema, types, chunk));
    yield written.take();
  }
  writer.finish();
  yield written.take();
}

function arrowType(written: string): ArrowType {
  const [, digits, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(written) ?? [];
  if (digits !== undefined) return { type: new Decimal(Number(scale), Number(digits), 128), lay: layDecimals };
  const make = TYPES[written];
  if (make === undefined) throw new Error(`no type of Arrow for ${written}`);
  return make();
}

function batchOf(schema: Schema, types: readonly ArrowType[], chunk: DuckDBDataChunk): RecordBatch {
  const length = chunk.rowCount;
  const children = types.map(({ type, lay }, index): Data => {
    const values = chunk.getColumnValues(index);
    const nullCount = values.filter((value) => value === null).length;
    const nullBitmap = nullCount === 0 ? undefined : bitsOf(values, (value) => value !== null);
    return makeData({ type, length, nullCount, nullBitmap, ...lay(values) } as Parameters<typeof makeData>[0]);
  });
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }));
}

/** Returns a bit for each value, the first one in the lowest bit of the first byte. */
function bitsOf(values: Values, isSet: (value: DuckDBValue) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, index) => {
    if (isSet(value)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return bits;
}

function layTexts(values: Values): Body {
  const valueOffsets = new Int32Array(values.length + 1);
  const texts = values.map((value, index) => {
    const text = Buffer.from(value === null ? '' : (value as string));
    valueOffsets[index + 1] = (valueOffsets[index] ?? 0) + text.length;
    return text;
  });
  return { valueOffsets, data: Buffer.concat(texts) };
}

/** Lays out decimals as integers of 128 bits, the lower half first. */
function layDecimals(values: Values): Body {
  const halves = new BigInt64Array(2 * values.length);
  values.forEach((value, index) => {
    const whole = (value as DuckDBDecimalValue | null)?.value ?? 0n;
    halves[2 * index] = BigInt.asIntN(64, whole);
    halves[2 * index + 1] = whole >> 64n;
  });
  return { data: new Uint32Array(halves.buffer) };
}
