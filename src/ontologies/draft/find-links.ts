import { type SourceForeignKey, type SourceTable } from '../../model';

/** The two foreign keys of a table whose rows are links between their targets. */
export interface LinkKeys {
  readonly ends: readonly [SourceForeignKey, SourceForeignKey];
  /** Whether the rows are also entities, because they hold more than the link, or because another table refers to them. */
  readonly isConcept: boolean;
}

/**
 * Returns the tables whose rows are links: two foreign keys form their primary key or a unique key (next to a key of its own), or are all
 * columns of a table without any key.
 */
export function findLinks(tables: readonly SourceTable[]): ReadonlyMap<SourceTable, LinkKeys> {
  const referred = new Set(tables.flatMap((table) => table.foreignKeys.map((key) => key.table)));
  return new Map(
    tables.flatMap((table) => {
      const ends = findEnds(table);
      if (ends === undefined) return [];
      return [[table, { ends, isConcept: referred.has(table.name) || holdsMore(table, ends) }] as const];
    }),
  );
}

function findEnds({ primaryKey, uniqueKeys, columns, foreignKeys }: SourceTable): LinkKeys['ends'] | undefined {
  const declared = [primaryKey, ...uniqueKeys].filter((key) => key.length > 0);
  const keys = declared.length > 0 ? declared : [columns.map(({ name }) => name)];
  const pairs = foreignKeys.flatMap((a, index) => foreignKeys.slice(index + 1).map((b) => [a, b] as const));
  return pairs.find(([a, b]) => keys.some((key) => isUnion(key, [...a.columns, ...b.columns])));
}

function isUnion(key: readonly string[], columns: readonly string[]): boolean {
  return key.length === columns.length && key.every((column) => columns.includes(column));
}

/** Returns whether there are columns besides the two foreign keys and a surrogate key. */
function holdsMore({ columns, primaryKey, foreignKeys }: SourceTable, ends: LinkKeys['ends']): boolean {
  const linked = new Set(ends.flatMap((key) => key.columns));
  const isReference = foreignKeys.some((key) => key.columns.includes(primaryKey[0] ?? ''));
  const surrogate = primaryKey.length === 1 && !isReference ? primaryKey[0] : undefined;
  return columns.some(({ name }) => !linked.has(name) && name !== surrogate);
}
