import { ServiceError } from '../../errors';

/** An error in the log. */
export interface LoggedError {
  readonly type: string;
  /** Absent or shortened for errors of drivers, whose messages contain values and keys. */
  readonly message?: string;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** An error with the properties that drivers add. */
interface DriverError extends Error {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly sqlMessage?: unknown;
  readonly syscall?: unknown;
}

/**
 * Returns the error and its causes without the properties that drivers add (statements, parameters). Messages of data sources and their
 * drivers contain values and keys: their codes replace them, and with `isDebugging` the beginning of the message is added.
 */
export function describeError(error: unknown, isDebugging: boolean, isOfSource = false): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, ...(!isOfSource && { message: String(error) }) };
  const { name, message, code, stack, cause } = error as DriverError;
  const isDriver = isOfSource ? !isOfSystem(error) : isOfDriver(error);
  const isBelowSource = isDriver || isRefusalOfSource(error);
  return {
    ...(isDriver ? describeDriverError(error, isDebugging) : { type: name, message, code, stack }),
    cause: cause === undefined ? undefined : describeError(cause, isDebugging, isBelowSource),
  };
}

function describeDriverError(error: DriverError, isDebugging: boolean): LoggedError {
  const { name, message, code, errno, sqlState } = error;
  const shown = isDebugging ? { message: beginningOf(message) } : {};
  return { type: kindOf(message) ?? name, ...shown, code, errno, sqlState, stack: placesOf(error) };
}

/** Returns whether a data source reported the error; the causes of these errors come from its driver. */
function isRefusalOfSource(error: Error): boolean {
  return error instanceof ServiceError && error.code.startsWith('source_');
}

function isOfDriver(error: DriverError): boolean {
  return error.sqlState !== undefined || error.sqlMessage !== undefined;
}

/** Returns whether the error comes from the network: its message contains no values, only a host and a port. */
function isOfSystem(error: DriverError): boolean {
  return error.syscall !== undefined && !isOfDriver(error);
}

/** Returns the kind of failure at the start of a DuckDB message, for example `Conversion Error`. */
function kindOf(message: string): string | undefined {
  return /^([A-Z][A-Za-z ]{2,40} Error):/.exec(message)?.[1];
}

/** Returns the message up to its first value or name, with `#` for numbers. */
function beginningOf(message: string): string {
  return (/^[^'"`:\n]*/.exec(message)?.[0] ?? '').replaceAll(/\d+/g, '#').trim();
}

function placesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n');
}
