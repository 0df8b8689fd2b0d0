import { printExpression } from '../../compiler/statement';
import { type Cell, type Concept, nameKey, type Ontology, printScalarType, type Property } from '../../model';
import { placesOf } from './mapping-sources';
import { flag, modelRows, type ModelRows, orNull } from './model-rows';

/** The values of a property of a concept; null where the caller may not know them. */
export interface PropertyStatistics {
  readonly concept: string;
  readonly property: string;
  readonly distinct: Cell;
  readonly minimum: Cell;
  readonly maximum: Cell;
}

/** Returns the rows of `sys_properties_statistics`. */
export function sysPropertiesStatistics(statistics: readonly PropertyStatistics[]): ModelRows {
  const columns = {
    concept: 'string',
    property_name: 'string',
    distinct_count: 'integer',
    minimum: 'string',
    maximum: 'string',
  } as const;
  const textOf = (cell: Cell): Cell => (cell === null ? null : String(cell));
  const rows = statistics.map(({ concept, property, distinct, minimum, maximum }) => {
    return [concept, property, distinct === null ? null : Number(distinct), textOf(minimum), textOf(maximum)];
  });
  return modelRows(columns, rows);
}

/** Returns the rows of `sys_properties`. */
export function sysProperties(ontology: Ontology): ModelRows {
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
    orNull(property.description),
    printCalculation(property),
  ]);
  return modelRows(columns, rows);
}

function printCalculation({ calculation, filter }: Property): string | null {
  if (calculation === undefined) return null;
  const where = filter === undefined ? '' : ` WHERE ${printExpression(filter)}`;
  return `SELECT ${printExpression(calculation)}${where}`;
}

/** Returns the rows of `sys_concept_properties`: properties that concepts declare. Logic concepts have no tables of their own. */
export function sysConceptProperties(ontology: Ontology): ModelRows {
  const columns = {
    concept: 'string',
    property_name: 'string',
    property_type: 'string',
    tables: 'string',
    datasource_id: 'string',
  } as const;
  const rows = [...ontology.concepts.values()]
    .filter(({ logic }) => logic === undefined)
    .flatMap((concept) =>
      propertiesOf(ontology, concept.ownProperties).map((property) => [
        ...printProperty(concept, property),
        ...placesOfProperty(ontology, concept, property),
      ]),
    );
  return modelRows(columns, rows);
}

/** Returns the rows of `sys_concept_all_properties`: the properties that all concepts have, own and inherited. */
export function sysConceptAllProperties(ontology: Ontology): ModelRows {
  const columns = {
    concept: 'string',
    property_name: 'string',
    property_type: 'string',
    inherited: 'integer',
    tables: 'string',
    datasource_id: 'string',
  } as const;
  const rows = [...ontology.concepts.values()].flatMap((concept) =>
    propertiesOf(ontology, concept.properties).map((property) => [
      ...printProperty(concept, property),
      flag(!concept.ownProperties.includes(nameKey(property.name))),
      ...placesOfProperty(ontology, concept, property),
    ]),
  );
  return modelRows(columns, rows);
}

function propertiesOf(ontology: Ontology, keys: readonly string[]): readonly Property[] {
  return keys.flatMap((key) => ontology.properties.get(key) ?? []);
}

function printProperty(concept: Concept, property: Property): readonly Cell[] {
  return [concept.name, property.name, printScalarType(property.type)];
}

/** Returns the tables and data sources of the mappings INTO the concept that give the property. */
function placesOfProperty(ontology: Ontology, concept: Concept, property: Property): readonly Cell[] {
  const key = nameKey(property.name);
  const mappings = concept.mappings.flatMap((name) => ontology.mappings.get(name) ?? []);
  const giving = mappings.filter((mapping) => mapping.columns.some((column) => column.key === key));
  const { tables, dataSources } = placesOf(ontology, giving);
  return [orNull(tables), orNull(dataSources)];
}
