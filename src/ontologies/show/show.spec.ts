import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOntology, printOntology, readScript } from '../../compiler/ontology';
import { ServiceError } from '../../errors';
import { type AuditEntry, type Caller } from '../../model';
import { describe as describeTable, describeConcept } from './describe';
import { type ModelRows, rowObjects } from './model-rows';
import { ontologyDetails } from './ontology-details';
import {
  showConcepts,
  showCreateOntology,
  showDataSources,
  showHistory,
  showOntologies,
  showSchemas,
  showTables,
  showTags,
  showVersion,
} from './show-model';
import { SYSTEM_TABLE_NAMES, type SystemTableName } from './system-table-names';
import { findSystemTable, systemTable } from './system-tables';

const FIXTURE = readFileSync(join(__dirname, '../../../test/fixtures/chinook.ontology.sql'), 'utf8');
const SOURCE = "CREATE ONTOLOGY shop; CREATE DATASOURCE music TYPE mysql OPTIONS (host = 'db.local', database = 'd');";
const definitions = readScript(SOURCE + FIXTURE);
const ontology = buildOntology(definitions, 'the version');
const versions = [{ id: '1', name: 'shop', description: 'music', version: 'v' }];
const caller: Caller = {
  id: '1',
  name: 'ana',
  roles: [],
  grants: [
    { right: 'CREATE', resource: { kind: 'all' } },
    { right: 'QUERY', resource: { kind: 'ontology', ontology: 'shop', schema: 'dsvc' } },
    { right: 'ADMIN', resource: { kind: 'datasource', ontology: 'shop', dataSource: 'music' } },
  ],
};
const statistics = [{ concept: 'track', property: 'title', distinct: 3, minimum: 'A', maximum: null }];
const audit: AuditEntry[] = [
  {
    time: '2026-01-02T03:04:05.678Z',
    user: 'ana',
    ontologyId: 'i',
    ontology: 'shop',
    version: 'v',
    statement: 'SELECT ?',
    rows: 1,
    milliseconds: 2,
    outcome: 'success',
    requestId: 'r',
  },
];
const table = (name: SystemTableName): ModelRows =>
  systemTable(name, {
    ontology,
    caller,
    versions,
    audit,
    statistics,
    dataSources: [{ name: 'music', type: 'mysql' }],
    serviceName: 'svc',
  });
const names = ({ columns }: ModelRows): string[] => columns.map((column) => column.name);
const first = ({ rows }: ModelRows): unknown[] => rows.map(([cell]) => cell);
const named = (name: string) => ({ name: { name } });

describe('SHOW', () => {
  it.each([
    ['VERSION', showVersion(ontology), ['id'], ['the version']],
    ['ONTOLOGIES', showOntologies(versions), ['ontology', 'description'], ['shop', 'music']],
    ['DATASOURCES', showDataSources(ontology), ['datasource', 'type', 'is_active'], ['music', 'mysql', 1]],
    ['CONCEPTS', showConcepts(ontology), ['concept'], ['thing']],
    ['SCHEMAS', showSchemas('acme'), ['schema_name'], ['acme']],
    ['TABLES', showTables(ontology, 'svc'), ['tab_name'], ['thing']],
    ['CREATE ONTOLOGY', showCreateOntology(printOntology(definitions)), ['script'], [printOntology(definitions)]],
  ])('%s has the keys of the specification', (_, rows, columns, row) => {
    expect(names(rows)).toEqual(columns);
    expect(rows.rows[0]).toEqual(row);
  });

  it('SCHEMAS lists four, TABLES those of the requested schema', () => {
    expect(first(showSchemas('acme'))).toEqual(['acme', 'eacme', 'dacme', 'vacme']);
    expect(first(showTables(ontology, 'svc', 'VSVC'))).toEqual(['track_catalogue', 'sales_by_country']);
    expect(first(showTables(ontology, 'svc', 'svc'))).toEqual(
      [...ontology.concepts.values()].map(({ name }) => name).concat(SYSTEM_TABLE_NAMES),
    );
    expect(() => showTables(ontology, 'svc', 'dscv')).toThrow('there is no schema "dscv"');
  });

  it('TAGS lists those of concepts, properties and views', () => {
    const rows = showTags(ontology);
    expect(names(rows)).toEqual(['target_type', 'target_name', 'tag_name', 'tag_value']);
    expect(rows.rows).toContainEqual(['concept', 'track', 'icon', 'fa-music']);
    expect(rows.rows).toContainEqual(['property', 'email', 'classification', 'PII']);
    expect(rows.rows).toContainEqual(['ontology view', 'track_catalogue', 'audience', 'visitors']);
  });

  it('HISTORY prints times in the format of responses', () => {
    const version = { id: 'b', ontologyId: '1', parent: 'a', author: 'ana', createdAt: '2026-01-02T03:04:05.678Z' };
    const rows = showHistory([{ ...version, statements: 'x;' }]);
    expect(names(rows)).toEqual(['version', 'parent', 'author', 'time', 'statements']);
    expect(rows.rows).toEqual([['b', 'a', 'ana', '2026-01-02 03:04:05.678', 'x;']]);
  });
});

