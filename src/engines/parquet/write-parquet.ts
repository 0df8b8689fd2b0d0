import { type DuckDBConnection, quotedIdentifier, quotedString } from '@duckdb/node-api';
import { ServiceError } from '../../errors';
import { type Cell, type NestedCell, numberNames, type OutputColumn, type RowStream } from '../../model';
import { type ParquetColumn, parquetColumn } from './parquet-column';

const TABLE = 'answer';
/** The column of an answer that has none, such as that of a definition: every file has a column. */
const NOTHING: OutputColumn = { name: 'nothing', type: 'unknown' };
/** Rows that are appended at once, while the event loop waits. */
const SLICE = 500;
/** The writer keeps a group of rows in memory: wide rows form smaller groups. */
const GROUP_BYTES = 32 * 2 ** 20;
const [FEWEST_ROWS, MOST_ROWS] = [2_048, 122_880];

/**
 * Writes rows to a Parquet file. The connection must have no table of its own: the rows are collected in a temporary one, which DuckDB keeps
 * on the disk if they are many, because the scale of decimals is known only after the last row.
 */
export async function writeParquet(
  connection: DuckDBConnection,
  path: string,
  { columns, batches }: Pick<RowStream<Cell | NestedCell>, 'columns' | 'batches'>,
): Promise<void> {
  const described = columns.length === 0 ? [NOTHING] : columns;
  const written = described.map(parquetColumn);
  const types = written.map(({ stored }, index) => `c${index} ${stored}`);
  await connection.run(`CREATE TEMP TABLE ${TABLE} (${types.join(', ')})`);
  const rowBytes = await collect(connection, written, batches);
  const names = numberNames(described.map(({ name }) => name));
  const selected = written.map((column, index) => {
    const value = `CAST(c${index} AS ${column.written()})`;
    return `${value} AS ${quotedIdentifier(names[index] ?? '')}`;
  });
  const rows = Math.round(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, GROUP_BYTES / rowBytes)));
  await copy(
    connection,
    `COPY (SELECT ${selected.join(', ')} FROM ${TABLE}) TO ${quotedString(path)} (FORMAT parquet, ROW_GROUP_SIZE ${rows})`,
  );
}

/** Runs the statement that writes the file. */
async function copy(connection: DuckDBConnection, sql: string): Promise<void> {
  try {
    await connection.run(sql);
  } catch (error) {
    if (!String((error as Partial<Error>).message).startsWith('Out of Memory Error')) throw error;
    const problem = `the rows are too long for Parquet: the service keeps ${FEWEST_ROWS} of them in memory`;
    throw new ServiceError('format_bad_value', problem, {
      cause: error,
      hint: 'select fewer or shorter columns, or use another format',
    });
  }
}

/** Appends all rows to the table; resolves with about how many bytes a row has. */
async function collect(
  connection: DuckDBConnection,
  columns: readonly ParquetColumn[],
  batches: AsyncIterable<readonly (readonly (Cell | NestedCell)[])[]>,
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
