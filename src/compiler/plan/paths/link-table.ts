import type { Expression, Source } from '../../../model';
import type { Resolved } from '../../values';

/** Pairs of keys that lie between the two ends of a step: the rows of a many-to-many relationship, or of a transitive one. */
export interface LinkTable {
  readonly alias: string;
  /** Keys of the properties that its columns equal: of the entity the path comes from, and of the one it leads to. */
  readonly nearProperties: readonly string[];
  readonly farProperties: readonly string[];
  near(index: number): Expression<Resolved>;
  far(index: number): Expression<Resolved>;
  /** A further column, as `rel[concept]_column` reads it; undefined where there is none of that name. */
  findColumn(name: string): Expression<Resolved> | undefined;
  columnNames(): readonly string[];
  build(): Source<Resolved>;
}
