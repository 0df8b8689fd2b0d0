import { rename, rm } from 'node:fs/promises';
import { type DuckDBAppender, DuckDBInstance, type DuckDBConnection, quotedIdentifier } from '@duckdb/node-api';

export type DuckDbCell = string | number | boolean | null;

export interface DuckDbTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: 'VARCHAR' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN' }[];
  readonly primaryKey: readonly string[];
  readonly rows: Iterable<readonly DuckDbCell[]>;
}

/** Makes a DuckDB file that holds these tables. It appears complete or not at all: what an interrupted call left is swept away by the next. */
export async function writeDuckDbFile(path: string, tables: readonly DuckDbTable[]): Promise<void> {
  const partial = `${path}.partial`;
  await Promise.all([rm(partial, { force: true }), rm(`${partial}.wal`, { force: true })]);
  const instance = await DuckDBInstance.create(partial);
  try {
    const connection = await instance.connect();
    for (const table of tables) await writeTable(connection, table);
    await connection.run('CHECKPOINT');
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
  await rename(partial, path);
}

async function writeTable(connection: DuckDBConnection, table: DuckDbTable): Promise<void> {
  const columns = table.columns.map(({ name, type }) => `${quotedIdentifier(name)} ${type}`);
  const key = table.primaryKey.map(quotedIdentifier).join(', ');
  await connection.run(`CREATE TABLE ${quotedIdentifier(table.name)} (${columns.join(', ')}, PRIMARY KEY (${key}))`);
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
