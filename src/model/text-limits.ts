/** The most bytes of a text that a function of a statement makes (docs/language.md). */
export const MOST_TEXT_BYTES = 16 * 2 ** 20;
/** The most bytes of such texts that one statement of an embedded engine makes at a time, on all threads together. */
export const MOST_TEXTS_AT_ONCE = 256 * 2 ** 20;
/** The most bytes of a text that an aggregate gathers; servers of the MySQL family have them less where their packets are shorter. */
export const MOST_GATHERED_BYTES = 64 * 2 ** 20;
/** The end of the embedded engine's message where a text would be too long. */
export const NO_ROOM = 'no room for this text';
/** What the embedded engine is asked before texts are made: `room(bytes, sharers)`. */
export const ROOM_FUNCTION = 'room_for_text';
