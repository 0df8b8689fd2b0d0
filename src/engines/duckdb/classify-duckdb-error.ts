import { ServiceError } from '../../errors';
import { NO_ROOM } from '../../model';
import { refusals } from '../running/refusals';

/** Messages for a column name without its table, with its table, and in the condition of a join. */
const LACKS_COLUMN = [
  /^Binder Error: Referenced column "(.*)" (?:was )?not found/,
  /^Binder Error: .* does not have a column named "(.*)"/,
  /^Binder Error: Column "(.*)" does not exist on (?:left|right) side of join/,
];

/** Maps an error of DuckDB to a ServiceError. Only the message distinguishes the kinds of errors. */
export function classifyDuckDbError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { message = '' } = error as Partial<Error>;
  if (message.endsWith(NO_ROOM)) return refusals.textTooLong(error);
  const lacked = LACKS_COLUMN.map((pattern) => pattern.exec(message)).find((match) => match !== null);
  if (lacked !== undefined) return refusals.lacksColumn(error, lacked[1]);
  if (message.startsWith('Parser Error: Max expression depth')) return refusals.tooMany('nested expressions', error);
  return message.startsWith('IO Error') ? refusals.unavailable(error) : refusals.refused(error);
}
