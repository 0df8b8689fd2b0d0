import { ServiceError } from '../../errors';
import { refusals } from '../running/refusals';
import { NO_ROOM } from './text-room';

/** What an error of DuckDB means to the caller: only its text tells the kinds apart. */
export function classifyDuckDbError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { message = '' } = error as Partial<Error>;
  if (message.endsWith(NO_ROOM)) return refusals.textTooLong(error);
  return message.startsWith('IO Error') ? refusals.unavailable(error) : refusals.refused(error);
}
