const SQLITE_CODES: readonly unknown[] = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];
const MYSQL_DUPLICATE_ENTRY = 1062;
const POSTGRESQL_UNIQUE_VIOLATION = '23505';

/** Returns whether the system database rejected a row because its key, or the value of another unique column, already exists. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errno, code } = error as { errno?: number; code?: unknown };
  return errno === MYSQL_DUPLICATE_ENTRY || code === POSTGRESQL_UNIQUE_VIOLATION || SQLITE_CODES.includes(code);
}
