import { printQuery } from '../../compiler/statement';
import { type Mapping, type Ontology } from '../../model';
import { columnSources, placesOf } from './mapping-sources';
import { flag, modelRows, type ModelRows, orNull } from './model-rows';

/** Returns the rows of `sys_concept_mappings`. `number_of_rows` is null, because reading the model never contacts a data source. */
export function sysConceptMappings(ontology: Ontology): ModelRows {
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
    return concepts.map((key) => [
      ontology.concepts.get(key)?.name ?? key,
      mapping.name,
      null,
      orNull(tables),
      orNull(dataSources),
    ]);
  });
  return modelRows(columns, rows);
}

/** Returns the rows of `sys_mappings`: each mapping once for each of its concepts, or for its relationship. */
export function sysMappings(ontology: Ontology): ModelRows {
  const columns = {
    mapping_name: 'string',
    target_type: 'string',
    target_name: 'string',
    is_parsed: 'integer',
    query: 'string',
    tables: 'string',
    datasource_id: 'string',
  } as const;
  const rows = [...ontology.mappings.values()].flatMap((mapping) => {
    const { source } = mapping;
    const { tables, dataSources } = placesOf(ontology, [mapping]);
    const isParsed = source.kind === 'parsed';
    const query = isParsed ? printQuery(source.query) : source.text;
    return targetsOf(ontology, mapping).map((target) => {
      return [mapping.name, ...target, flag(isParsed), query, orNull(tables), orNull(dataSources)];
    });
  });
  return modelRows(columns, rows);
}

/** Returns the kind and the name of each target. */
function targetsOf(ontology: Ontology, { target }: Mapping): readonly (readonly string[])[] {
  return target.kind === 'concepts'
    ? target.concepts.map((key) => ['concept', ontology.concepts.get(key)?.name ?? key])
    : [['relationship', target.ends[0].relationship]];
}

/** Returns the rows of `sys_lineage`: the columns of data sources that properties and link columns are computed from. */
export function sysLineage(ontology: Ontology): ModelRows {
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
    return targetsOf(ontology, mapping).flatMap(([type = '', name = '']) =>
      columnSources(mapping).map(({ column, sourceTable, sourceColumn }) => {
        const property = ontology.properties.get(column)?.name ?? column;
        return [type, name, property, dataSource, sourceTable, sourceColumn];
      }),
    );
  });
  return modelRows(columns, rows);
}
