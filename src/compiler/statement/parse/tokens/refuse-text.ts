import { ServiceError, type ErrorCode, type Position } from '../../../../errors';

/** Line and column of an offset, both from 1, columns in UTF-16 units. */
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

/** Refuses a statement at an offset of its text: `statement_malformed` unless the refusal says another code. */
export function refuseText(text: string, offset: number, refusal: Refusal): never {
  const { message, hint, code = 'statement_malformed' } = refusal;
  throw new ServiceError(code, message, { hint, position: locateOffset(text, offset) });
}
