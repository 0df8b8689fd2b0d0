import { ServiceError } from '../../errors';

/** Gives a refusal that has no place in the statement the offset where the name stands that it is about. */
export function locate<T>(at: number | undefined, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.offset !== undefined) throw error;
    throw new ServiceError(error.code, error.message, { ...error.details, offset: at });
  }
}
