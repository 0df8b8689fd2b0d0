import type { Environment } from '../../config';
import {
  allows,
  type Caller,
  type Concept,
  nameKey,
  type Ontology,
  printScalarType,
  schemaNames,
  type View,
} from '../../model';
import { describeConceptColumns, viewColumns } from '../../ontologies';

/** A column of a concept or a view, as clients see it. */
export interface ListedColumn {
  readonly name: string;
  /** As DESCRIBE prints it. */
  readonly type: string;
  readonly comment: string;
}

/** A foreign key: a relationship whose target is found by its key. */
export interface ListedReference {
  readonly name: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

/** A concept or a view as a table. */
export interface ListedTable {
  readonly name: string;
  readonly isView: boolean;
  readonly comment: string;
  readonly columns: readonly ListedColumn[];
  readonly primaryKey: readonly string[];
  readonly references: readonly ListedReference[];
}

/** Returns whether a column is part of a foreign key. */
export function isInReference({ references }: ListedTable, column: string): boolean {
  return references.some(({ columns }) => columns.includes(column));
}

const concepts = new WeakMap<Ontology, readonly ListedTable[]>();
const conceptsWithPaths = new WeakMap<Ontology, readonly ListedTable[]>();
const views = new WeakMap<Ontology, readonly ListedTable[]>();

/**
 * Returns the tables of an ontology that the caller may query: its concepts, and the views whose name no concept has. A view with the name of a
 * concept is read in the schema of views.
 */
export function listTables(
  caller: Caller,
  ontology: Ontology,
  { serviceName, mysqlPathColumns: hasPaths }: Pick<Environment, 'serviceName' | 'mysqlPathColumns'>,
): readonly ListedTable[] {
  const [, , conceptSchema = '', viewSchema = ''] = schemaNames(serviceName);
  const may = (schema: string): boolean =>
    allows(caller, 'QUERY', { kind: 'ontology', ontology: ontology.name, schema });
  return [
    ...(may(conceptSchema)
      ? once(hasPaths ? conceptsWithPaths : concepts, ontology, (one) => listConcepts(one, hasPaths))
      : []),
    ...(may(viewSchema) ? once(views, ontology, (one) => listViews(one, serviceName)) : []),
  ];
}

function once<Result>(
  known: WeakMap<Ontology, Result>,
  ontology: Ontology,
  make: (ontology: Ontology) => Result,
): Result {
  const found = known.get(ontology) ?? make(ontology);
  known.set(ontology, found);
  return found;
}

function listConcepts(ontology: Ontology, hasPaths: boolean): readonly ListedTable[] {
  return [...ontology.concepts.values()].map((concept) => ({
    name: concept.name,
    isView: false,
    comment: concept.description,
    columns: [
      ...describeConceptColumns(ontology, concept, { schema: 'deep', graphDepth: 0 }),
      ...(hasPaths ? listPaths(ontology, concept) : []),
    ],
    primaryKey: namesOf(ontology, concept.primaryKey),
    references: listReferences(ontology, concept),
  }));
}

/** Returns the properties of concepts that a relationship leads to, where one entity has at most one such entity. */
function listPaths(ontology: Ontology, concept: Concept): readonly ListedColumn[] {
  return [...concept.relationships.values()].flatMap(({ cardinality, name, target, transitivity }) => {
    const found = ontology.concepts.get(target);
    if (cardinality !== 'one' || transitivity > 1 || found === undefined) return [];
    return found.properties.flatMap((key) => {
      const property = ontology.properties.get(key);
      if (property === undefined || property.isMeasure || property.isMultiValue) return [];
      const path = `${name}[${found.name}].${property.name}`;
      return [{ name: path, type: printScalarType(property.type), comment: property.description }];
    });
  });
}

function listReferences(ontology: Ontology, concept: Concept): readonly ListedReference[] {
  return [...concept.relationships.values()].flatMap(({ isInverse, join, name, target }) => {
    const found = ontology.concepts.get(target);
    if (isInverse || join.kind !== 'key' || found === undefined) return [];
    const columns = namesOf(ontology, join.sourceProperties);
    const targetColumns = namesOf(ontology, join.targetProperties);
    return [{ name: `${concept.name}.${name}`, columns, target: found.name, targetColumns }];
  });
}

function listViews(ontology: Ontology, serviceName: string): readonly ListedTable[] {
  const visible = [...ontology.views.values()].filter(({ name }) => !ontology.concepts.has(nameKey(name)));
  return visible.map((view) => ({
    name: view.name,
    isView: true,
    comment: view.description,
    columns: columnsOfView(ontology, view, serviceName),
    primaryKey: [],
    references: [],
  }));
}

function columnsOfView(ontology: Ontology, view: View, serviceName: string): readonly ListedColumn[] {
  return viewColumns(ontology, view, serviceName).map(({ name, type }) => ({ name, type, comment: '' }));
}

function namesOf(ontology: Ontology, keys: readonly string[]): readonly string[] {
  return keys.map((key) => ontology.properties.get(key)?.name ?? key);
}
