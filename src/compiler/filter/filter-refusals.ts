import { ServiceError } from '../../errors';

const LONGEST_SHOWN = 60;

/** Returns the error for an invalid filter; `parameter` is the one to correct. */
export function malformed(parameter: string, fault: string, hint?: string): ServiceError {
  return new ServiceError('filter_malformed', `${parameter}: ${fault}`, { hint });
}

/** Returns a string of the caller in quotes, shortened for a message. */
export function show(text: string): string {
  const characters = Array.from(text);
  return characters.length > LONGEST_SHOWN ? `"${characters.slice(0, LONGEST_SHOWN).join('')}..."` : `"${text}"`;
}
