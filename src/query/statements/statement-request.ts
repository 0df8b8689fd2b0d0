import type { RequestEdge, RowFormat } from '../../http';

/** A request of endpoint 2. */
export interface StatementRequest {
  readonly ontology: string;
  readonly text: string;
  readonly ifMatch: string | undefined;
  readonly nested: boolean;
  readonly format: RowFormat;
  readonly edge: RequestEdge;
}
