import { type SourceColumn, type SourceTable, type ScalarType } from '../../src/model';

/** A table of the data source with the names that it and its columns have in the ontology. */
export interface NamedTable {
  readonly source: SourceTable;
  /** Of the concept, or of the link. */
  readonly name: string;
  /** Why it is not simply the table's own in lower snake case. */
  readonly reason?: string | undefined;
  /** It makes no concept: its rows say which entities of two others belong together. */
  readonly isLink: boolean;
  readonly columns: readonly NamedColumn[];
}

export interface NamedColumn {
  readonly source: SourceColumn;
  readonly name: string;
  readonly reason?: string | undefined;
  readonly type: ScalarType;
}

/** The names in the ontology of columns of the data source. */
export function namesOf(table: NamedTable, columns: readonly string[]): string[] {
  return columns.map((column) => table.columns.find(({ source }) => source.name === column)?.name ?? column);
}
