import { printExpression, quoteName } from '../../compiler/statement';
import {
  type AuditEntry,
  type Caller,
  type Concept,
  nameKey,
  type Ontology,
  printScalarType,
  type Property,
  type Relationship,
  type Resource,
} from '../../model';
import { type OntologyHead } from '../versions/ontologies.repository';
import { columnSources, placesOf } from './mapping-sources';
import { flag, modelRows, type ModelRows, printTime } from './model-rows';
import { showOntologies, showTags } from './show-model';
import { namesOf, sysOntology } from './sys-ontology';
import { type SystemTableName } from './system-table-names';
import { viewColumns } from '../change/view-columns';

/** The data of the system tables. */
export interface SystemTableSource {
  readonly ontology: Ontology;
  readonly caller: Caller;
  /** The ontologies visible to the caller. */
  readonly heads: readonly OntologyHead[];
  readonly serviceName: string;
  /** The audit log entries that the caller may read. */
  readonly audit: readonly AuditEntry[];
}

type Table = (source: SystemTableSource) => ModelRows;

const TABLES = {
  sys_ontologies: ({ heads }) => showOntologies(heads),
  sys_ontology: ({ ontology }) => sysOntology(ontology),
  sys_concepts: ({ ontology }) => sysConcepts(ontology),
  sys_inheritance: ({ ontology }) => sysInheritance(ontology),
  sys_properties: ({ ontology }) => sysProperties(ontology),
  sys_concept_properties: ({ ontology }) => sysConceptProperties(ontology),
  sys_concept_relationships: ({ ontology }) => sysConceptRelationships(ontology),
  sys_concept_mappings: ({ ontology }) => sysConceptMappings(ontology),
  sys_views: sysViews,
  sys_view_properties: sysViewProperties,
  sys_tags: ({ ontology }) => showTags(ontology),
  sys_permissions: ({ caller }) => sysPermissions(caller),
  sys_lineage: ({ ontology }) => sysLineage(ontology),
  sys_audit: ({ audit }) => sysAudit(audit),
} satisfies Record<SystemTableName, Table>;

/** Returns the rows of a system table, with exactly the documented columns (docs/language.md). */
export function systemTable(name: SystemTableName, source: SystemTableSource): ModelRows {
  return TABLES[name](source);
}

/** Returns the system table of this name, in any letter case, or undefined. */
export function findSystemTable(name: string): SystemTableName | undefined {
  const key = nameKey(name);
  return Object.keys(TABLES).find((known): known is SystemTableName => known === key);
}

function sysConcepts(ontology: Ontology): ModelRows {
  const rows = [...ontology.concepts.values()].map(({ name, description }) => [name, description]);
  return modelRows({ concept: 'string', description: 'string' }, rows);
}

function sysInheritance(ontology: Ontology): ModelRows {
  const rows = [...ontology.concepts.values()].flatMap(({ name, parents }) => parents.map((parent) => [parent, name]));
  return modelRows({ base: 'string', derived: 'string' }, rows);
}

function sysProperties(ontology: Ontology): ModelRows {
  const columns = {
    property_name: 'string',
    property_type: 'string',
    is_measure: 'integer',
    is_multi: 'integer',
    description: 'string',
    logic_query: 'string',
  } as const;
  const rows = [...ontology.properties.values()].map((property) => [
    property.name,
    printScalarType(property.type),
    flag(property.isMeasure),
    flag(property.isMultiValue),
    property.description,
    printCalculation(property),
  ]);
  return modelRows(columns, rows);
}

function printCalculation({ calculation, filter }: Property): string | null {
  if (calculation === undefined) return null;
  const where = filter === undefined ? '' : ` WHERE ${printExpression(filter)}`;
  return `SELECT ${printExpression(calculation)}${where}`;
}

function sysConceptProperties(ontology: Ontology): ModelRows {
  const columns = {
    concept: 'string',
    property_name: 'string',
    property_type: 'string',
    tables: 'string',
    datasource_id: 'string',
  } as const;
  const rows = [...ontology.concepts.values()].flatMap((concept) => {
    const mappings = concept.mappings.flatMap((key) => ontology.mappings.get(key) ?? []);
    return concept.properties.flatMap((key) => {
      const property = ontology.properties.get(key);
      if (property === undefined) return [];
      const giving = mappings.filter((mapping) => mapping.columns.some((column) => column.key === key));
      const { tables, dataSources } = placesOf(ontology, giving);
      return [[concept.name, property.name, printScalarType(property.type), tables, dataSources]];
    });
  });
  return modelRows(columns, rows);
}

function sysConceptRelationships(ontology: Ontology): ModelRows {
  const columns = {
    concept: 'string',
    relationship_name: 'string',
    target_concept: 'string',
    inverse_name: 'string',
    is_inverse: 'integer',
    is_mtm: 'integer',
    source_properties: 'string',
    target_properties: 'string',
    transitivity: 'integer',
    description: 'string',
    tables: 'string',
    datasource_id: 'string',
  } as const;
  const rows = [...ontology.concepts].flatMap(([key, concept]) =>
    [...concept.relationships.values()]
      .filter((relationship) => relationship.source === key)
      .map((relationship) => relationshipRow(ontology, concept, relationship)),
  );
  return modelRows(columns, rows);
}

