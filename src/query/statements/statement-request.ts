import type { RequestEdge, RowFormat } from '../../http';

/** A request of POST query/. */
export interface StatementRequest {
  readonly ontology: string;
  readonly text: string;
  readonly ifMatch: string | undefined;
  readonly nested: boolean;
  readonly format: RowFormat;
  readonly edge: RequestEdge;
}