describe('DESC', () => {
  it('returns the columns of a concept: system columns, then own and inherited properties', () => {
    const rows = describeTable(ontology, 'svc', { schema: { name: 'svc' }, ...named('Customer') });
    expect(names(rows)).toEqual(['col_name', 'data_type', 'comment']);
    expect(first(rows)).toEqual(
      ['entity_id', 'entity_type', 'entity_label', 'customer_id', 'company', 'support_rep_id', 'first_name'].concat([
        'last_name',
        'address',
        'city',
        'state',
        'country',
        'postal_code',
        'phone',
        'fax',
        'email',
      ]),
    );
    expect(rows.rows).toContainEqual(['email', 'string', 'Electronic mail address']);
  });

  it('adds columns of descendants, except in the plain schema', () => {
    expect(first(describeTable(ontology, 'svc', named('person')))).toContain('hire_date');
    expect(first(describeTable(ontology, 'svc', { schema: { name: 'esvc' }, ...named('person') }))).toContain(
      'company',
    );
    expect(first(describeTable(ontology, 'svc', { schema: { name: 'svc' }, ...named('person') }))).not.toContain(
      'company',
    );
  });

  it('returns the columns of a view with their types', () => {
    const { rows } = describeTable(ontology, 'svc', { schema: { name: 'vsvc' }, ...named('track_catalogue') });
    expect(rows).toEqual([
      ['entity_id', 'string', ''],
      ['title', 'string', ''],
      ['album_title', 'string', ''],
      ['artist_name', 'string', ''],
      ['genre', 'string', ''],
    ]);
  });

  it.each([
    ['a concept', {}, 'trak', 'did you mean "track"?'],
    ['a view', { schema: { name: 'vsvc' } }, 'track_catalog', 'did you mean "track_catalogue"?'],
  ])('suggests a similar name of %s', (_, schema, name, hint) => {
    try {
      describeTable(ontology, 'svc', { ...schema, ...named(name) });
      throw new Error('nothing was refused');
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ code: 'plan_unknown_table', details: { hint } });
    }
  });
});

describe('DESCRIBE CONCEPT', () => {
  const concept = (name: string, depth?: string, schema?: string): ModelRows =>
    describeConcept(ontology, 'svc', {
      ...named(name),
      ...(schema !== undefined && { schema: { name: schema } }),
      options: depth === undefined ? [] : [{ name: { name: 'graph_depth' }, value: depth }],
    });

  it('marks keys and inherited columns', () => {
    const rows = concept('long_track', undefined, 'svc');
    expect(names(rows)).toEqual(['col_name', 'data_type', 'comment', 'key', 'inheritance_marker']);
    expect(rows.rows).toContainEqual(['track_id', 'integer', '', 'PK', 'inherited']);
    expect(rows.rows).toContainEqual(['album_id', 'integer', '', 'FK', 'inherited']);
    expect(concept('track', undefined, 'svc').rows).toContainEqual(['title', 'string', '', '', '']);
  });

  it('follows relationships up to the requested depth', () => {
    const near = first(concept('track'));
    expect(near).toEqual(
      expect.arrayContaining(['on_album[album].title', 'in_playlist[playlist].name', '_type_of_long_track']),
    );
    expect(near).not.toContain('on_album[album].made_by[artist].name');
    expect(first(concept('track', '2'))).toContain('on_album[album].made_by[artist].name');
    expect(first(concept('track', '0'))).toEqual(first(describeTable(ontology, 'svc', named('track'))));
    expect(first(concept('employee'))).toContain('reports_to[employee*5]_transitivity_level');
  });

  it('lists measures along relationships, as statements name them', () => {
    const text = `CREATE MEASURE mass integer AS SELECT SUM(weight);
      CREATE CONCEPT land (land_id integer, PRIMARY KEY (land_id));
      CREATE CONCEPT town (town_id integer, weight integer, mass measure integer, land_id integer, PRIMARY KEY (town_id),
        CONSTRAINT of_land FOREIGN KEY (land_id) REFERENCES land (land_id) INVERSEOF has_town);`;
    const measured = buildOntology(readScript(text), 'v');
    const options = [{ name: { name: 'graph_depth' }, value: '2' }];
    const found = first(describeConcept(measured, 'svc', { ...named('land'), options }));
    expect(found).toContain('measure.has_town[town].mass');
    expect(found).not.toContain('has_town[town].measure.mass');
    const deeper = first(describeConcept(measured, 'svc', { ...named('town'), options }));
    expect(deeper).toEqual(expect.arrayContaining(['measure.mass', 'measure.of_land[land].has_town[town].mass']));
  });

  it('describes a view, whose columns have no keys', () => {
    const rows = concept('sales_by_country', undefined, 'vsvc');
    expect(names(rows)).toEqual(['col_name', 'data_type', 'comment', 'key', 'inheritance_marker']);
    expect(rows.rows[0]).toEqual(['country', 'string', '', '', '']);
    expect(() => concept('sales', undefined, 'vsvc')).toThrow('there is no view "sales"');
  });

  it.each(['-1', 'deep', '5'])('rejects a graph_depth of %s', (depth) => {
    expect(() => concept('track', depth)).toThrow('graph_depth must be a number from 0 to 4');
  });
});

