import { Injectable } from '@nestjs/common';

/** Counters of the compiler and the plan cache since the start, for `/metrics`. */
@Injectable()
export class CompileFigures {
  /** Number of statements and URLs that were parsed. */
  parsed = 0;
  /** Number of statements that were planned. */
  planned = 0;
  /** Number of statements with a plan in the cache, and of those without. */
  hits = 0;
  misses = 0;
}
