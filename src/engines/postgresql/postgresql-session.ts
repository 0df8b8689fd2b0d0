/** The time in milliseconds that the server waits longer than the service before it ends a statement itself. */
const GRACE_MS = 2_000;

/**
 * The settings of each transaction on which the meaning of SQL and the form of values depend. `transaction_read_only` cannot be switched
 * off again in the same transaction, because the statement that applies it has taken a snapshot (PostgreSQL manual, "SET TRANSACTION").
 */
const CONSTANT = {
  transaction_read_only: 'on',
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  client_min_messages: 'error',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
};

const VALUES = {
  search_path: '$1',
  ...Object.fromEntries(Object.entries(CONSTANT).map(([name, value]) => [name, `'${value}'`])),
  statement_timeout: '$2',
};

const APPLIED = Object.entries(VALUES).map(([name, value]) => `pg_catalog.set_config('${name}', ${value}, true)`);

/**
 * The statement that applies settings until the end of the transaction, so that a pooler may share connections. `settingValues` are its
 * parameters. Its only row is the number of the server process.
 */
export const APPLY_SETTINGS = `SELECT pg_catalog.pg_backend_pid() WHERE ${APPLIED.map((call) => `${call} IS NOT NULL`).join(' AND ')}`;

/** The settings of a transaction that differ between statements: the parameters of `APPLY_SETTINGS`. */
export type SettingValues = readonly [searchPath: string, statementTimeout: string];

/**
 * Returns the settings of the transaction of a statement. Tables are found in `schema`; functions and operators of the server have
 * precedence over those of other schemas. At the time limit the server ends the statement if the service could not.
 */
export function settingValues(schema: string, timeoutMs: number): SettingValues {
  return [`pg_catalog, "${schema.replaceAll('"', '""')}", pg_temp`, String(Math.ceil(timeoutMs) + GRACE_MS)];
}
