import { printQuery } from '../../compiler/statement';
import { type Cell, type Ontology, printScalarType } from '../../model';
import { linkColumnsOf } from './link-columns';
import { flag, orNull, rowObjects } from './model-rows';
import { showDataSources } from './show-model';
import { sysOntology } from './sys-ontology';
import { viewColumns } from '../change/view-columns';

interface PropertyDetails {
  readonly property_type: string;
  readonly is_measure: Cell;
  readonly is_multi: Cell;
  readonly description: Cell;
  readonly concepts: readonly string[];
}
interface ViewDetails {
  readonly description: Cell;
  readonly is_cube: Cell;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly query: string;
}

/** One direction of a relationship, at the concept that declares it. */
interface RelationshipDetails {
  readonly from: string;
  readonly name: string;
  readonly to: string;
  readonly inverse: string;
  /** Maximum number of targets of one entity. */
  readonly cardinality: 'one' | 'many';
  /** Maximum number of steps; null if the relationship is not transitive. */
  readonly transitive: number | null;
  readonly link_columns: readonly string[];
}

/** The `data` of GET get_ontology (docs/http-api.md). */
export interface OntologyDetails {
  readonly datasources: readonly Readonly<Record<string, Cell>>[];
  readonly ontology: readonly Readonly<Record<string, Cell>>[];
  readonly properties: Readonly<Record<string, PropertyDetails>>;
  readonly quote: string;
  readonly relationships: readonly RelationshipDetails[];
  readonly version: string;
  readonly views: Readonly<Record<string, ViewDetails>>;
}

/** Returns the `data` of GET get_ontology. Omits the options of data sources, which contain connection details. */
export function ontologyDetails(ontology: Ontology, serviceName: string): OntologyDetails {
  return {
    datasources: rowObjects(showDataSources(ontology)),
    ontology: rowObjects(sysOntology(ontology)),
    properties: propertyDetails(ontology),
    quote: '`',
    relationships: relationshipDetails(ontology),
    version: ontology.version,
    views: viewDetails(ontology, serviceName),
  };
}

function propertyDetails(ontology: Ontology): Record<string, PropertyDetails> {
  const concepts = new Map<string, string[]>();
  for (const concept of ontology.concepts.values()) {
    for (const key of concept.properties) {
      const having = concepts.get(key);
      if (having === undefined) concepts.set(key, [concept.name]);
      else having.push(concept.name);
    }
  }
  const entries = [...ontology.properties].map(([key, property]): [string, PropertyDetails] => [
    property.name,
    {
      property_type: printScalarType(property.type),
      is_measure: flag(property.isMeasure),
      is_multi: flag(property.isMultiValue),
      description: orNull(property.description),
      concepts: concepts.get(key) ?? [],
    },
  ]);
  return Object.fromEntries(entries);
}

function relationshipDetails(ontology: Ontology): readonly RelationshipDetails[] {
  return [...ontology.concepts].flatMap(([key, concept]) =>
    [...concept.relationships.values()]
      .filter(({ source }) => source === key)
      .map((relationship) => ({
        from: concept.name,
        name: relationship.name,
        to: ontology.concepts.get(relationship.target)?.name ?? relationship.target,
        inverse: relationship.inverseName,
        cardinality: relationship.cardinality,
        transitive: relationship.transitivity > 1 ? relationship.transitivity : null,
        link_columns: linkColumnsOf(ontology, relationship).names,
      })),
  );
}

function viewDetails(ontology: Ontology, serviceName: string): Record<string, ViewDetails> {
  const entries = [...ontology.views.values()].map((view): [string, ViewDetails] => [
    view.name,
    {
      description: orNull(view.description),
      is_cube: flag(view.isCube),
      columns: viewColumns(ontology, view, serviceName).map(({ name, type }) => ({ name, type })),
      query: printQuery(view.query),
    },
  ]);
  return Object.fromEntries(entries);
}
