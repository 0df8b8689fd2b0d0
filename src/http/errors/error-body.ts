import type { ErrorCode, Position, ServiceError } from '../../errors';

/** The body of every error response (docs/errors.md). */
export interface ErrorBody {
  readonly status: 'error';
  readonly data: string;
  readonly error: {
    readonly code: ErrorCode;
    readonly hint?: string;
    readonly position?: Position;
    readonly request_id: string;
  };
}

export function errorBody(error: ServiceError, requestId: string): ErrorBody {
  const { hint, position } = error.details;
  return {
    status: 'error',
    data: error.code === 'service_internal' ? 'internal error' : error.message,
    error: {
      code: error.code,
      ...(hint === undefined ? {} : { hint }),
      ...(position === undefined ? {} : { position }),
      request_id: requestId,
    },
  };
}
