export { type Knex } from 'knex';
export { DatabaseModule } from './database.module';
export type { DataSourceConnection, Engine, RunOptions } from './engine';
export { Engines } from './engines.provider';
export { isUniqueViolation } from './system-database/is-unique-violation';
export { openSystemDatabase } from './system-database/open-system-database';
export { runTransaction } from './system-database/run-transaction';
export { SYSTEM_DATABASE } from './system-database/system-database.provider';
export { type DuckDbCell, type DuckDbTable, writeDuckDbFile } from './write-duckdb-file';
