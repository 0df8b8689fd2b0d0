import type { RowFormat } from '../../model';
import type { RowAnswer } from './row-answer';
import type { WholeAnswer } from './whole-answer';

/** The cache state of a response, for its headers. Clients may store the response, but not share it. */
export interface CacheNote {
  readonly cache: 'HIT' | 'MISS';
  /** Seconds for which a client may reuse the response; 0 requires the client to revalidate it each time. */
  readonly maxAge: number;
  /** Seconds since its data were read. */
  readonly age: number;
}

/** The result of a handler that sends a complete response, or 304 to a client that already has it. */
export class CachedAnswer {
  constructor(
    readonly whole: WholeAnswer,
    readonly note: CacheNote,
  ) {}
}

/** The result of a handler that streams rows and caches the response after it is sent completely. */
export class CacheableAnswer {
  constructor(
    readonly answer: RowAnswer,
    readonly options: {
      readonly maxAge: number;
      /** Longer responses are not cached. */
      readonly mostBytes: number;
      readonly keep: (whole: WholeAnswer) => void;
    },
  ) {}
}

/** The result of a handler that checks a request for rows and does not read them (HEAD). */
export class UnreadAnswer {
  constructor(
    readonly format: RowFormat,
    /** Seconds for which the response to GET would be cached; 0 if it would not be. */
    readonly maxAge: number,
  ) {}
}
