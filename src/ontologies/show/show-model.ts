import { type Ontology, schemaNames } from '../../model';
import { type CurrentVersion } from '../versions/ontologies.repository';
import { type OntologyVersion } from '../versions/versions.repository';
import { flag, modelRows, type ModelRows, orNull, printTime } from './model-rows';
import { schemaKind } from './schema-kind';
import { SYSTEM_TABLE_NAMES } from './system-table-names';

export function showVersion(ontology: Ontology): ModelRows {
  return modelRows({ id: 'string' }, [[ontology.version]]);
}

export function showOntologies(versions: readonly CurrentVersion[]): ModelRows {
  const columns = { ontology: 'string', description: 'string' } as const;
  return modelRows(
    columns,
    versions.map((current) => [current.name, orNull(current.description)]),
  );
}

export function showDataSources(ontology: Ontology): ModelRows {
  const columns = { datasource: 'string', type: 'string', is_active: 'integer' } as const;
  const rows = [...ontology.dataSources].map(([key, source]) => {
    return [source.name, source.type, flag(key === ontology.activeDataSource)];
  });
  return modelRows(columns, rows);
}

export function showConcepts(ontology: Ontology): ModelRows {
  return modelRows(
    { concept: 'string' },
    [...ontology.concepts.values()].map((concept) => [concept.name]),
  );
}

export function showSchemas(serviceName: string): ModelRows {
  return modelRows(
    { schema_name: 'string' },
    schemaNames(serviceName).map((name) => [name]),
  );
}

/** Returns the result of SHOW CONFIG: the variables that `get_config` may return. */
export function showConfig(variables: ReadonlyMap<string, string>): ModelRows {
  return modelRows({ name: 'string', value: 'string' }, [...variables]);
}

/** Returns the result of SHOW TABLES [IN schema]. The default is the schema of unqualified names. */
export function showTables(ontology: Ontology, serviceName: string, schema?: string): ModelRows {
  const kind = schemaKind(serviceName, schema);
  const tables = kind === 'views' ? ontology.views : ontology.concepts;
  const names = [...tables.values()].map((table) => table.name);
  if (kind === 'plain') names.push(...SYSTEM_TABLE_NAMES);
  return modelRows(
    { tab_name: 'string' },
    names.map((name) => [name]),
  );
}

export function showTags(ontology: Ontology): ModelRows {
  const columns = { target_type: 'string', target_name: 'string', tag_name: 'string', tag_value: 'string' } as const;
  const targets = [
    ...[...ontology.concepts.values()].map((target) => ({ type: 'concept', ...target })),
    ...[...ontology.properties.values()].map((target) => ({ ...target, type: 'property' })),
    ...[...ontology.views.values()].map((target) => ({ type: 'ontology view', ...target })),
  ];
  const rows = targets.flatMap(({ type, name, tags }) => tags.map((tag) => [type, name, tag.name, tag.value]));
  return modelRows(columns, rows);
}

export function showHistory(versions: readonly OntologyVersion[]): ModelRows {
  const columns = {
    version: 'string',
    parent: 'string',
    author: 'string',
    time: 'timestamp',
    statements: 'string',
  } as const;
  const rows = versions.map((version) => {
    return [version.id, version.parent, version.author, printTime(version.createdAt), version.statements];
  });
  return modelRows(columns, rows);
}

export function showCreateOntology(script: string): ModelRows {
  return modelRows({ script: 'string' }, [[script]]);
}
