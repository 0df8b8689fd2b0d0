import { locateOffset } from '../../src/compiler/statement';
import { ServiceError } from '../../src/errors';
import { type Notice } from '../../src/ontologies';

/** Returns a warning with its line and column in `text`, which `file` contains. */
export function printWarning({ text: what, offset }: Notice, file: string, text: string): string {
  if (offset === undefined) return `warning: ${what}`;
  const { line, column } = locateOffset(text, offset);
  return `${file}:${line}:${column}: warning: ${what}`;
}

/** Adds the line and column in `text` to the message of an error that has a place. */
export function locateError(error: unknown, file: string, text: string): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { offset } = error.details;
  const position = error.details.position ?? (offset === undefined ? undefined : locateOffset(text, offset));
  if (position === undefined) return error;
  const place = `${file}:${position.line}:${position.column}`;
  return new ServiceError(error.code, `${place}: ${error.message}`, error.details);
}
