import type { RowCut } from './cut-rows';
import type { AddedTables } from '../planning/prepared-statement';
import type { FindOntology } from '../planning/system-tables.service';
import type { Parameters } from './parameter-values';
import type { RequestContext } from '../../http';
import type { RowFormat } from '../../model';

/** A request of POST query/. */
export interface StatementRequest {
  readonly ontology: string;
  readonly text: string;
  readonly parameters: Parameters | undefined;
  readonly ifMatch: string | undefined;
  /** Whether definitions and account statements are checked and not applied. */
  readonly isDryRun: boolean;
  readonly nested: boolean;
  readonly format: RowFormat;
  /** Whether a JSON response contains the names and types of its columns. */
  readonly columns: boolean;
  /** The rows of the response; absent: all. */
  readonly cut?: RowCut;
  /** The name of the only data source whose mappings are read; absent: all are. */
  readonly dataSource?: string;
  readonly context: RequestContext;
  readonly tables?: AddedTables | undefined;
}

/** A request whose definitions are applied, and what its author should know about them. */
export interface AppliedRequest extends StatementRequest {
  readonly warnings: readonly string[];
  /** Finds the ontologies as a dry run would leave them; absent where the statements are applied. */
  readonly find?: FindOntology;
}
