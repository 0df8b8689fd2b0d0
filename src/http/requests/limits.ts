/** Longest request target, in characters. */
export const MAX_ADDRESS_LENGTH = 16_384;

/** Largest request line and headers together, in bytes: the parser rejects more. */
export const MAX_HEADER_BYTES = 32_768;

/** Longest path segment as received, in characters: percent-encoding can make a name of 128 characters nine times as long. */
export const MAX_SEGMENT_LENGTH = 2048;

export const MAX_QUERY_PARAMETERS = 1000;

/** Deepest nesting of a JSON body: valid bodies have only a few levels. */
export const MAX_JSON_DEPTH = 32;

/** Milliseconds between checks for requests that arrive too slowly. */
export const CONNECTION_CHECK_MS = 1000;
