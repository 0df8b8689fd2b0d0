import { type DuckDBAppender, type DuckDBConnection, quotedIdentifier } from '@duckdb/node-api';

export type DuckDbCell = string | number | boolean | null;

export interface DuckDbTable {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    /** Strings of the second type are compared without regard to letter case. */
    readonly type: 'VARCHAR' | 'VARCHAR COLLATE NOCASE' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN';
  }[];
  readonly primaryKey: readonly string[];
  readonly rows: Iterable<readonly DuckDbCell[]>;
}

/** Creates a table with its rows; an empty primary key means none. */
export async function writeTable(connection: DuckDBConnection, table: DuckDbTable): Promise<void> {
  const columns = table.columns.map(({ name, type }) => `${quotedIdentifier(name)} ${type}`);
  const key = table.primaryKey.map(quotedIdentifier);
  const parts = [...columns, ...(key.length > 0 ? [`PRIMARY KEY (${key.join(', ')})`] : [])];
  await connection.run(`CREATE TABLE ${quotedIdentifier(table.name)} (${parts.join(', ')})`);
  const appender = await connection.createAppender(table.name);
  for (const row of table.rows) appendRow(appender, table, row);
  appender.closeSync();
}

function appendRow(appender: DuckDBAppender, table: DuckDbTable, row: readonly DuckDbCell[]): void {
  row.forEach((cell, index) => {
    if (cell === null) appender.appendNull();
    else if (typeof cell === 'string') appender.appendVarchar(cell);
    else if (typeof cell === 'boolean') appender.appendBoolean(cell);
    else if (table.columns[index]?.type === 'INTEGER') appender.appendInteger(cell);
    else appender.appendDouble(cell);
  });
  appender.endRow();
}
