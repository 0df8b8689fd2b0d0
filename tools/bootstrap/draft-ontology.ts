import { DATA_SOURCE_TYPES } from '../../src/compiler/dialects';
import { type CreateDataSource, type DefinitionStatement } from '../../src/compiler/statement';
import { type SourceForeignKey, type SourceTable } from '../../src/model';
import { describeChanges } from './describe-changes';
import { draftConcept } from './draft-concept';
import { draftLinkMapping, draftMapping } from './draft-mapping';
import { findKey } from './find-key';
import { nameRelationships, type Relationships } from './name-relationships';
import { nameTables } from './name-tables';
import { type NamedTable } from './named-table';

/** A statement of a draft, with notes for its reader. */
export interface DraftedStatement {
  readonly notes: readonly string[];
  readonly statement: DefinitionStatement;
  /** Whether the statement is printed as a comment, because only a person can complete it. */
  readonly isOff?: boolean;
}

/** The data source of the tables: `options` are those of CREATE DATASOURCE, without secrets. */
export type DraftedSource = Pick<CreateDataSource, 'type'> & { readonly options: Readonly<Record<string, string>> };

const HEAD = [
  'Drafted from the tables and keys of a data source: rename what you would call otherwise, add descriptions and',
  'parents, then give it to "ontology run".',
];
const WITHOUT_PASSWORD = [
  "The password does not stand here: before you run this, write it into OPTIONS as password = '...'.",
  'It is stored encrypted and never shown again.',
];

/**
 * Returns a first ontology over the tables of a data source: a concept and a mapping for each table, a relationship for
 * each foreign key, and a MULTIREFERENCE for each pure link table. Omits views, unless they represent files. The same
 * tables always result in the same draft.
 */
export function draftOntology(
  name: string,
  source: DraftedSource,
  tables: readonly SourceTable[],
): readonly DraftedStatement[] {
  const shown = tables.filter(({ isView }) => !isView || DATA_SOURCE_TYPES[source.type].showsFilesAsViews);
  const named = nameTables(tidyForeignKeys(shown));
  const relationships = nameRelationships(named);
  const concepts = named.filter((table) => !table.isLink);
  return [
    { notes: HEAD, statement: { kind: 'create-ontology', orReplace: false, name: { name } } },
    describeDataSource(name, source),
    ...concepts.map((table) => describeConcept(table, relationships)),
    ...concepts.map(describeMapping),
    ...relationships.links.map((link) => ({ notes: describeChanges(link.table), statement: draftLinkMapping(link) })),
  ];
}

function describeDataSource(name: string, { type, options }: DraftedSource): DraftedStatement {
  const written = Object.entries(options).map(([option, value]) => ({ name: { name: option }, value }));
  return {
    notes: DATA_SOURCE_TYPES[type].hasPassword ? WITHOUT_PASSWORD : [],
    statement: { kind: 'create-datasource', orReplace: false, name: { name }, type, options: written },
  };
}

function describeConcept(table: NamedTable, relationships: Relationships): DraftedStatement {
  const key = findKey(table);
  return { notes: [...describeChanges(table), ...key.notes], statement: draftConcept(table, key, relationships) };
}

function describeMapping(table: NamedTable): DraftedStatement {
  const statement = draftMapping(table);
  if (findKey(table).columns.length > 0) return { notes: [], statement };
  const notes = [
    `Nothing in the data source identifies a row of \`${table.source.name}\`.`,
    `Give the concept \`${table.name}\` a PRIMARY KEY, then take this mapping in:`,
  ];
  return { notes, statement, isOff: true };
}

/** Returns the tables with those of their foreign keys that refer to one of them, without duplicates and in the order of their columns. */
function tidyForeignKeys(tables: readonly SourceTable[]): readonly SourceTable[] {
  const known = new Set(tables.map(({ name }) => name));
  return tables.map((table) => {
    const position = ({ columns: [first] }: SourceForeignKey) => table.columns.findIndex(({ name }) => name === first);
    const distinct = new Map(table.foreignKeys.map((key) => [JSON.stringify([key.table, key.columns]), key]));
    const foreignKeys = [...distinct.values()].filter((key) => known.has(key.table));
    return { ...table, foreignKeys: foreignKeys.toSorted((a, b) => position(a) - position(b)) };
  });
}
