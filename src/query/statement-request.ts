import type { AuditNote, RowFormat } from '../http';

/** A request of endpoint 2. */
export interface StatementRequest {
  readonly ontology: string;
  readonly text: string;
  readonly ifMatch: string | undefined;
  readonly nested: boolean;
  readonly format: RowFormat;
  readonly signal: AbortSignal;
  readonly audit: AuditNote;
}
