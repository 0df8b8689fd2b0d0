/**
 * PostgreSQL 15 reports an error where a string is not a date, and has no cast that returns NULL instead. These regular
 * expressions match exactly the strings that it accepts, so that all others are not cast.
 */
const LEAP_YEAR = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][48]|[2468]0|[13579][26])00)';
const DAYS =
  '(?:0?[13578]|1[02])-(?:0?[1-9]|[12]\\d|3[01])|(?:0?[469]|11)-(?:0?[1-9]|[12]\\d|30)|0?2-(?:0?[1-9]|1\\d|2[0-8])';
const HOURS = '(?:[01]?\\d|2[0-3]):[0-5]?\\d(?::[0-5]?\\d(?:\\.\\d*)?)?';

/** A date, which may be followed by a time of day. */
export const MOMENT = `^\\s*(?:(?!0000)\\d{4}-(?:${DAYS})|${LEAP_YEAR}-0?2-29)(?:[T ]\\s*${HOURS})?\\s*$`;
/** A time of day. */
export const TIME_OF_DAY = `^\\s*${HOURS}\\s*$`;
/** A date that the compiler can write as a literal. */
export const DAY = new RegExp(`^(?:(?!0000)\\d{4}-(?:${DAYS}))$`);
