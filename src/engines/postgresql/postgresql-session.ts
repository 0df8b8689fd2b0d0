import { type Settings } from './portal';

/** The time in milliseconds that the server waits longer than the service before it ends a statement itself. */
const GRACE_MS = 2_000;

/**
 * Returns the settings of the transaction of a statement: those on which the meaning of SQL and the form of values depend, and the time
 * limit at which the server ends the statement if the service could not. Tables are found in `schema`; functions and operators of the
 * server have precedence over those of other schemas. They are set in each transaction, so that a pooler may share connections.
 */
export function transactionSettings(schema: string, timeoutMs: number): Settings {
  return {
    search_path: `pg_catalog, "${schema.replaceAll('"', '""')}", pg_temp`,
    TimeZone: 'UTC',
    DateStyle: 'ISO, YMD',
    IntervalStyle: 'postgres',
    bytea_output: 'hex',
    client_min_messages: 'error',
    extra_float_digits: '1',
    standard_conforming_strings: 'on',
    statement_timeout: String(Math.ceil(timeoutMs) + GRACE_MS),
  };
}