describe('system tables', () => {
  it.each([
    ['sys_ontologies', 'ontology, description'],
    ['sys_ontology', 'concept, inheritance, inheritance_level, primary_keys, label_keys, description, query'],
    ['sys_concepts', 'concept, description'],
    ['sys_inheritance', 'base, derived'],
    ['sys_properties', 'property_name, property_type, is_measure, is_multi, description, logic_query'],
    ['sys_concept_properties', 'concept, property_name, property_type, tables, datasource_id'],
    ['sys_concept_all_properties', 'concept, property_name, property_type, inherited, tables, datasource_id'],
    [
      'sys_relationships',
      'relationship_name, concept, target_concept, inverse_name, is_mtm, transitivity, description',
    ],
    ['sys_mappings', 'mapping_name, target_type, target_name, is_parsed, query, tables, datasource_id'],
    ['sys_properties_statistics', 'concept, property_name, distinct_count, minimum, maximum'],
    ['sys_domains', 'domain, description'],
    [
      'sys_concept_relationships',
      'concept, relationship_name, target_concept, inverse_name, is_inverse, is_mtm, source_properties, target_properties, transitivity, description, tables, datasource_id',
    ],
    ['sys_concept_mappings', 'concept, mapping_name, number_of_rows, tables, datasource_id'],
    ['sys_views', 'view_name, description, is_cube, tables, number_of_rows, view_properties'],
    ['sys_view_properties', 'view_name, property_name, property_type'],
    ['sys_tags', 'target_type, target_name, tag_name, tag_value'],
    ['sys_permissions', 'permission, resource'],
    ['sys_lineage', 'target_type, target_name, target_property, source_datasource, source_table, source_column'],
    [
      'sys_audit',
      'time, user_name, ontology, version, statement, row_count, duration_ms, outcome, request_id, protocol',
    ],
    [
      'sys_datasource_state',
      'datasource, type, state, servers, servers_in_use, statements, errors, mean_ms, running, waiting',
    ],
  ] as const)('%s has exactly the columns of the specification in every row', (name, columns) => {
    const rows = table(name);
    expect(names(rows).join(', ')).toBe(columns);
    expect(rows.rows.length > 0).toBe(name !== 'sys_domains');
    expect(rows.rows.every((row) => row.length === rows.columns.length)).toBe(true);
  });

  it.each([
    [
      'sys_ontology',
      ['long_track', 'track', 2, 'track_id', 'title', null, 'FROM `svc`.`track` WHERE `milliseconds` > 600000'],
    ],
    ['sys_inheritance', ['person', 'employee']],
    [
      'sys_properties',
      ['line_total', 'decimal(10,2)', 0, 0, 'Price of all units of the line', 'SELECT `unit_price` * `quantity`'],
    ],
    ['sys_concept_properties', ['customer', 'customer_id', 'integer', 'Customer', 'music']],
    ['sys_concept_all_properties', ['customer', 'customer_id', 'integer', 0, 'Customer', 'music']],
    ['sys_concept_all_properties', ['customer', 'email', 'string', 1, 'Customer', 'music']],
    ['sys_concept_all_properties', ['long_track', 'title', 'string', 1, null, null]],
    ['sys_relationships', ['in_playlist', 'track', 'playlist', 'holds_track', 1, 1, null]],
    [
      'sys_concept_relationships',
      ['album', 'has_track', 'track', 'on_album', 1, 0, 'album_id', 'album_id', 1, null, null, null],
    ],
    [
      'sys_concept_relationships',
      ['track', 'in_playlist', 'playlist', 'holds_track', 0, 1, '', '', 1, null, 'PlaylistTrack', 'music'],
    ],
    ['sys_concept_mappings', ['artist', 'map_artist', null, 'Artist', 'music']],
    ['sys_view_properties', ['sales_by_country', 'country', 'string']],
    ['sys_properties_statistics', ['track', 'title', 3, 'A', null]],
    ['sys_permissions', ['ADMIN', 'datasource.`shop`.`music`']],
    ['sys_lineage', ['concept', 'track', 'title', 'music', 'Track', 'Name']],
    ['sys_audit', ['2026-01-02 03:04:05.678', 'ana', 'shop', 'v', 'SELECT ?', 1, 2, 'success', 'r', 'http']],
    ['sys_datasource_state', ['music', 'mysql', 'unused', null, null, 0, 0, null, 0, 0]],
  ] as const)('%s contains %p', (name, row) => {
    expect(table(name).rows).toContainEqual(row);
  });

  it('lists no logic concept and no inherited property among the properties that concepts declare', () => {
    const rows = table('sys_concept_properties').rows.map(([concept, property]) => `${concept} ${property}`);
    expect(rows.filter((row) => row.startsWith('long_track'))).toEqual([]);
    expect(rows).toContain('person email');
    expect(rows).not.toContain('customer email');
  });

  it('lists the tables behind a view and its typed columns', () => {
    const [row] = rowObjects(table('sys_views')).filter((view) => view.view_name === 'sales_by_country');
    expect(row).toMatchObject({ number_of_rows: null });
    expect(String(row?.tables).split(',')).toContain('Invoice');
    expect(row?.view_properties).toMatch(/^country string,\S+ \w+,\S+ \w+$/);
  });

  it('are found in any letter case', () => {
    expect(findSystemTable('SYS_Views')).toBe('sys_views');
    expect(findSystemTable('sys_nothing')).toBeUndefined();
    expect(findSystemTable('toString')).toBeUndefined();
  });
});

