import { type AuditEntry, type Caller, nameKey, type Ontology, printResource, PROTOCOLS } from '../../model';
import { type CurrentVersion } from '../versions/ontologies.repository';
import { modelRows, type ModelRows, orNull, printTime } from './model-rows';
import { showOntologies, showTags } from './show-model';
import { sysConceptMappings, sysLineage, sysMappings } from './sys-mappings';
import { type DataSourceState, sysDataSourceState } from './sys-datasource-state';
import { sysOntology } from './sys-ontology';
import {
  type PropertyStatistics,
  sysConceptAllProperties,
  sysConceptProperties,
  sysProperties,
  sysPropertiesStatistics,
} from './sys-properties';
import { sysConceptRelationships, sysRelationships } from './sys-relationships';
import { sysViewProperties, sysViews } from './sys-views';
import { type SystemTableName } from './system-table-names';

/** The data of the system tables. */
export interface SystemTableSource {
  readonly ontology: Ontology;
  readonly caller: Caller;
  /** The ontologies visible to the caller. */
  readonly versions: readonly CurrentVersion[];
  readonly serviceName: string;
  /** The audit log entries that the caller may read. */
  readonly audit: readonly AuditEntry[];
  /** What the caller may know of the values of properties. */
  readonly statistics: readonly PropertyStatistics[];
  /** The data sources whose state the caller may know. */
  readonly dataSources: readonly DataSourceState[];
}

type Table = (source: SystemTableSource) => ModelRows;

const TABLES = {
  sys_ontologies: ({ versions }) => showOntologies(versions),
  sys_ontology: ({ ontology }) => sysOntology(ontology),
  sys_concepts: ({ ontology }) => sysConcepts(ontology),
  sys_inheritance: ({ ontology }) => sysInheritance(ontology),
  sys_properties: ({ ontology }) => sysProperties(ontology),
  sys_concept_properties: ({ ontology }) => sysConceptProperties(ontology),
  sys_concept_all_properties: ({ ontology }) => sysConceptAllProperties(ontology),
  sys_concept_relationships: ({ ontology }) => sysConceptRelationships(ontology),
  sys_properties_statistics: ({ statistics }) => sysPropertiesStatistics(statistics),
  sys_relationships: ({ ontology }) => sysRelationships(ontology),
  sys_mappings: ({ ontology }) => sysMappings(ontology),
  sys_concept_mappings: ({ ontology }) => sysConceptMappings(ontology),
  sys_views: ({ ontology, serviceName }) => sysViews(ontology, serviceName),
  sys_view_properties: ({ ontology, serviceName }) => sysViewProperties(ontology, serviceName),
  sys_domains: () => modelRows({ domain: 'string', description: 'string' }, []),
  sys_tags: ({ ontology }) => showTags(ontology),
  sys_permissions: ({ caller }) => sysPermissions(caller),
  sys_lineage: ({ ontology }) => sysLineage(ontology),
  sys_audit: ({ audit }) => sysAudit(audit),
  sys_datasource_state: ({ dataSources }) => sysDataSourceState(dataSources),
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
  const rows = [...ontology.concepts.values()].map(({ name, description }) => [name, orNull(description)]);
  return modelRows({ concept: 'string', description: 'string' }, rows);
}

function sysInheritance(ontology: Ontology): ModelRows {
  const rows = [...ontology.concepts.values()].flatMap(({ name, parents }) => parents.map((parent) => [parent, name]));
  return modelRows({ base: 'string', derived: 'string' }, rows);
}

function sysPermissions({ grants }: Caller): ModelRows {
  const rows = grants.map(({ right, resource }) => [right, printResource(resource)]);
  return modelRows({ permission: 'string', resource: 'string' }, rows);
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
    protocol: 'string',
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
    entry.protocol ?? PROTOCOLS.web,
  ]);
  return modelRows(columns, rows);
}
