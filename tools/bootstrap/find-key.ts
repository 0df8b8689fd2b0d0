import { type NamedTable } from './named-table';
import { toOntologyName } from './ontology-name';

/** The columns that identify a row of a table, by their names in the data source; empty if they are unknown. */
export interface FoundKey {
  readonly columns: readonly string[];
  /** Notes for a person to check. */
  readonly notes: readonly string[];
}

/** Returns the primary key, or a unique key without NULLs, or the only column that is named like a key, because files have no keys. */
export function findKey({ source, name, columns }: NamedTable): FoundKey {
  if (source.primaryKey.length > 0) return { columns: source.primaryKey, notes: [] };
  const nullable = new Set(source.columns.filter((column) => column.nullable).map((column) => column.name));
  const unique = source.uniqueKeys.find((key) => !key.some((column) => nullable.has(column)));
  if (unique !== undefined) {
    return { columns: unique, notes: ['There is no primary key in the data source: a unique key stands in for it.'] };
  }
  const [guess, another] = columns.filter((column) => isNamedLikeKey(toOntologyName(column.source.name), name));
  if (guess === undefined || another !== undefined) return { columns: [], notes: [] };
  const note = `There is no key in the data source: check that \`${guess.name}\` is unique and never empty.`;
  return { columns: [guess.source.name], notes: [note] };
}

/** Reports whether a column is named like a key: `id`, `album_id`, or `product_id` of `products`. */
function isNamedLikeKey(column: string, concept: string): boolean {
  if (column === 'id') return true;
  const stem = column.replace(/_id$/, '');
  return stem !== column && concept.startsWith(stem);
}
