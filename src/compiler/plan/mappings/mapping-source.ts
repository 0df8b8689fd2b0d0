import { nameKey, type Expression, type Mapping, type Property, type Query, type Source } from '../../../model';
import { mapItems, NULL, identifier } from '../../tree';
import {
  asText,
  type Column,
  FRACTIONAL_TYPES,
  NUMBER_TYPES,
  type Resolved,
  typeOf,
  type ValueType,
} from '../../values';
import type { Planning } from '../scope/planning';
import { typeBooleans } from './boolean-columns';
import { resolveMapping } from './resolve-mapping';
import { declareOnTable, mappingFacts } from './source-facts';
import { spellOutQualify } from './spell-out-qualify';
import { propertyType, type Reading, readingOf, readingOfEnd } from './stored-column';

/** Returns the column of a mapping for a key, or NULL if the mapping does not provide it. */
export function mappingColumn(mapping: Mapping, alias: string, key: string): Expression<Resolved> {
  const column = mapping.columns.find((known) => known.key === key);
  return column === undefined
    ? NULL
    : { kind: 'reference', reference: { source: alias, name: column.name, type: 'unknown' } };
}

/** Returns the property as a mapping provides it, or undefined if the mapping does not provide it. */
export function mappedProperty(
  planning: Planning,
  mapping: Mapping,
  alias: string,
  property: Property,
): Expression<Resolved> | undefined {
  const column = mapping.columns.find((known) => known.key === nameKey(property.name));
  if (column === undefined) return undefined;
  const reading = readingOf(planning, mapping, property);
  const type = reading?.of ?? propertyType(planning, mapping, property);
  return read({ source: alias, name: column.name, ...type }, reading);
}

/**
 * Returns the column that a mapping provides as an end of a link or as a key of values, for comparison with a property
 * of a concept.
 */
export function mappedEnd(
  { planning, mapping, alias }: { readonly planning: Planning; readonly mapping: Mapping; readonly alias: string },
  key: string,
  property: string,
): Expression<Resolved> {
  const column = mappingColumn(mapping, alias, key);
  if (property === 'entity_id') return asText(column);
  const reading = readingOfEnd(planning, mapping, { key, property: planning.ontology.properties.get(property) });
  return column.kind === 'reference' && reading ? read({ ...column.reference, ...reading.of }, reading) : column;
}

function read(reference: Column, reading: Reading | undefined): Expression<Resolved> {
  const column: Expression<Resolved> = { kind: 'reference', reference };
  return reading === undefined ? column : { kind: 'cast', operand: column, type: reading.cast };
}

/** Returns the rows of a mapping under an alias. */
export function mappingSource(planning: Planning, mapping: Mapping, alias: string): Source<Resolved> {
  planning.use(mapping);
  const facts = mappingFacts(mapping);
  if (mapping.source.kind === 'opaque') {
    return { kind: 'table', table: { kind: 'opaque', text: mapping.source.text }, alias: identifier(alias), facts };
  }
  const read = resolveMapping(planning, spellOutQualify(mapping.source.query));
  const resolved = withTypes(planning, mapping, typeBooleans(planning, mapping, read));
  const query = declareOnTable(planning, mapping, resolved);
  return { kind: 'derived', query, alias: identifier(alias), lateral: false, facts };
}

/** Returns the query of a mapping with values of the types of its properties, where the engine does not convert them correctly. */
function withTypes(planning: Planning, mapping: Mapping, query: Query<Resolved>): Query<Resolved> {
  const { acceptsNumbersAsBooleans } = planning.traitsOf(mapping.dataSource);
  return mapItems(query, (item, index) => {
    const type = planning.ontology.properties.get(mapping.columns[index]?.key ?? '')?.type.name;
    if (type === 'boolean' && !acceptsNumbersAsBooleans) return asBoolean(item);
    return type !== undefined && FRACTIONAL_TYPES.has(type) ? withPoint(item) : item;
  });
}

/** Columns of numbers are converted where they are read (`readingOf`). */
const COMPUTED_BOOLEANS: ReadonlySet<ValueType> = new Set<ValueType>([...NUMBER_TYPES, 'truth', 'null']);

function asBoolean(item: Expression<Resolved>): Expression<Resolved> {
  const isNumber = COMPUTED_BOOLEANS.has(typeOf(item)) || (item.kind === 'literal' && item.type === 'boolean');
  return item.kind === 'reference' || !isNumber ? item : { kind: 'cast', operand: item, type: { name: 'boolean' } };
}

/**
 * Returns an integer constant as a decimal without digits after the point. In a UNION with fractions of another mapping,
 * MariaDB (seen in 10.11) allocates one digit too few for an integer constant of a derived table, and returns 999.9
 * for 1024.
 */
function withPoint(item: Expression<Resolved>): Expression<Resolved> {
  return item.kind === 'literal' && item.type === 'integer'
    ? { ...item, type: 'decimal', text: `${item.text}.` }
    : item;
}
