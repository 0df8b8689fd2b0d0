import { ServiceError } from '../../errors';
import { NO_ROOM } from '../../model';
import { refusals } from '../running/refusals';

/** Messages for a column name without its table, with its table, and in the condition of a join. */
const LACKS_COLUMN = [
  /^Binder Error: Referenced column "(.*)" (?:was )?not found/,
  /^Binder Error: .* does not have a column named "(.*)"/,
  /^Binder Error: Column "(.*)" does not exist on (?:left|right) side of join/,
];

const BAD_VALUE = /^(?:Out of Range|Conversion|Invalid Input) Error: /;
/** A value of a file that does not have the type of its column is an error of the data source, not of the statement. */
const OF_FILE = /\b(?:CSV|JSON transform) [Ee]rror|reading file|in file/;
const OUT_OF_RANGE = /^Out of Range|out of range|[Oo]verflow/;
/** The messages of RE2, which reads regular expressions. */
const BAD_PATTERN =
  /^Invalid Input Error: (?:missing [\])]|unexpected \)|trailing \\|no argument for repetition operator|bad repetition operator|invalid (?:escape sequence|character class|repetition size|perl operator|UTF-8|named capture group))/;

/** Maps an error of DuckDB to a ServiceError. Only the message distinguishes the kinds of errors. */
export function classifyDuckDbError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { message = '' } = error as Partial<Error>;
  if (message.endsWith(NO_ROOM)) return refusals.textTooLong(error);
  const lacked = LACKS_COLUMN.map((pattern) => pattern.exec(message)).find((match) => match !== null);
  if (lacked !== undefined) return refusals.lacksColumn(error, lacked[1]);
  if (message.startsWith('Parser Error: Max expression depth')) return refusals.tooMany('nested expressions', error);
  if (BAD_VALUE.test(message) && !OF_FILE.test(message)) return classifyValueError(error, message);
  return message.startsWith('IO Error') ? refusals.unavailable(error) : refusals.refused(error);
}

function classifyValueError(error: unknown, message: string): ServiceError {
  if (BAD_PATTERN.test(message)) return refusals.badPattern(error);
  if (OUT_OF_RANGE.test(message)) return refusals.outOfRange(error);
  return message.startsWith('Conversion Error') ? refusals.badForm(error) : refusals.refused(error);
}