function relationshipRow(ontology: Ontology, concept: Concept, relationship: Relationship) {
  const { join } = relationship;
  const isLink = join.kind === 'link';
  const mappings = isLink ? join.mappings.flatMap((key) => ontology.mappings.get(key) ?? []) : [];
  const { tables, dataSources } = placesOf(ontology, mappings);
  return [
    concept.name,
    relationship.name,
    ontology.concepts.get(relationship.target)?.name ?? relationship.target,
    relationship.inverseName,
    flag(relationship.isInverse),
    flag(isLink),
    isLink ? '' : namesOf(ontology, join.sourceProperties),
    isLink ? '' : namesOf(ontology, join.targetProperties),
    relationship.transitivity,
    relationship.description,
    tables,
    dataSources,
  ];
}

/** Returns the rows of `sys_concept_mappings`. `number_of_rows` is null, because reading the model never contacts a data source. */
function sysConceptMappings(ontology: Ontology): ModelRows {
  const columns = {
    concept: 'string',
    mapping_name: 'string',
    number_of_rows: 'bigint',
    tables: 'string',
    datasource_id: 'string',
  } as const;
  const rows = [...ontology.mappings.values()].flatMap((mapping) => {
    const { target } = mapping;
    const concepts = target.kind === 'concepts' ? target.concepts : target.ends.map((end) => end.concept);
    const { tables, dataSources } = placesOf(ontology, [mapping]);
    return concepts.map((key) => [ontology.concepts.get(key)?.name ?? key, mapping.name, null, tables, dataSources]);
  });
  return modelRows(columns, rows);
}

function sysViews({ ontology, serviceName }: SystemTableSource): ModelRows {
  const columns = {
    view_name: 'string',
    description: 'string',
    is_cube: 'integer',
    tables: 'string',
    number_of_rows: 'bigint',
    view_properties: 'string',
  } as const;
  const rows = [...ontology.views.values()].map((view) => {
    const names = viewColumns(ontology, view, serviceName).map((column) => column.name);
    return [view.name, view.description, flag(view.isCube), '', null, names.join(',')];
  });
  return modelRows(columns, rows);
}

function sysViewProperties({ ontology, serviceName }: SystemTableSource): ModelRows {
  const columns = { view_name: 'string', property_name: 'string', property_type: 'string' } as const;
  const rows = [...ontology.views.values()].flatMap((view) =>
    viewColumns(ontology, view, serviceName).map((column) => [view.name, column.name, column.type]),
  );
  return modelRows(columns, rows);
}

function sysPermissions({ grants }: Caller): ModelRows {
  const rows = grants.map(({ right, resource }) => [right, printResource(resource)]);
  return modelRows({ permission: 'string', resource: 'string' }, rows);
}

function printResource(resource: Resource): string {
  if (resource.kind === 'all') return 'ALL';
  const ontology = quoteName(resource.ontology);
  if (resource.kind === 'datasource') return `datasource.${ontology}.${quoteName(resource.dataSource)}`;
  return `ontology.${ontology}${resource.schema === undefined ? '' : `.schema.${quoteName(resource.schema)}`}`;
}

function sysLineage(ontology: Ontology): ModelRows {
  const columns = {
    target_type: 'string',
    target_name: 'string',
    target_property: 'string',
    source_datasource: 'string',
    source_table: 'string',
    source_column: 'string',
  } as const;
  const rows = [...ontology.mappings.values()].flatMap((mapping) => {
    const dataSource = ontology.dataSources.get(mapping.dataSource)?.name ?? mapping.dataSource;
    const { target } = mapping;
    const targets =
      target.kind === 'concepts'
        ? target.concepts.map((key) => ['concept', ontology.concepts.get(key)?.name ?? key])
        : [['relationship', target.ends[0].relationship]];
    return targets.flatMap(([type = '', name = '']) =>
      columnSources(mapping).map(({ column, sourceTable, sourceColumn }) => {
        const property = ontology.properties.get(column)?.name ?? column;
        return [type, name, property, dataSource, sourceTable, sourceColumn];
      }),
    );
  });
  return modelRows(columns, rows);
}

function sysAudit(entries: readonly AuditEntry[]): ModelRows {
  const columns = {
    time: 'string',
    user_name: 'string',
    ontology: 'string',
    version: 'string',
    statement: 'string',
    row_count: 'integer',
    duration_ms: 'integer',
    outcome: 'string',
    request_id: 'string',
  } as const;
  const rows = entries.map((entry) => [
    printTime(entry.time),
    entry.user,
    entry.ontology,
    entry.version,
    entry.statement,
    entry.rows,
    entry.milliseconds,
    entry.outcome,
    entry.requestId,
  ]);
  return modelRows(columns, rows);
}
