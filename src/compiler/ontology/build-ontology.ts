import { nameKey, type Concept, type DataSource, type Mapping, type Ontology } from '../../model';
import { isVariableOption } from '../statement';
import type { OntologyDefinitions } from './ontology-definitions';
import { arrangeConcepts } from './arrange-concepts';
import { buildMappings } from './build-mappings';
import { buildPolicies } from './build-policies';
import { buildProperties } from './build-properties';
import { buildRelationships } from './build-relationships';
import { buildViews } from './build-views';
import { checkCalculations } from './check-calculations';
import { checkLogic } from './check-logic';
import { linkWhatExists, waitingFor } from './link-what-exists';
import { outlineConcepts, type ConceptOutline } from './outline-concepts';

/**
 * Links the definitions into one immutable version of the ontology, or rejects the first inconsistent statement
 * (docs/language.md). Where forward references are allowed, links the definitions that refer to nothing missing. Resolves inheritance and inverses once, here. The definitions use the schema names of
 * `serviceName`. `id` is the id of the ontology and defaults to `version`.
 */
export function buildOntology(
  written: OntologyDefinitions,
  version: string,
  serviceName = 'svc',
  id = version,
): Ontology {
  const linkable = linkWhatExists(written);
  const { definitions } = linkable;
  const properties = buildProperties(definitions);
  const lineages = arrangeConcepts(definitions.concepts);
  const outlines = outlineConcepts(definitions, lineages, properties);
  checkCalculations(definitions, properties, outlines.values());
  checkLogic(outlines, definitions, serviceName);
  const relationships = buildRelationships({
    definitions: definitions.concepts,
    outlines,
    properties,
    settings: definitions.settings,
  });
  const mappings = buildMappings({ definitions, outlines, properties, relationships });
  const concepts = assemble(definitions, outlines, { relationships, mappings });
  const scope = { definitions, concepts, properties, serviceName };
  return {
    id,
    name: definitions.name,
    description: definitions.description,
    version,
    settings: definitions.settings,
    dataSources: buildDataSources(definitions),
    activeDataSource: definitions.activeDataSource,
    properties,
    concepts,
    mappings,
    views: buildViews(scope),
    policies: buildPolicies(scope),
    waiting: waitingFor(written, linkable),
  };
}

function buildDataSources(definitions: OntologyDefinitions): Map<string, DataSource> {
  const sources = new Map<string, DataSource>();
  for (const [key, { name, type, options }] of definitions.dataSources) {
    const [plain, variables] = [new Map<string, string>(), new Map<string, string>()];
    for (const option of options) {
      if (isVariableOption(option)) variables.set(nameKey(option.name.name), option.variable.name);
      else plain.set(nameKey(option.name.name), option.value);
    }
    sources.set(key, { name: name.name, type, options: plain, variables });
  }
  return sources;
}

interface Attachments {
  readonly relationships: ReadonlyMap<string, Concept['relationships']>;
  readonly mappings: ReadonlyMap<string, Mapping>;
}

/** Returns the root concept and then all concepts in definition order, with their relationships and mappings. */
function assemble(
  definitions: OntologyDefinitions,
  outlines: ReadonlyMap<string, ConceptOutline>,
  { relationships, mappings }: Attachments,
): Map<string, Concept> {
  const into = mappingsByConcept(mappings);
  const concepts = new Map<string, Concept>();
  const root = [...outlines.keys()].slice(0, 1);
  for (const key of [...root, ...definitions.concepts.keys()]) {
    const outline = outlines.get(key);
    if (outline === undefined) continue;
    concepts.set(key, {
      ...outline,
      relationships: relationships.get(key) ?? new Map<string, never>(),
      mappings: into.get(key) ?? [],
    });
  }
  return concepts;
}

function mappingsByConcept(mappings: ReadonlyMap<string, Mapping>): Map<string, string[]> {
  const into = new Map<string, string[]>();
  for (const [key, { target }] of mappings) {
    if (target.kind === 'link') continue;
    for (const concept of target.concepts) into.set(concept, [...(into.get(concept) ?? []), key]);
  }
  return into;
}
