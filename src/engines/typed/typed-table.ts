import { type DuckDBConnection, quotedIdentifier } from '@duckdb/node-api';
import { type Cell, type NestedCell, numberNames, type OutputColumn, type RowStream } from '../../model';
import { type TypedColumn, typedColumn } from './typed-column';

/** Rows with the types of their columns. */
export type TypedRows = Pick<RowStream<Cell | NestedCell>, 'columns' | 'batches'>;

/** Rows that are collected in a temporary table of a connection. */
export interface TypedTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The statement that reads them, in their order. */
  readonly sql: string;
  /** About how many bytes a row has. */
  readonly rowBytes: number;
}

const TABLE = 'answer';
/** The column of an answer that has none, such as that of a definition: every table has a column. */
const NOTHING: OutputColumn = { name: 'nothing', type: 'unknown' };
/** Rows that are appended at once, while the event loop waits. */
const SLICE = 500;

/**
 * Collects rows in a temporary table, which DuckDB keeps on the disk if they are many, because the scale of decimals is known only after the
 * last row. The connection must have no other such table. Throws `format_bad_value` for a value that the type of its column cannot have.
 */
export async function collectRows(connection: DuckDBConnection, { columns, batches }: TypedRows): Promise<TypedTable> {
  const described = columns.length === 0 ? [NOTHING] : columns;
  const typed = described.map(typedColumn);
  const types = typed.map(({ stored }, index) => `c${index} ${stored}`);
  await connection.run(`CREATE TEMP TABLE ${TABLE} (${types.join(', ')})`);
  const rowBytes = await appendRows(connection, typed, batches);
  const names = numberNames(described.map(({ name }) => name));
  const written = typed.map((column, index) => ({ name: names[index] ?? '', type: column.written() }));
  const selected = written.map(({ name, type }, index) => `CAST(c${index} AS ${type}) AS ${quotedIdentifier(name)}`);
  return { columns: written, sql: `SELECT ${selected.join(', ')} FROM ${TABLE}`, rowBytes };
}

async function appendRows(
  connection: DuckDBConnection,
  columns: readonly TypedColumn[],
  batches: TypedRows['batches'],
): Promise<number> {
  const appender = await connection.createAppender(TABLE);
  let [rows, bytes] = [0, 1];
  try {
    for await (const batch of batches)
      for (let from = 0; from < batch.length; from += SLICE) {
        for (const row of batch.slice(from, from + SLICE)) {
          columns.forEach((column, index) => (bytes += column.append(appender, row[index] ?? null)));
          appender.endRow();
          rows++;
        }
        appender.flushSync();
        await new Promise(setImmediate);
      }
  } finally {
    // rows that an error has left unfinished are never read
    appender.clear();
    appender.closeSync();
  }
  return bytes / Math.max(rows, 1);
}
