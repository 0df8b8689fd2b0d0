import type { Expression, Query, Written } from '../../../model';

/** The two printers that contain each other; handed down, so that their files need not import in a circle. */
export interface Printer {
  /** In parentheses if it binds weaker than `level`. */
  readonly expression: (expression: Expression<Written>, level?: number) => string;
  readonly query: (query: Query<Written>) => string;
}
