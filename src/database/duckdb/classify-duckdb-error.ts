import { ServiceError } from '../../errors';
import { refusals } from '../running/refusals';
import { NO_ROOM } from './text-room';

/** A name without its table, and one with it. */
const LACKS_COLUMN = /^Binder Error: (?:Referenced column "|.* does not have a column named ")/;

/** What an error of DuckDB means to the caller: only its text tells the kinds apart. */
export function classifyDuckDbError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { message = '' } = error as Partial<Error>;
  if (message.endsWith(NO_ROOM)) return refusals.textTooLong(error);
  if (LACKS_COLUMN.test(message)) return refusals.lacksColumn(error);
  if (message.startsWith('Parser Error: Max expression depth')) return refusals.tooMany('nested expressions', error);
  return message.startsWith('IO Error') ? refusals.unavailable(error) : refusals.refused(error);
}
