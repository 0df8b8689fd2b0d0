import type { OntologyDetails } from '../api/service';
import { buildModel } from './model';

type Relationship = OntologyDetails['relationships'][number];

const concept = (name: string, inheritance: string): OntologyDetails['ontology'][number] => ({
  concept: name,
  inheritance,
  inheritance_level: 0,
  primary_keys: `${name}_id`,
  label_keys: 'name',
  description: `About ${name}`,
  query: null,
});
const property = (type: string, ...concepts: readonly string[]): OntologyDetails['properties'][string] => ({
  property_type: type,
  is_measure: 0,
  is_multi: 0,
  description: `One ${type}`,
  concepts: [...concepts],
});
const relationship = (from: string, name: string, to: string, inverse: string): Relationship => ({
  from,
  name,
  to,
  inverse,
  cardinality: 'many',
  transitive: null,
  link_columns: [],
});

/** Cities, capitals among them, in countries that border on each other: a model for tests. */
export const EXAMPLE = buildModel('example', {
  datasources: [],
  ontology: [concept('thing', ''), concept('country', 'thing'), concept('city', 'thing'), concept('capital', 'city')],
  properties: {
    name: property('string', 'country', 'city', 'capital'),
    population: property('integer', 'city', 'capital'),
    group: property('string', 'city', 'capital'),
  },
  quote: '`',
  relationships: [
    relationship('city', 'in_country', 'country', 'has_city'),
    relationship('country', 'has_city', 'city', 'in_country'),
    relationship('country', 'borders', 'country', 'is_bordered_by'),
    relationship('country', 'is_bordered_by', 'country', 'borders'),
  ],
  version: '1',
  views: { largest: { description: 'Largest cities', is_cube: 0, columns: [], query: 'SELECT 1' } },
});
