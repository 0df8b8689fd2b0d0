import BetterSqlite3Client, { type Connection, type Query } from 'knex/lib/dialects/better-sqlite3';
import Libsql from 'libsql';

/** knex's better-sqlite3 dialect over libsql, which speaks the same interface and brings its binaries inside npm. */
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

/** A transaction takes the write lock where it begins, so that none fails half-way for what another one wrote. */
function beginAtOnce(connection: Connection, query: Query): Query {
  connection.exec('BEGIN IMMEDIATE');
  return Object.assign(query, { response: { changes: 0 } });
}

/** libsql leaves a statement that met a busy file unfinished, and its connection cannot commit any more: the pool replaces it. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}
