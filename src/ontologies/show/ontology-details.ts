import { printQuery } from '../../compiler/statement';
import { type Cell, type Ontology, printScalarType } from '../../model';
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

/** The `data` of GET get_ontology (docs/http-api.md). */
export interface OntologyDetails {
  readonly datasources: readonly Readonly<Record<string, Cell>>[];
  readonly ontology: readonly Readonly<Record<string, Cell>>[];
  readonly properties: Readonly<Record<string, PropertyDetails>>;
  readonly quote: string;
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
