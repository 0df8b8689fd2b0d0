import type { RowAnswer } from './row-answer';
import type { WholeAnswer } from './whole-answer';

/** What a cache tells of an answer: clients may keep it themselves, for themselves. */
export interface CacheNote {
  readonly cache: 'HIT' | 'MISS';
  /** For how many seconds it may be taken for fresh; 0: it is asked for every time whether it has changed. */
  readonly maxAge: number;
  /** Seconds since its data were read. */
  readonly age: number;
}

/** What a handler returns to have an answer sent that is there already, or 304 to the client that has it. */
export class CachedAnswer {
  constructor(
    readonly whole: WholeAnswer,
    readonly note: CacheNote,
  ) {}
}

/** What a handler returns to have rows streamed, and kept when all of them have gone out. */
export class CacheableAnswer {
  constructor(
    readonly answer: RowAnswer,
    readonly options: {
      readonly maxAge: number;
      /** Longer ones are not kept. */
      readonly mostBytes: number;
      readonly keep: (whole: WholeAnswer) => void;
    },
  ) {}
}
