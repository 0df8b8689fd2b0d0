import BetterSqlite3Client, { type Connection, type Query } from 'knex/lib/dialects/better-sqlite3';
import Libsql from 'libsql';

/** The better-sqlite3 dialect of knex over libsql, which has the same interface and includes its binaries in npm packages. */
export class LibsqlClient extends BetterSqlite3Client {
  override _driver(): typeof Libsql {
    return Libsql;
  }

  override async _query(connection: Connection, query: Query): Promise<Query> {
    if (query.sql === 'BEGIN;') return beginAtOnce(connection, query);
    try {
      return await super._query(connection, query);
    } catch (error) {
      if (isBusy(error)) connection.__knex__disposed = error;
      throw error;
    }
  }
}

/** Begins a transaction with the write lock, so that none fails half-way because another one has written. */
function beginAtOnce(connection: Connection, query: Query): Query {
  connection.exec('BEGIN IMMEDIATE');
  return Object.assign(query, { response: { changes: 0 } });
}

/**
 * Returns whether the file was busy. libsql does not finish a statement that met a busy file, and its connection cannot commit any more:
 * the pool replaces it.
 */
function isBusy(error: unknown): boolean {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}
