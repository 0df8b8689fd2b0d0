import { type SourceForeignKey } from '../../database';
import { type NamedTable, namesOf } from './named-table';
import { toOntologyName, UnusedNames } from './ontology-name';

/** A foreign key as a relationship. */
export interface NamedReference {
  readonly from: NamedTable;
  readonly to: NamedTable;
  readonly key: SourceForeignKey;
  readonly name: string;
  readonly inverse: string;
}

/** One end of a link table: `name` is the relationship that leads to `to`, from the other end. */
export interface NamedEnd {
  readonly to: NamedTable;
  readonly key: SourceForeignKey;
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

/** A foreign key with the tables at both ends of it. */
interface Reference {
  readonly from: NamedTable;
  readonly to: NamedTable;
  readonly key: SourceForeignKey;
}

/**
 * Relationships of all foreign keys and link tables: `album_id` leads to `album`, back it is `has_track`. On one concept
 * no two share a name, and none has the name of a property, as both would be the same key of a nested answer.
 */
export function nameRelationships(tables: readonly NamedTable[]): Relationships {
  const byName = new Map(tables.map((table) => [table.source.name, table]));
  const unused = new Map(tables.map((table) => [table, new UnusedNames(table.columns.map(({ name }) => name))]));
  const take = (table: NamedTable, ...names: [string, ...string[]]) => unused.get(table)?.take(...names) ?? names[0];
  const referencesOf = (table: NamedTable): Reference[] =>
    table.source.foreignKeys.flatMap((key) => {
      const to = byName.get(key.table);
      return to === undefined ? [] : [{ from: table, to, key }];
    });

  const forward = tables.filter((table) => !table.isLink).flatMap((table) => {
    const own = referencesOf(table);
    return own.map((reference) => {
      const isOnly = own.filter(({ to }) => to === reference.to).length === 1;
      const stem = stemOf(reference, isOnly);
      return { ...reference, isOnly, name: take(table, stem, `${stem}_${reference.to.name}`) };
    });
  });
  const references = forward.map(({ isOnly, ...reference }) => {
    const { from, to, name } = reference;
    const long = `has_${from.name}_by_${name}`;
    return { ...reference, inverse: isOnly ? take(to, `has_${from.name}`, long) : take(to, long) };
  });
  const links = tables.filter((table) => table.isLink).flatMap((table) => nameLink(table, referencesOf(table), take));
  return { references, links };
}
