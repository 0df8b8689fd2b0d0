import { FLAG, listOf, mapOf, NULLABLE_STRING, objectOf, type Schema, STRING, STRINGS, successOf } from '../../http';
import { type OntologyDetails } from '../show/ontology-details';

const EXAMPLE: OntologyDetails = {
  datasources: [{ datasource: 'music', type: 'duckdb', is_active: 1 }],
  ontology: [
    {
      concept: 'track',
      inheritance: 'thing',
      inheritance_level: 1,
      primary_keys: 'track_id',
      label_keys: 'title',
      description: 'One recording',
      query: null,
    },
  ],
  properties: {
    title: { property_type: 'string', is_measure: 0, is_multi: 0, description: null, concepts: ['track'] },
  },
  quote: '`',
  relationships: [
    {
      from: 'track',
      name: 'on_album',
      to: 'album',
      inverse: 'has_track',
      cardinality: 'one',
      transitive: null,
      link_columns: [],
    },
  ],
  version: '0b8f7a3e-5f0c-4f0e-9d53-0c8f2f0d8a11',
  views: {
    top_tracks: {
      description: 'What sells best',
      is_cube: 0,
      columns: [{ name: 'title', type: 'string' }],
      query: 'SELECT `title` FROM `dsvc`.`track`',
    },
  },
};

const SCHEMA = {
  datasources: listOf(objectOf({ datasource: STRING, type: STRING, is_active: FLAG })),
  ontology: listOf(
    objectOf({
      concept: STRING,
      inheritance: STRING,
      inheritance_level: { type: 'integer' },
      primary_keys: STRING,
      label_keys: STRING,
      description: NULLABLE_STRING,
      query: NULLABLE_STRING,
    }),
  ),
  properties: mapOf(
    objectOf({
      property_type: STRING,
      is_measure: FLAG,
      is_multi: FLAG,
      description: NULLABLE_STRING,
      concepts: STRINGS,
    }),
  ),
  quote: STRING,
  relationships: listOf(
    objectOf({
      from: STRING,
      name: STRING,
      to: STRING,
      inverse: STRING,
      cardinality: { type: 'string', enum: ['one', 'many'] },
      transitive: {
        type: ['integer', 'null'],
        description: 'The greatest number of steps; null if it is not transitive',
      },
      link_columns: STRINGS,
    }),
  ),
  version: STRING,
  views: mapOf(
    objectOf({
      description: NULLABLE_STRING,
      is_cube: FLAG,
      columns: listOf(objectOf({ name: STRING, type: STRING })),
      query: STRING,
    }),
  ),
} satisfies Readonly<Record<keyof OntologyDetails, Schema>>;

/** The answer of get_ontology in the OpenAPI document. */
export const DETAILS_ANSWER = {
  schema: successOf({ data: objectOf(SCHEMA) }),
  example: { data: EXAMPLE, status: 'success' },
};
