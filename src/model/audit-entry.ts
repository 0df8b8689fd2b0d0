/** The protocols of clients, as the audit log names them. */
export const PROTOCOLS = { web: 'http', sql: 'mysql' } as const;
export type ProtocolName = (typeof PROTOCOLS)[keyof typeof PROTOCOLS];

/** One request in the audit log. Contains no values, neither of the request nor of the response. */
export interface AuditEntry {
  /** Time of the response: ISO 8601 in UTC. */
  readonly time: string;
  readonly user: string;
  /** The name as the caller wrote it, whether it exists or not. */
  readonly ontology: string;
  /** The id of the ontology that had the name at that time; null if there was none, and for requests without an ontology. */
  readonly ontologyId: string | null;
  /** The version that was read, or that a definition created; null if there was none. */
  readonly version: string | null;
  /** The statement with `?` in place of every value. */
  readonly statement: string;
  /** The number of rows sent. */
  readonly rows: number;
  readonly milliseconds: number;
  /**
   * `success`, `dry_run`, the error code, or `broken_off` if the client closed the connection before the end; `accepted` if the work went on
   * after the response, which has an entry of its own, with `cancelled` if its client ended it.
   */
  readonly outcome: string;
  readonly requestId: string;
  /** The protocol of the client; absent for HTTP. */
  readonly protocol?: ProtocolName | undefined;
}
