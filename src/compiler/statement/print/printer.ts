import type { Expression, Query, Written } from '../../../model';

/** The two mutually recursive printers, passed as an argument so that their files need no circular imports. */
export interface Printer {
  /** Prints an expression, in parentheses if it binds less tightly than `level`. */
  readonly expression: (expression: Expression<Written>, level?: number) => string;
  readonly query: (query: Query<Written>) => string;
}
