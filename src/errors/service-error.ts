import type { ErrorCode } from './error-code';

export interface Position {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

export interface ErrorDetails {
  readonly hint?: string;
  readonly position?: Position;
  /** Offset in the statement's text, for stages that know the tree only; who has the text makes a position of it. */
  readonly offset?: number;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Why, in words for those alone who may know it. */
  readonly reason?: string;
  /** The column that a data source lacks, as its driver names it: for those alone who find it in the text of a mapping. */
  readonly column?: string | undefined;
  /** What happened underneath: for the log, never for the answer. */
  readonly cause?: unknown;
}

/** Every refusal of the service. `message` is for a person and never carries SQL of a data source, a host, a secret or a path. */
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

/** Does `work`; a refusal that has no place in the statement gets the offset of the name that `work` is about. */
export async function locateRefusal<T>(offset: number | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.offset !== undefined) throw error;
    throw new ServiceError(error.code, error.message, { ...error.details, offset });
  }
}