describe('ontologyDetails', () => {
  it('has the six fields of the specification, relationships, and no connection details of data sources', () => {
    const details = ontologyDetails(ontology, 'svc');
    const fields = ['datasources', 'ontology', 'properties', 'quote', 'relationships', 'version', 'views'];
    expect(Object.keys(details)).toEqual(fields);
    expect(details.datasources).toEqual([{ datasource: 'music', type: 'mysql', is_active: 1 }]);
    expect(details.ontology).toEqual(rowObjects(table('sys_ontology')));
    expect(details.properties.album_id).toEqual({
      property_type: 'integer',
      is_measure: 0,
      is_multi: 0,
      description: null,
      concepts: ['album', 'track', 'long_track'],
    });
    expect(details.views.sales_by_country).toMatchObject({
      is_cube: 0,
      columns: [{ name: 'country', type: 'string' }, {}, {}],
    });
    expect(JSON.stringify(details)).not.toContain('db.local');
  });

  it('has each direction of each relationship once, at the concept that declares it', () => {
    const { relationships } = ontologyDetails(ontology, 'svc');
    expect(relationships.map(({ from, name }) => `${from} ${name}`)).toEqual(
      table('sys_concept_relationships').rows.map(([concept, name]) => `${String(concept)} ${String(name)}`),
    );
    const named = (name: string) => relationships.filter((relationship) => relationship.name === name);
    const simple = { transitive: null, link_columns: [] };
    expect(named('on_album')).toEqual([
      { from: 'track', name: 'on_album', to: 'album', inverse: 'has_track', cardinality: 'one', ...simple },
    ]);
    expect(named('has_track')).toEqual([
      { from: 'album', name: 'has_track', to: 'track', inverse: 'on_album', cardinality: 'many', ...simple },
    ]);
    expect(named('manages')).toMatchObject([{ from: 'employee', to: 'employee', cardinality: 'many', transitive: 5 }]);
    expect(named('in_playlist')).toMatchObject([{ to: 'playlist', cardinality: 'many', link_columns: [] }]);
  });

  it('names the columns of links', () => {
    const script = `CREATE ONTOLOGY o; CREATE DATASOURCE d TYPE mysql OPTIONS (host = 'h', database = 'd');
      CREATE CONCEPT a (a_id integer, PRIMARY KEY (a_id), CONSTRAINT knows MULTIREFERENCE b INVERSEOF known_by);
      CREATE CONCEPT b (b_id integer, PRIMARY KEY (b_id));
      CREATE MAPPING m (CONSTRAINT knows FOREIGN KEY (b_id) REFERENCES b (b_id),
        CONSTRAINT known_by FOREIGN KEY (a_id) REFERENCES a (a_id)) AS SELECT a_id, b_id, since, place FROM t`;
    const { relationships } = ontologyDetails(buildOntology(readScript(script), 'v'), 'svc');
    const link = { cardinality: 'many', transitive: null, link_columns: ['since', 'place'] };
    expect(relationships).toEqual([
      { from: 'a', name: 'knows', to: 'b', inverse: 'known_by', ...link },
      { from: 'b', name: 'known_by', to: 'a', inverse: 'knows', ...link },
    ]);
  });
});
