import { DuckDBTypeId } from '@duckdb/node-api';
import { type OutputColumn, type RowPrinting } from '../../model';
import { type ByteSink } from '../printing/byte-sink';
import { type ColumnMemory } from './chunk-memory';
import { type ColumnTypes } from './chunk-reader';
import { valuePrinter } from './print-duckdb-values';

const CLOSE = 0x7d;
const NULL = Buffer.from('null');
/** The most bytes of a printed number, date or time, with its quotes and the end of the row. */
const LONGEST_SCALAR = 64;

export type PrintRow = (columns: readonly ColumnMemory[], row: number, sink: ByteSink) => void;

/** Types that are completely described by their id. */
const PLAIN: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIME,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.VARCHAR,
]);

/**
 * The last printer for each `RowPrinting` whose types are completely described by their ids, and these ids: a statement that is run again
 * usually has the same types.
 */
const printers = new WeakMap<RowPrinting, { readonly made: string; readonly print: PrintRow }>();

/** Returns a printer for rows with these types, whose output equals that of `printing.print` for their cells, byte for byte. */
export function duckDbRowPrinter(
  types: ColumnTypes,
  columns: readonly OutputColumn[],
  printing: RowPrinting,
): PrintRow {
  if (!types.ids.every((id) => PLAIN.has(id))) return makePrinter(types, columns, printing);
  const made = types.ids.join();
  const known = printers.get(printing);
  if (known?.made === made) return known.print;
  const print = makePrinter(types, columns, printing);
  printers.set(printing, { made, print });
  return print;
}

function makePrinter(types: ColumnTypes, columns: readonly OutputColumn[], printing: RowPrinting): PrintRow {
  const shown = types.read().slice(0, printing.keys.length);
  const values = shown.map((type, index) => ({
    index,
    key: Buffer.from(`${index === 0 ? '{' : ','}${printing.keys[index] ?? ''}`),
    print: valuePrinter(type, columns[index]?.type ?? 'unknown', printing.typed),
  }));
  const [separator, terminator] = [Buffer.from(printing.separator), Buffer.from(printing.terminator)];
  const most = separator.length + terminator.length + LONGEST_SCALAR;
  return (memory, row, sink) => {
    sink.reserve(most);
    if (sink.length > 0) sink.copy(separator);
    for (const { index, key, print } of values) {
      const column = memory[index];
      if (column === undefined) continue;
      sink.reserve(key.length + most);
      sink.copy(key);
      if (column.valid !== undefined && ((column.valid[row >> 3] ?? 0) & (1 << (row & 7))) === 0) sink.copy(NULL);
      else print(column, row, sink);
    }
    sink.reserve(most);
    sink.byte(CLOSE);
    sink.copy(terminator);
  };
}
