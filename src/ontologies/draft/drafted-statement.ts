import { type DefinitionStatement } from '../../compiler/statement';

/** A statement of a draft, with notes for its reader. */
export interface DraftedStatement {
  readonly notes: readonly string[];
  readonly statement: DefinitionStatement;
  /** Whether the statement is printed as a comment, because only a person can complete it or decide on it. */
  readonly isOff?: boolean;
}
