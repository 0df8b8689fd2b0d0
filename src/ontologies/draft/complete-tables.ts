import { type SourceForeignKey, type SourceTable } from '../../model';
import { findKey } from './find-key';
import { guessFirstKey, guessKeysOfData, guessLikelyKeys, guessOwnKeys } from './guess-keys';
import { guessReferences, type ReferenceGuess } from './guess-references';
import { type Finding, type Prober } from './prober';

/** Tables with the keys that the data source does not declare, and the evidence for each of them. */
export interface CompletedTables {
  readonly tables: readonly SourceTable[];
  readonly notes: ReadonlyMap<string, readonly string[]>;
  readonly head: readonly string[];
}

const WITHOUT_FOREIGN_KEYS =
  'The data source declares no foreign keys: relationships are guesses by the names of columns, each with its evidence.';

/** The keys of at most this many columns or pairs of columns are counted for one table. */
const MOST_TRIES = 12;

/** Returns the tables with guesses for missing keys and, if no table has a foreign key, for all foreign keys. The prober decides. */
export async function completeTables(tables: readonly SourceTable[], prober: Prober): Promise<CompletedTables> {
  const notes = new Map<string, string[]>(tables.map(({ name }) => [name, []]));
  const run: Run = { prober, note: (table, text) => void notes.get(table)?.push(text) };
  const named = await mapInTurn(tables, (table) => addOwnKey(run, table));
  const areForeignKeysMissing = tables.length > 1 && tables.every(({ foreignKeys }) => foreignKeys.length === 0);
  const keyed = areForeignKeysMissing ? await mapInTurn(named, (table) => addSharedKey(run, table, named)) : named;
  const withReferences = areForeignKeysMissing
    ? await mapInTurn(keyed, (table) => addReferences(run, table, keyed))
    : keyed;
  const completed = await mapInTurn(withReferences, (table) => addOtherKey(run, table));
  return { tables: completed, notes, head: areForeignKeysMissing ? [WITHOUT_FOREIGN_KEYS] : [] };
}

interface Run {
  readonly prober: Prober;
  readonly note: (table: string, text: string) => void;
}

async function mapInTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<Item>): Promise<Item[]> {
  const results: Item[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

function hasKey(table: SourceTable): boolean {
  return findKey(table).columns.length > 0;
}

function refersTo(table: SourceTable, column: string): boolean {
  return table.foreignKeys.some((key) => key.columns.includes(column));
}

/** Adds the column that is named as the key of its own table. One that is a foreign key must be verified. */
async function addOwnKey(run: Run, table: SourceTable): Promise<SourceTable> {
  if (hasKey(table)) return table;
  for (const { name } of guessOwnKeys(table)) {
    const finding = await run.prober.isKey(table, [name]);
    if (finding.holds === true || (finding.holds === undefined && !refersTo(table, name))) {
      return withKey(run, table, [name], finding);
    }
  }
  return table;
}

/** Adds the first column if it is named like a key, is one, and does not refer to the key of another table: `service_id` of `calendar`. */
async function addSharedKey(run: Run, table: SourceTable, tables: readonly SourceTable[]): Promise<SourceTable> {
  const first = guessFirstKey(table);
  if (hasKey(table) || first === undefined || guessReferences(table, tables).get(first.name)?.length !== 0)
    return table;
  const finding = await run.prober.isKey(table, [first.name]);
  return finding.holds === true ? withKey(run, table, [first.name], finding) : table;
}

/** Adds a likely key that no foreign key uses, or else one that the data confirm. */
async function addOtherKey(run: Run, table: SourceTable): Promise<SourceTable> {
  if (hasKey(table)) return table;
  const likely = guessLikelyKeys(table).filter(({ name }) => !refersTo(table, name));
  for (const { name } of likely) {
    const finding = await run.prober.isKey(table, [name]);
    if (finding.holds ?? likely.length === 1) return withKey(run, table, [name], finding);
  }
  for (const columns of guessKeysOfData(table).slice(0, MOST_TRIES)) {
    const finding = await run.prober.isKey(table, columns);
    if (finding.holds === true) return withKey(run, table, columns, finding);
  }
  return table;
}

function withKey(run: Run, table: SourceTable, columns: readonly string[], { evidence }: Finding): SourceTable {
  const key = columns.map((column) => `\`${column}\``).join(', ');
  run.note(table.name, `There is no key in the data source: ${key} is a guess (${evidence}).`);
  return { ...table, primaryKey: columns };
}

/** Adds the foreign keys that the names of columns suggest, unless the data contradict them. */
async function addReferences(run: Run, table: SourceTable, tables: readonly SourceTable[]): Promise<SourceTable> {
  const foreignKeys: SourceForeignKey[] = [];
  for (const guesses of guessReferences(table, tables).values()) {
    const guess = await findTrue(run, table, guesses);
    if (guess === undefined) continue;
    foreignKeys.push({ columns: [guess.column], table: guess.target.name, targetColumns: [guess.targetColumn] });
  }
  return { ...table, foreignKeys };
}

async function findTrue(
  run: Run,
  table: SourceTable,
  guesses: readonly ReferenceGuess[],
): Promise<ReferenceGuess | undefined> {
  for (const guess of guesses) {
    const { column, target, targetColumn } = guess;
    const { holds, evidence } = await run.prober.isIncluded(table, column, target, targetColumn);
    if (holds === false) {
      run.note(table.name, `\`${column}\` does not refer to \`${target.name}\`: ${evidence}.`);
      continue;
    }
    run.note(
      table.name,
      `\`${column}\`: ${holds === true ? evidence : `${target.name}.${targetColumn}, ${evidence}`}.`,
    );
    return guess;
  }
  return undefined;
}
