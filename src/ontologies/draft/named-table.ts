import { type SourceColumn, type SourceTable, type ScalarType } from '../../model';
import { type LinkKeys } from './find-links';

/** A table of the data source and the names of it and its columns in the ontology. */
export interface NamedTable {
  readonly source: SourceTable;
  /** The name of the concept or the link. */
  readonly name: string;
  /** Why it is not the table's own name in lower snake case. */
  readonly reason?: string | undefined;
  /** Whether the table becomes a concept. It may also be a link. */
  readonly isConcept: boolean;
  /** Present if the table becomes a relationship between two concepts. */
  readonly link?: LinkKeys | undefined;
  readonly columns: readonly NamedColumn[];
}

export interface NamedColumn {
  readonly source: SourceColumn;
  readonly name: string;
  readonly reason?: string | undefined;
  readonly type: ScalarType;
}

/** Returns the names in the ontology of columns of the data source. */
export function namesOf(table: NamedTable, columns: readonly string[]): string[] {
  return columns.map((column) => table.columns.find(({ source }) => source.name === column)?.name ?? column);
}
