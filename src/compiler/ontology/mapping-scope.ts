import { nameKey, type Query, type Select, type SelectItem, type SourceTable, type Written } from '../../model';

/** The tables of a data source. */
export interface KnownTables {
  readonly names: readonly string[];
  /** Finds a table by the parts of its name. Finds nothing outside of the database or schema of the connection. */
  readonly find: (parts: readonly string[]) => SourceTable | undefined;
}

/** A source in a FROM. `columns` are undefined if the catalogue does not list them. */
export interface Scan {
  /** Its alias, or the name of its table. */
  readonly name: string;
  readonly columns: readonly string[] | undefined;
}

/** The names that the expressions of one SELECT can use: those of its FROM, its aliases, and those of the enclosing SELECT. */
export interface Scope {
  readonly scans: readonly Scan[];
  readonly aliases: ReadonlySet<string>;
  readonly outer: Scope | undefined;
}

/** Returns the scope and those around it, innermost first. */
export function scopesOf(scope: Scope): readonly Scope[] {
  return scope.outer === undefined ? [scope] : [scope, ...scopesOf(scope.outer)];
}

/** Reports whether a source may have the column. */
export function mayHave({ columns }: Scan, key: string): boolean {
  return columns === undefined || columns.some((column) => nameKey(column) === key);
}

/** Returns the names that a SELECT gives to its columns and that are not those of the columns themselves. */
export function aliasesOf({ items }: Select<Written>): ReadonlySet<string> {
  return new Set(items.flatMap((item) => (isRenamed(item) ? [nameKey(item.alias?.name ?? '')] : [])));
}

function isRenamed({ expression, alias }: SelectItem<Written>): boolean {
  if (alias === undefined) return false;
  const own = expression.kind === 'reference' ? expression.reference.parts.at(-1)?.name : undefined;
  return own === undefined || nameKey(own) !== nameKey(alias.name);
}

/** Returns the names of the output columns of a query over `scans`, or undefined if not all are known. */
export function outputsOf(query: Query<Written>, scans: readonly Scan[]): readonly string[] | undefined {
  if (query.kind === 'set') return outputsOf(query.left, scans);
  const names = query.items.map((item) => namesOfItem(item, scans));
  return names.every((known) => known !== undefined) ? names.flat() : undefined;
}

function namesOfItem(
  { expression, alias }: SelectItem<Written>,
  scans: readonly Scan[],
): readonly string[] | undefined {
  if (alias !== undefined) return [alias.name];
  if (expression.kind === 'reference') return expression.reference.parts.slice(-1).map(({ name }) => name);
  if (expression.kind !== 'star') return undefined;
  const named = expression.qualifier.at(-1)?.name;
  const meant = named === undefined ? scans : scans.filter(({ name }) => nameKey(name) === nameKey(named));
  const columns = meant.map((scan) => scan.columns);
  return columns.every((known) => known !== undefined) ? columns.flat() : undefined;
}
