import { type SourceForeignKey } from '../../model';
import { type NamedTable } from './named-table';
import { stemOfReference, toSingular } from './key-words';
import { toOntologyName, UnusedNames } from './ontology-name';

/** A foreign key and the tables at both ends of it. */
interface Reference {
  readonly from: NamedTable;
  readonly to: NamedTable;
  readonly key: SourceForeignKey;
  /** Whether it is the only foreign key of the table to that target. */
  readonly isOnly: boolean;
}

/** A foreign key as a relationship. */
export interface NamedReference extends Reference {
  readonly name: string;
  readonly inverse: string;
}

/** One end of a link table. `name` is the relationship that leads to `to` from the other end. */
export interface NamedEnd extends Reference {
  readonly name: string;
}

export interface NamedLink {
  readonly table: NamedTable;
  readonly ends: readonly [NamedEnd, NamedEnd];
}

export interface Relationships {
  readonly references: readonly NamedReference[];
  readonly links: readonly NamedLink[];
}

/** Returns the first of these names that is unused at the concept of the table where the relationship starts, and reserves it. */
type Take = (start: NamedTable, ...names: readonly [string, ...string[]]) => string;

/**
 * Returns the relationships of all foreign keys and link tables. The only foreign key to a table is named after it (`album`, of the table
 * `albums`), several to one table after their columns, and the inverse after the table where it starts (`has_track`). No two relationships of a concept share a name, and none has the name of a property, because both would
 * be the same key of a nested response.
 */
export function nameRelationships(tables: readonly NamedTable[]): Relationships {
  const take = openNames(tables);
  const byName = new Map(tables.map((table) => [table.source.name, table]));
  const references = tables.filter(({ isConcept }) => isConcept).flatMap((table) => referencesOf(table, byName));
  const named = references.map((reference) => ({ ...reference, name: nameForward(reference, take) }));
  return {
    references: named.map((reference) => ({ ...reference, inverse: nameInverse(reference, take) })),
    links: tables.flatMap((table) => nameLink(table, referencesOf(table, byName), take)),
  };
}

function openNames(tables: readonly NamedTable[]): Take {
  const unused = new Map(tables.map((table) => [table, new UnusedNames(table.columns.map(({ name }) => name))]));
  return (start, ...names) => unused.get(start)?.take(...names) ?? names[0];
}

function referencesOf(from: NamedTable, byName: ReadonlyMap<string, NamedTable>): Reference[] {
  const { foreignKeys } = from.source;
  return foreignKeys.flatMap((key) => {
    const to = byName.get(key.table);
    const isOnly = foreignKeys.filter(({ table }) => table === key.table).length === 1;
    return to === undefined ? [] : [{ from, to, key, isOnly }];
  });
}

function nameForward(reference: Reference, take: Take): string {
  const { from, to } = reference;
  const singular = toSingular(to.name);
  const stem = stemOf(reference);
  if (reference.isOnly && from !== to) return take(from, singular, stem, `to_${singular}`);
  return take(from, stem, stem === singular ? `to_${stem}` : `${stem}_${singular}`);
}

function nameInverse({ from, to, isOnly, name }: Reference & { readonly name: string }, take: Take): string {
  const long = `has_${from.name}_by_${name}`;
  return isOnly ? take(to, `has_${from.name}`, long) : take(to, long);
}

function nameLink(table: NamedTable, references: readonly Reference[], take: Take): NamedLink[] {
  const [first, second] = table.link?.ends.map((key) => references.find((reference) => reference.key === key)) ?? [];
  if (first === undefined || second === undefined) return [];
  const nameEnd = (end: Reference, start: NamedTable): NamedEnd => {
    const name = `has_${end.isOnly ? end.to.name : stemOf(end)}`;
    return { ...end, name: take(start, name, `${name}_by_${table.name}`) };
  };
  return [{ table, ends: [nameEnd(first, second.to), nameEnd(second, first.to)] }];
}

/** Returns the stem of the columns (`support_rep_id`: `support_rep`), or the singular of the target if there is none. */
function stemOf({ to, key, isOnly }: Reference): string {
  const singular = toSingular(to.name);
  if (key.columns.length > 1 && isOnly) return singular;
  const stems = key.columns.map((column) => stemOfReference(toOntologyName(column), toOntologyName(to.source.name)));
  return stems.map((stem) => stem || singular).join('_');
}
