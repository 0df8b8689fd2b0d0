/** One request that asked or changed something, as the audit log keeps it: never a value, neither asked for nor answered. */
export interface AuditEntry {
  /** When it was answered: ISO-8601 in UTC. */
  readonly time: string;
  readonly user: string;
  /** As the caller wrote it, whether there is one or not. */
  readonly ontology: string;
  /** Of the ontology that had the name then; null where there was none, as for requests about no ontology. */
  readonly ontologyId: string | null;
  /** The version that answered, or that a definition made; null where there was none. */
  readonly version: string | null;
  /** The text of the statement with `?` for every value. */
  readonly statement: string;
  /** Rows that went out. */
  readonly rows: number;
  readonly milliseconds: number;
  /** `success`, the code of the refusal, or `broken_off` where the client left before the end. */
  readonly outcome: string;
  readonly requestId: string;
}
