import { type OntologyDetails } from '../show/ontology-details';

/** The example of GET get_ontology in the OpenAPI document. */
export const DETAILS_EXAMPLE: OntologyDetails = {
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
