import { locateOffset } from '../compiler/statement';
import { ServiceError } from '../errors';

/** Runs a stage that knows offsets only, and gives its errors their line and column in `text`. */
export function locateErrors<T>(text: string, stage: () => T): T {
  try {
    return stage();
  } catch (error) {
    throw withPosition(error, text);
  }
}

export function withPosition(error: unknown, text: string): unknown {
  if (!(error instanceof ServiceError) || error.details.offset === undefined) return error;
  if (error.details.position !== undefined || error.details.offset > text.length) return error;
  return new ServiceError(error.code, error.message, {
    ...error.details,
    position: locateOffset(text, error.details.offset),
  });
}
