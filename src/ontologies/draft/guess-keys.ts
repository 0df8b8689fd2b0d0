import { type SourceColumn, type SourceTable } from '../../model';
import { stemOfColumn, toSingular } from './key-words';
import { toOntologyName } from './ontology-name';

/** Types whose values can identify a row. */
const IDENTIFYING: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint', 'decimal', 'double', 'string', 'date', 'time', 'timestamp']); // prettier-ignore
/** The words at the end of a column that distinguishes the rows of one parent: a line, a position or a time. */
const DISTINGUISHING = /(^|_)(no|nr|num|number|line|position|pos|sequence|seq|rank|order|index|date|time|day|month|year|from|start|lang|language|code|type)$/; // prettier-ignore

/** Returns the columns that are named as the key of their own table, the best first: `id`, or `album_id` of `albums`. */
export function guessOwnKeys({ name, columns }: SourceTable): readonly SourceColumn[] {
  const table = toOntologyName(name);
  const isOwn = (column: string): boolean => {
    const stem = stemOfColumn(column);
    return stem !== column && (stem === table || stem === toSingular(table));
  };
  const isGlued = (column: string) => [table, toSingular(table)].some((own) => column === `${own}id`);
  const ranks = [(column: string) => column === 'id', isOwn, isGlued];
  return inOrder(columns, ranks);
}

/** Returns the columns that may be the key of their own table: `product_id` of `products_2024`, `code` or `key`. */
export function guessLikelyKeys({ name, columns }: SourceTable): readonly SourceColumn[] {
  const table = toOntologyName(name);
  const begins = (column: string): boolean => {
    const stem = stemOfColumn(column);
    return stem !== column && stem !== '' && table.startsWith(stem);
  };
  return inOrder(columns, [begins, (column) => stemOfColumn(column) === '']);
}

/** Returns the first column if its name ends in a word that marks a key. */
export function guessFirstKey({ columns: [first] }: SourceTable): SourceColumn | undefined {
  if (first === undefined || !canIdentify(first)) return undefined;
  const name = toOntologyName(first.name);
  return stemOfColumn(name) === name ? undefined : first;
}

/**
 * Returns keys that only the data can confirm, the best first: two foreign keys, a foreign key with a column that distinguishes the rows of
 * its target, and the first column.
 */
export function guessKeysOfData({ columns, foreignKeys }: SourceTable): readonly (readonly string[])[] {
  const references = foreignKeys.filter((key) => key.columns.length === 1).flatMap((key) => key.columns);
  const pairs = references.flatMap((a, index) => references.slice(index + 1).map((b) => [a, b]));
  const others = columns.filter(({ name }) => !references.includes(name) && DISTINGUISHING.test(toOntologyName(name)));
  const details = references.flatMap((reference) => others.map(({ name }) => [reference, name]));
  const [first] = columns.filter(canIdentify);
  const alone = first === undefined || references.includes(first.name) ? [] : [[first.name]];
  return [...pairs, ...details, ...alone];
}

function inOrder(columns: readonly SourceColumn[], ranks: readonly ((column: string) => boolean)[]): SourceColumn[] {
  const usable = columns.filter(canIdentify);
  return ranks.flatMap((fits) => usable.filter(({ name }) => fits(toOntologyName(name))));
}

function canIdentify({ type }: SourceColumn): boolean {
  return type !== undefined && IDENTIFYING.has(type.name);
}
