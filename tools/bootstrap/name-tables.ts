import { type SourceTable, findNameFault } from '../../src/model';
import { ROOT_CONCEPT } from '../../src/compiler/ontology';
import { findLinkTables } from './find-link-tables';
import { nameLinkColumns, PropertyNames } from './name-properties';
import { type NamedTable } from './named-table';
import { toOntologyName, toSnakeCase, UnusedNames } from './ontology-name';

/** Assigns names to all tables and columns. The same tables always get the same names. */
export function nameTables(tables: readonly SourceTable[]): readonly NamedTable[] {
  const links = findLinkTables(tables);
  const properties = new PropertyNames(tables.filter((table) => !links.has(table)));
  const unused = new UnusedNames([ROOT_CONCEPT]);
  return tables.map((source) => {
    const wanted = toOntologyName(source.name);
    const name = unused.take(wanted);
    const reason = name === wanted ? findNameFault(toSnakeCase(source.name)) : 'the name is taken';
    const isLink = links.has(source);
    const columns = isLink ? nameLinkColumns(source) : properties.nameColumns(source, name);
    return { source, name, reason, isLink, columns };
  });
}
