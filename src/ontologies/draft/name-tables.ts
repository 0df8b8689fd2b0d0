import { type Property, type SourceTable } from '../../model';
import { ROOT_CONCEPT } from '../../compiler/ontology';
import { findLinks } from './find-links';
import { nameLinkColumns, PropertyNames } from './name-properties';
import { type NamedTable } from './named-table';
import { exactFirst, type NameStyle, UnusedNames } from './ontology-name';

/** The names that an ontology has already. */
export interface TakenNames {
  readonly concepts: readonly string[];
  /** By name key; columns that fit are these properties. */
  readonly properties: ReadonlyMap<string, Property>;
  /** What a table is named with whose own name is taken. */
  readonly prefix: string;
}

/** Assigns names to all tables and columns. The same tables always get the same names; an exact name wins over a changed one. */
export function nameTables(
  tables: readonly SourceTable[],
  style: NameStyle,
  taken?: TakenNames,
): readonly NamedTable[] {
  const links = findLinks(tables);
  const isConcept = (table: SourceTable) => links.get(table)?.isConcept ?? true;
  const properties = new PropertyNames(tables.filter(isConcept), style, taken?.properties);
  const unused = new UnusedNames([ROOT_CONCEPT, ...(taken?.concepts ?? [])]);
  const named = exactFirst(tables, style).map((source): NamedTable => {
    const wanted = style.convert(source.name);
    const name = unused.take(wanted, ...(taken === undefined ? [] : [`${taken.prefix}_${wanted}`]));
    const reason = name === wanted ? style.findFault(source.name) : 'the name is taken';
    const columns = isConcept(source) ? properties.nameColumns(source, name) : nameLinkColumns(source, style);
    return { source, name, reason, isConcept: isConcept(source), link: links.get(source), columns };
  });
  return named.toSorted((a, b) => tables.indexOf(a.source) - tables.indexOf(b.source));
}
