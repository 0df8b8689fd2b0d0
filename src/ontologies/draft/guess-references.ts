import { type SourceColumn, type SourceTable } from '../../model';
import { findKey } from './find-key';
import { stemOfColumn, stemOfReference, toSingular } from './key-words';
import { toOntologyName } from './ontology-name';

/** A column that is named like a reference to the key of a table. */
export interface ReferenceGuess {
  readonly column: string;
  readonly target: SourceTable;
  readonly targetColumn: string;
}

/** A table with a key of one column, and both their names in lower snake case. */
interface Target {
  readonly table: SourceTable;
  readonly column: SourceColumn;
  readonly name: string;
  readonly key: string;
}

const NUMBERS: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint', 'decimal', 'double']);

/** Returns the tables to which each column may refer by its name, the best guess first. */
export function guessReferences(
  table: SourceTable,
  tables: readonly SourceTable[],
): ReadonlyMap<string, ReferenceGuess[]> {
  const targets = tables.flatMap(findTarget);
  return new Map(
    table.columns.map((column) => {
      const ranked = targets
        .filter(
          (target) => isComparable(column, target.column) && !(target.table === table && target.column === column),
        )
        .map((target) => ({ target, rank: rankOf(column, table, target) }))
        .filter(({ rank }) => rank < NO_GUESS)
        .toSorted((a, b) => a.rank - b.rank);
      return [
        column.name,
        ranked.map(({ target }) => ({ column: column.name, target: target.table, targetColumn: target.column.name })),
      ] as const;
    }),
  );
}

function findTarget(table: SourceTable): Target[] {
  const [key, ...others] = findKey(table).columns;
  const column = table.columns.find(({ name }) => name === key);
  if (column === undefined || others.length > 0) return [];
  return [{ table, column, name: toOntologyName(table.name), key: toOntologyName(column.name) }];
}

const NO_GUESS = 5;

/** Returns how likely a column refers to the key: 0 is best, `NO_GUESS` not at all. */
function rankOf(column: SourceColumn, from: SourceTable, { table, name, key }: Target): number {
  const plain = toOntologyName(column.name);
  const singular = toSingular(name);
  const stem = stemOfReference(plain, name);
  const isOwner = stem === singular || stem === name;
  const isOwnKey = findKey(from).columns.join() === column.name;
  if (isOwner && from !== table) return plain === key ? 0 : 1;
  if (plain === key && stemOfColumn(plain) !== '' && !isOwnKey) return 2;
  if (stem.endsWith(`_${singular}`) && !isOwnKey) return 3;
  if (from === table && /^parent(_|$)/.test(stem)) return 4;
  return NO_GUESS;
}

function isComparable(a: SourceColumn, b: SourceColumn): boolean {
  const kind = ({ type }: SourceColumn) => (type !== undefined && NUMBERS.has(type.name) ? 'number' : type?.name);
  return (kind(a) === 'number' || kind(a) === 'string') && kind(a) === kind(b);
}
