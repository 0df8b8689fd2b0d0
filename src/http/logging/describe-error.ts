import { ServiceError } from '../../errors';

/** An error as the log shows it. */
export interface LoggedError {
  readonly type: string;
  /** Missing where it is a driver's, whose texts hold values and keys. */
  readonly message?: string;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** What drivers hang on their errors. */
interface DriverError extends Error {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly sqlMessage?: unknown;
  readonly syscall?: unknown;
}

/**
 * The error and its causes, without what drivers hang on them (statements, parameters). A data source and its driver
 * write values and keys into their texts: instead of those stand their codes, and with `isDebugging` how a text begins.
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

/** What is underneath a refusal by a data source comes from its driver. */
function isRefusalOfSource(error: Error): boolean {
  return error instanceof ServiceError && error.code.startsWith('source_');
}

function isOfDriver(error: DriverError): boolean {
  return error.sqlState !== undefined || error.sqlMessage !== undefined;
}

/** The network's own errors name an address and nothing else. */
function isOfSystem(error: DriverError): boolean {
  return error.syscall !== undefined && !isOfDriver(error);
}

/** `Conversion Error`: how DuckDB says what kind of failure follows. */
function kindOf(message: string): string | undefined {
  return /^([A-Z][A-Za-z ]{2,40} Error):/.exec(message)?.[1];
}

/** What stands before the first value or name. */
function beginningOf(message: string): string {
  return (/^[^'"`:\n]*/.exec(message)?.[0] ?? '').replaceAll(/\d+/g, '#').trim();
}

function placesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^ +at /.test(line))
    .join('\n');
}
