import { locateOffset } from '../../compiler/statement';
import { ServiceError } from '../../errors';

/** Adds the line and column in `text` to an error that has only an offset; returns any other error unchanged. */
export function withPosition(error: unknown, text: string): unknown {
  if (!(error instanceof ServiceError) || error.details.offset === undefined) return error;
  if (error.details.position !== undefined || error.details.offset > text.length) return error;
  return new ServiceError(error.code, error.message, {
    ...error.details,
    position: locateOffset(text, error.details.offset),
  });
}
