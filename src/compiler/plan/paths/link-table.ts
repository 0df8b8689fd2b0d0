import type { Expression, Source } from '../../../model';
import type { Resolved } from '../../values';

/** The pairs of keys between the two ends of a step: the rows of a many-to-many relationship, or of a transitive one. */
export interface LinkTable {
  readonly alias: string;
  /** Keys of the properties that its columns equal: of the entity where the step begins, and of the one where it ends. */
  readonly nearProperties: readonly string[];
  readonly farProperties: readonly string[];
  near(index: number): Expression<Resolved>;
  far(index: number): Expression<Resolved>;
  /** Returns an additional column, as `rel[concept]_column` reads it, or undefined if there is no column of that name. */
  findColumn(name: string): Expression<Resolved> | undefined;
  columnNames(): readonly string[];
  build(): Source<Resolved>;
}
