import { locateOffset } from '../../compiler/statement';
import { ServiceError } from '../../errors';
import type { Notice } from '../../ontologies';

/** Adds the line and column in `text` to an error that has only an offset; returns any other error unchanged. */
export function withPosition(error: unknown, text: string): unknown {
  if (!(error instanceof ServiceError) || error.details.offset === undefined) return error;
  if (error.details.position !== undefined || error.details.offset > text.length) return error;
  return new ServiceError(error.code, error.message, {
    ...error.details,
    position: locateOffset(text, error.details.offset),
  });
}

/** Returns a notice as a string, with the line and column in `text` where it has an offset. */
export function printNotice({ text: what, offset }: Notice, text: string): string {
  if (offset === undefined || offset > text.length) return what;
  const { line, column } = locateOffset(text, offset);
  return `line ${line}, column ${column}: ${what}`;
}
