/** The maximum number of bytes of a string that a function in a statement creates (docs/language.md). */
export const MOST_TEXT_BYTES = 16 * 2 ** 20;
/** The maximum number of bytes of all these strings that one statement of an embedded engine creates at a time, on all threads together. */
export const MOST_TEXTS_AT_ONCE = 256 * 2 ** 20;
/**
 * The maximum number of bytes of a string that an aggregate collects. Servers of the MySQL family with smaller packets
 * have a lower limit.
 */
export const MOST_GATHERED_BYTES = 64 * 2 ** 20;
/** The end of the embedded engine's error message for a string that would be too long. */
export const NO_ROOM = 'no room for this text';
/** The SQL function of the embedded engine that checks the length of strings before they are created: `room(bytes, sharers)`. */
export const ROOM_FUNCTION = 'room_for_text';
