import { ServiceError } from '../../errors';

const RETRY_SECONDS = 1;

/** The refusals of engines. The cause is for the log; no message names a host or shows SQL (design 3, S5). */
export const refusals = {
  refused: (cause: unknown) => new ServiceError('source_refused', 'the data source refused the statement', { cause }),
  /** Only mappings name columns of the data source. */
  lacksColumn: (cause: unknown) =>
    new ServiceError('source_refused', 'the data source refused the statement: it lacks a column', {
      hint: 'a mapping names it; inside a mapping, names stand in backticks or double quotes, text in single quotes',
      cause,
    }),
  misconfigured: (message: string, cause?: unknown) => new ServiceError('source_refused', message, { cause }),
  tooMany: (what: string, cause: unknown) =>
    new ServiceError('plan_unsupported', `the server of the data source does not take so many ${what} in one statement`, { cause }), // prettier-ignore
  textTooLong: (cause: unknown) =>
    new ServiceError('source_text_too_long', 'a function of the statement would make too long a text', {
      hint: 'a text that is made has at most 16 MiB, those of many rows together less',
      cause,
    }),
  unavailable: (cause: unknown) =>
    new ServiceError('source_unavailable', 'the data source is not available', { retryAfter: RETRY_SECONDS, cause }),
  busy: () => new ServiceError('source_busy', 'too many statements are waiting', { retryAfter: RETRY_SECONDS }),
  unstopped: () =>
    new ServiceError('source_busy', 'the data source has not stopped earlier statements yet', {
      retryAfter: RETRY_SECONDS,
    }),
  timedOut: (cause?: unknown) => new ServiceError('source_timed_out', 'the data source took too long', { cause }),
  unread: () => new ServiceError('source_timed_out', 'the answer was not read in time'),
  left: (cause: unknown) => new ServiceError('source_timed_out', 'nobody waits for the answer any more', { cause }),
};
