import { nameKey, type MappingColumn, type Property } from '../../model';
import type { ConceptOutline } from './outline-concepts';
import type { WrittenColumn } from './name-columns';
import { invalid, type Place, quoted, unknownName } from './refusals';

type Properties = ReadonlyMap<string, Property>;

interface MappingRules {
  readonly properties: Properties;
  readonly allowsKeyless: boolean;
}

/**
 * Checks the columns of a mapping INTO concepts: it must contain the key of each concept, unless `allowsKeyless`, and every
 * column must be a property of one of them. Multi-value properties may be mapped only with the key: the mapping then adds values and no
 * entities (docs/language.md).
 */
export function checkEntityColumns(
  where: Place,
  concepts: readonly ConceptOutline[],
  columns: readonly WrittenColumn[],
  { properties, allowsKeyless }: MappingRules,
): void {
  for (const column of columns) checkColumn(where, column, concepts, properties);
  const keys = new Set(concepts.flatMap((concept) => concept.primaryKey));
  const rest = columns.filter((column) => !keys.has(column.key));
  const multiValues = rest.filter((column) => properties.get(column.key)?.isMultiValue);
  if (multiValues.length > 0 && multiValues.length < rest.length) {
    const names = multiValues.map((column) => quoted(column.name)).join(', ');
    throw invalid(
      where,
      `maps the MULTIVALUE ${names} together with properties of one value`,
      'map it in another mapping, with nothing but the key',
    );
  }
  const addsEntities = multiValues.length === 0;
  for (const concept of concepts) {
    if (!allowsKeyless || !addsEntities) checkKey(where, concept, columns);
    if (addsEntities) refuseLogic(where, concept);
  }
}

function checkColumn(
  where: Place,
  column: WrittenColumn,
  concepts: readonly ConceptOutline[],
  properties: Properties,
): void {
  const property = properties.get(column.key);
  if (property === undefined || !isOfSome(concepts, column)) {
    const known = concepts.flatMap((concept) => concept.properties.map((key) => properties.get(key)?.name ?? key));
    const names = concepts.map((concept) => quoted(concept.name)).join(' or ');
    throw unknownName(where, `property of ${names} named`, column, known);
  }
  if (property.calculation !== undefined) {
    throw invalid(
      { ...where, at: column.at ?? where.at },
      `${quoted(property.name)} is calculated and cannot be mapped`,
    );
  }
}

function isOfSome(concepts: readonly ConceptOutline[], { key }: MappingColumn): boolean {
  return concepts.some((concept) => concept.properties.includes(key));
}

/** Returns the columns with an empty key for each that is a property of none of the concepts, so that nothing reads it. */
export function ignoreUnknown(
  columns: readonly WrittenColumn[],
  concepts: readonly ConceptOutline[],
): readonly WrittenColumn[] {
  return columns.map((column) => (isOfSome(concepts, column) ? column : { ...column, key: '' }));
}

function checkKey(where: Place, concept: ConceptOutline, columns: readonly WrittenColumn[]): void {
  const name = quoted(concept.name);
  if (concept.primaryKey.length === 0) {
    throw invalid(where, `concept ${name} has no primary key`, 'declare PRIMARY KEY on it or on an ancestor');
  }
  const missing = concept.primaryKey.filter((key) => !columns.some((column) => column.key === key));
  if (missing.length === 0) return;
  const hint = "select it, or ALTER ONTOLOGY ... SET keyless_mappings = 'allow' for rows without relationships";
  throw invalid(where, `does not map the key of ${name}: ${missing.map(quoted).join(', ')} is missing`, hint);
}

function refuseLogic(where: Place, { name, logic }: ConceptOutline): void {
  if (logic === undefined) return;
  throw invalid(
    where,
    `concept ${quoted(name)} selects its entities from ${quoted(logic.from)} by a condition`,
    `map into ${quoted(logic.from)}`,
  );
}

/** Reports whether a mapping only adds values of multi-value properties to entities of other mappings. */
export function addsValuesOnly(columns: readonly MappingColumn[], properties: ReadonlyMap<string, Property>): boolean {
  return columns.some((column) => properties.get(nameKey(column.name))?.isMultiValue);
}
