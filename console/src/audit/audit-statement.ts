import { quoteText } from '../parts/statements';

/** What entries of the audit log are shown. */
export interface AuditFilter {
  readonly user: string;
  /** A part of the statement. */
  readonly text: string;
  readonly outcome: 'all' | 'success' | 'failed';
}

/** Returns the statement that reads the latest entries of an ontology (docs/language.md, `sys_audit`). */
export function auditStatement(ontology: string, { user, text, outcome }: AuditFilter): string {
  const conditions = [
    `ontology = ${quoteText(ontology)}`,
    ...(user === '' ? [] : [`user_name = ${quoteText(user)}`]),
    ...(text === '' ? [] : [`LOCATE(${quoteText(text)}, statement) > 0`]),
    ...(outcome === 'all' ? [] : [outcome === 'success' ? "outcome = 'success'" : "outcome <> 'success'"]),
  ];
  return `SELECT time, user_name, statement, outcome, row_count, duration_ms, request_id
FROM svc.sys_audit
WHERE ${conditions.join(' AND ')}
ORDER BY time DESC
LIMIT 500`;
}
