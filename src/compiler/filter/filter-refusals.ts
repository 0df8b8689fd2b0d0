import { ServiceError } from '../../errors';

const LONGEST_SHOWN = 60;

/** A filter that breaks a rule; `parameter` is the one to correct. */
export function malformed(parameter: string, fault: string, hint?: string): ServiceError {
  return new ServiceError('filter_malformed', `${parameter}: ${fault}`, { hint });
}

/** The text of a caller between quotes, cut to a length that a message can bear. */
export function show(text: string): string {
  const characters = Array.from(text);
  return characters.length > LONGEST_SHOWN ? `"${characters.slice(0, LONGEST_SHOWN).join('')}..."` : `"${text}"`;
}
