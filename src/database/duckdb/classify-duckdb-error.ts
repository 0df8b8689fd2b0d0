import { ServiceError } from '../../errors';
import { refusals } from '../running/refusals';

/** What an error of DuckDB means to the caller: only its text tells the kinds apart. */
export function classifyDuckDbError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return ((error as Partial<Error>).message ?? '').startsWith('IO Error')
    ? refusals.unavailable(error)
    : refusals.refused(error);
}
