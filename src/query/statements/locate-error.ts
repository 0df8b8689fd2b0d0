import { locateOffset } from '../../compiler/statement';
import { ServiceError } from '../../errors';

/** Gives an error of a stage that knows offsets only its line and column in `text`. */
export function withPosition(error: unknown, text: string): unknown {
  if (!(error instanceof ServiceError) || error.details.offset === undefined) return error;
  if (error.details.position !== undefined || error.details.offset > text.length) return error;
  return new ServiceError(error.code, error.message, {
    ...error.details,
    position: locateOffset(text, error.details.offset),
  });
}
