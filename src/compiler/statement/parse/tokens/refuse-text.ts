import { ServiceError, type ErrorCode, type Position } from '../../../../errors';

/** Returns the line and column of an offset, both from 1. Columns count UTF-16 code units. */
export function locateOffset(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}

export interface Refusal {
  readonly message: string;
  readonly hint?: string;
  readonly code?: ErrorCode;
}

/** Rejects a statement at an offset of its text, with `statement_malformed` unless the refusal sets another code. */
export function refuseText(text: string, offset: number, refusal: Refusal): never {
  const { message, hint, code = 'statement_malformed' } = refusal;
  throw new ServiceError(code, message, { hint, position: locateOffset(text, offset) });
}
