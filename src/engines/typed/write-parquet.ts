import { type DuckDBConnection, quotedString } from '@duckdb/node-api';
import { ServiceError } from '../../errors';
import type { TypedTable } from './typed-table';

/** The writer keeps a group of rows in memory: wide rows form smaller groups. */
const GROUP_BYTES = 32 * 2 ** 20;
const [FEWEST_ROWS, MOST_ROWS] = [2_048, 122_880];

/** Writes a table to a Parquet file. Throws `format_bad_value` for rows that are too long for the memory of the writer. */
export async function writeParquet(connection: DuckDBConnection, path: string, table: TypedTable): Promise<void> {
  const rows = Math.round(Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, GROUP_BYTES / table.rowBytes)));
  try {
    await connection.run(`COPY (${table.sql}) TO ${quotedString(path)} (FORMAT parquet, ROW_GROUP_SIZE ${rows})`);
  } catch (error) {
    if (!String((error as Partial<Error>).message).startsWith('Out of Memory Error')) throw error;
    const problem = `the rows are too long for Parquet: the service keeps ${FEWEST_ROWS} of them in memory`;
    throw new ServiceError('format_bad_value', problem, {
      cause: error,
      hint: 'select fewer or shorter columns, or use another format',
    });
  }
}
