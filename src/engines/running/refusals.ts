import { isNativeError } from 'node:util/types';
import { ServiceError } from '../../errors';

const RETRY_SECONDS = 1;

/** An error in a definition itself, whatever the machine and the network: it is reported to every caller. */
export class Misconfigured extends ServiceError {
  constructor(message: string, cause?: unknown) {
    super('source_refused', message, { cause });
  }
}

/** The errors of engines. The cause is for the log; no message contains a host name or SQL. */
export const refusals = {
  refused: (cause: unknown) => new ServiceError('source_refused', 'the data source rejected the statement', { cause }),
  /** Only mappings name columns of the data source. `column` is the name that the driver reports, if it reports one. */
  lacksColumn: (cause: unknown, column: string | undefined) =>
    new ServiceError('source_refused', 'the data source rejected the statement: a column does not exist', {
      hint: 'in a mapping, write names in backticks or double quotes, strings in single quotes',
      column,
      cause,
    }),
  tooMany: (what: string, cause: unknown) =>
    new ServiceError('plan_unsupported', `the data source does not accept a statement with so many ${what}`, { cause }), // prettier-ignore
  misconfigured: (message: string, cause?: unknown) => new Misconfigured(message, cause),
  /** Computing a value of the statement failed. No engine reports which function or operator it was without the values. */
  outOfRange: (cause: unknown) =>
    new ServiceError('source_bad_value', 'a value that the statement computes is out of the range of its type', {
      hint: 'exclude such values by a condition, or convert an operand to a type with a greater range, such as DOUBLE',
      cause,
    }),
  badForm: (cause: unknown) =>
    new ServiceError(
      'source_bad_value',
      'a value of the statement does not have the form of the type it is converted to',
      {
        hint: 'compare values with values of their own type, and exclude others by a condition',
        cause,
      },
    ),
  badPattern: (cause: unknown) =>
    new ServiceError('source_bad_value', 'the data source does not accept a regular expression of the statement', {
      hint: 'patterns follow the rules of the data source: look for brackets that are not closed, and for look-around',
      cause,
    }),
  textTooLong: (cause: unknown) =>
    new ServiceError('source_text_too_long', 'a function of the statement would return too long a string', {
      hint: 'the limit is 16 MiB for a function and 64 MiB for an aggregate, less for the strings of many rows together; servers may have lower limits',
      cause,
    }),
  recursionTooLong: (cause: unknown) =>
    new ServiceError('source_recursion_too_long', 'a recursive table of the statement takes too many steps', {
      hint: 'the limit is 100,000 steps: end the recursion by a condition',
      cause,
    }),
  unavailable: (cause: unknown) =>
    new ServiceError('source_unavailable', 'the data source is not available', { retryAfter: RETRY_SECONDS, cause }),
  /** A fault at the target of a data source. The author of the definition may not be allowed to know it, so it is not in the message. */
  unfit: (reason: string, cause?: unknown) =>
    new ServiceError('source_unavailable', 'the data source is not available', {
      retryAfter: RETRY_SECONDS,
      cause,
      reason,
    }),
  /** A data source that could not be opened: the same error for all causes, with the actual one as its `reason`. */
  unopened: (error: unknown) => refusals.unfit(reasonOf(error), causeOf(error)),
  busy: () => new ServiceError('source_busy', 'too many statements are waiting', { retryAfter: RETRY_SECONDS }),
  unstopped: () =>
    new ServiceError('source_busy', 'the data source has not stopped earlier statements yet', {
      retryAfter: RETRY_SECONDS,
    }),
  timedOut: (cause?: unknown) => new ServiceError('source_timed_out', 'the data source took too long', { cause }),
  unread: () => new ServiceError('source_timed_out', 'the client did not read the answer in time'),
  clientClosed: (cause: unknown) =>
    new ServiceError('source_timed_out', 'the client no longer waits for the answer', { cause }),
};

function causeOf(error: unknown): unknown {
  return error instanceof ServiceError ? (error.details.cause ?? error) : error;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ServiceError)) return String((error as Partial<Error>).message ?? error);
  const { reason, cause } = error.details;
  if (reason !== undefined || error instanceof Misconfigured) return reason ?? error.message;
  return isNativeError(cause) ? (cause.message.split('\n', 1)[0] ?? '') : error.message;
}
