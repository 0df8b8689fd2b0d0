/** Of the request line's target, in characters. */
export const MAX_ADDRESS_LENGTH = 16_384;

/** Of all headers together with the request line, in bytes: the parser refuses more. */
export const MAX_HEADER_BYTES = 32_768;

/** Of one segment of a path as it stands in the address: a name of 128 characters may be nine times as long percent-encoded. */
export const MAX_SEGMENT_LENGTH = 2048;

export const MAX_QUERY_PARAMETERS = 1000;

/** Of a JSON body: nothing that we read is nested deeper than a few levels. */
export const MAX_JSON_DEPTH = 32;

/** How often it is looked for requests that arrive too slowly. */
export const CONNECTION_CHECK_MS = 1000;
