import { Injectable } from '@nestjs/common';

/** What the compiler was spared: counts since the start, for `/metrics`. */
@Injectable()
export class CompileFigures {
  /** Texts of statements and addresses that were parsed. */
  parsed = 0;
  /** Times that a statement was planned. */
  planned = 0;
  /** Statements that were run from the plan cache, and those that were not. */
  hits = 0;
  misses = 0;
}
