import type { ErrorCode } from './error-code';

export interface Position {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

export interface ErrorDetails {
  readonly hint?: string;
  readonly position?: Position;
  /** Offset in the statement's text, set by stages that have only the tree. The stage that has the text converts it to a position. */
  readonly offset?: number;
  /** The name that is unknown, as written: for stages that know why it is missing, never for the response. */
  readonly unknown?: string;
  /** Seconds. */
  readonly retryAfter?: number;
  /** The reason in words, only for readers that may know it. */
  readonly reason?: string;
  /** Like `reason`, for all administrators of the data source: it reveals nothing of hosts and files. */
  readonly ownReason?: string;
  /** The missing column, as reported by the driver of a data source. Only for callers that can read it in the SQL of a mapping. */
  readonly column?: string | undefined;
  /** The underlying error: for the log, never for the response. */
  readonly cause?: unknown;
}

/** An error that the service reports. `message` is for people and never contains SQL of a data source, a host, a secret or a path. */
export class ServiceError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ServiceError';
  }
}

/** Runs `work`. Adds `offset`, the position of the name that `work` refers to, to an error without an offset. */
export async function locateRefusal<T>(offset: number | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.offset !== undefined) throw error;
    throw new ServiceError(error.code, error.message, { ...error.details, offset });
  }
}
