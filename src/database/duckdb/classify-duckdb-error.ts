import { ServiceError } from '../../errors';
import { refusals } from '../running/refusals';

/** What an error of DuckDB means to the caller: only its text tells the kinds apart. */
export function classifyDuckDbError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return /^IO Error/.test((error as Partial<Error>).message ?? '')
    ? refusals.unavailable(error)
    : refusals.refused(error);
}
