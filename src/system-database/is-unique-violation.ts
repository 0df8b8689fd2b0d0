const SQLITE_CODES: readonly unknown[] = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];
const MYSQL_DUPLICATE_ENTRY = 1062;

/** Whether the system database refused a row because its key, or another unique column, is taken. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errno, code } = error as { errno?: number; code?: unknown };
  return errno === MYSQL_DUPLICATE_ENTRY || SQLITE_CODES.includes(code);
}
