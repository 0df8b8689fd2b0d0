import { DATA_SOURCE_TYPES } from '../../compiler/dialects';
import { isSecret } from '../../compiler/ontology';
import { type CreateDataSource, isVariableOption } from '../../compiler/statement';
import { type SourceComments } from '../../engines';
import { nameKey, type Ontology, type SourceForeignKey, type SourceTable } from '../../model';
import { describeChanges } from './describe-changes';
import { draftConcept } from './draft-concept';
import { draftLinkMapping, draftMapping } from './draft-mapping';
import { draftProperties } from './draft-properties';
import { type DraftedStatement } from './drafted-statement';
import { findKey } from './find-key';
import { nameRelationships, type Relationships } from './name-relationships';
import { nameTables, type TakenNames } from './name-tables';
import { type NamedTable } from './named-table';
import { type NameStyle, SNAKE_CASE, UnusedNames } from './ontology-name';
import { proposeInheritance } from './propose-inheritance';

/** The data source of the tables, as CREATE DATASOURCE defines it. The draft contains none of its secrets. */
export type DraftedSource = Pick<CreateDataSource, 'type' | 'options'>;

/** What a draft depends on besides the tables; all of it has a default. */
export interface DraftOptions {
  /** How names are written: lower snake case by default. */
  readonly style?: NameStyle;
  /** The comments in the data source, which become descriptions. */
  readonly comments?: SourceComments;
  /** Parts of names that mark a property as sensitive. */
  readonly maskColumns?: readonly string[];
  /** Notes on the keys and foreign keys of tables, by the name of the table. */
  readonly notes?: ReadonlyMap<string, readonly string[]>;
  /** Notes on all tables. */
  readonly head?: readonly string[];
  /** Whether the draft replaces an ontology of its name. */
  readonly orReplace?: boolean;
  /** The ontology that the draft adds a data source to; without it, the draft is a new one. */
  readonly into?: Pick<Ontology, 'name' | 'concepts' | 'properties' | 'mappings'>;
}

const HEAD = [
  'Drafted from the tables and keys of a data source. Rename what needs other names, add descriptions and',
  'parents, and apply it.',
];
const ADDED = [
  'A column that is named like a property of the ontology becomes this property, if its type fits. If the ontology',
  'already has a concept for the rows of a table, drop the new concept, and map the table into the old one.',
];
const SECOND_RUN = 'To apply it again after the ontology exists, write CREATE OR REPLACE ONTOLOGY.';
const WITHOUT_PASSWORD = [
  "The password is not included: before you apply this, write it into OPTIONS as password = '...'. It is stored",
  'encrypted and never shown again. The command "ontology run --password" reads it from standard input instead.',
];

/**
 * Returns a first ontology over the tables of a data source, or what the data source of this name adds to an ontology: a concept and a
 * mapping for each table, a relationship for each foreign key, and a MULTIREFERENCE for each link table. Omits views, unless they represent
 * files. The same tables always result in the same draft.
 */
export function draftOntology(
  name: string,
  source: DraftedSource,
  tables: readonly SourceTable[],
  options: DraftOptions = {},
): readonly DraftedStatement[] {
  const { style = SNAKE_CASE, comments = new Map(), maskColumns = [], orReplace = false, into } = options;
  const named = nameTables(tidyForeignKeys(tables), style, takenNames(name, into));
  const relationships = nameRelationships(named);
  const concepts = named.filter((table) => table.isConcept);
  const head = [...HEAD, ...headOf(options), ...(options.head ?? [])];
  const created = { notes: head, statement: { kind: 'create-ontology', orReplace, name: { name } } } as const;
  const added = [
    ...draftProperties(named, comments, maskColumns, into?.properties),
    ...concepts.map((table) => describeConcept(table, relationships, options)),
    ...concepts.map(describeMapping),
    ...describeLinks(named, relationships, options),
    ...proposeInheritance(into?.name ?? name, relationships),
  ];
  if (into === undefined) return [created, describeDataSource(name, source), ...added];
  return [describeDataSource(name, source, head), ...added.map((drafted) => readFrom(name, drafted))];
}

function headOf({ orReplace = false, into }: DraftOptions): readonly string[] {
  if (into !== undefined) return ADDED;
  return orReplace ? [] : [SECOND_RUN];
}

/** Returns the names that the draft cannot give to other things, because the ontology has them. */
function takenNames(dataSource: string, into: DraftOptions['into']): TakenNames | undefined {
  if (into === undefined) return undefined;
  const mapped = [...into.mappings.values()].map(({ name }) => name.replace(/^map_/i, ''));
  const concepts = [...into.concepts.values()].map(({ name }) => name);
  return { concepts: [...concepts, ...mapped], properties: into.properties, prefix: dataSource };
}

/** Makes mappings read the data source, which may not be the active one. */
function readFrom(dataSource: string, drafted: DraftedStatement): DraftedStatement {
  const { statement } = drafted;
  if (statement.kind !== 'create-mapping') return drafted;
  return { ...drafted, statement: { ...statement, dataSource: { name: dataSource } } };
}

/** Returns the tables that a draft contains: all but views, unless they represent files. */
export function shownTables({ type }: DraftedSource, tables: readonly SourceTable[]): readonly SourceTable[] {
  return tables.filter(({ isView }) => !isView || DATA_SOURCE_TYPES[type].showsFilesAsViews);
}

function describeDataSource(
  name: string,
  { type, options }: DraftedSource,
  head: readonly string[] = [],
): DraftedStatement {
  const isComplete = options.some((option) => isVariableOption(option) && nameKey(option.name.name) === 'password');
  const shown = options.filter((option) => !isSecret(option));
  return {
    notes: [...head, ...(DATA_SOURCE_TYPES[type].hasPassword && !isComplete ? WITHOUT_PASSWORD : [])],
    statement: { kind: 'create-datasource', orReplace: false, name: { name }, type, options: shown },
  };
}

function describeConcept(
  table: NamedTable,
  relationships: Relationships,
  { comments, notes }: DraftOptions,
): DraftedStatement {
  const key = findKey(table.source);
  const description = comments?.get(table.source.name)?.table;
  const concept = draftConcept(table, key.columns, relationships);
  return {
    notes: [...describeChanges(table), ...key.notes, ...(notes?.get(table.source.name) ?? [])],
    statement: { ...concept, ...(description !== undefined && { description }) },
  };
}

function describeMapping(table: NamedTable): DraftedStatement {
  const statement = draftMapping(table);
  if (findKey(table.source).columns.length > 0) return { notes: [], statement };
  const notes = [
    `Nothing in the data source identifies a row of \`${table.source.name}\`.`,
    `Declare a PRIMARY KEY of the concept \`${table.name}\`, then uncomment this mapping:`,
  ];
  return { notes, statement, isOff: true };
}

function describeLinks(
  tables: readonly NamedTable[],
  { links }: Relationships,
  { notes, into }: DraftOptions,
): DraftedStatement[] {
  const known = [...(into?.mappings.values() ?? [])].map(({ name }) => name);
  const unused = new UnusedNames([...known, ...tables.filter(({ isConcept }) => isConcept).map(({ name }) => `map_${name}`)]); // prettier-ignore
  return links.map((link) => {
    const { table } = link;
    const name = unused.take(`map_${table.name}`, `map_${table.name}_links`);
    const own = table.isConcept ? [] : [...describeChanges(table), ...(notes?.get(table.source.name) ?? [])];
    return { notes: own, statement: draftLinkMapping(link, name) };
  });
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
