import type { Literal } from '../../model';

/** The place of a statement in the text of the request, as offsets. */
export interface StatementPlace {
  readonly at: number;
  readonly end: number;
  /** The places of its parameters; absent where it has none. */
  readonly placeholders?: readonly Literal[];
}
