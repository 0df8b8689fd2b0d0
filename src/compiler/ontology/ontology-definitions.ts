import { nameKey } from '../../model';
import {
  type CreateConcept,
  type CreateDataSource,
  type CreateFilterPolicy,
  type CreateMapping,
  type CreateMaskPolicy,
  type CreateMeasure,
  type CreateProperty,
  type CreateView,
  type DataSourceOption,
  type DefinitionStatement,
  type DropOntology,
  isVariableOption,
  type Option,
  type RestoreOntology,
} from '../statement';

export type PropertyDefinition = CreateProperty | CreateMeasure;
export type PolicyDefinition = CreateMaskPolicy | CreateFilterPolicy;

/** A statement that changes the model of one ontology. Excludes DROP ONTOLOGY and RESTORE ONTOLOGY, which need the stored versions. */
export type ModelStatement = Exclude<DefinitionStatement, DropOntology | RestoreOntology>;

/**
 * The parsed statements of one version of an ontology, before names are resolved. All maps are keyed by `nameKey` in
 * definition order. Tags are part of their definitions, and data sources contain no secrets.
 */
export interface OntologyDefinitions {
  readonly name: string;
  readonly description: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly dataSources: ReadonlyMap<string, CreateDataSource>;
  /** Key of the data source of mappings without USING. */
  readonly activeDataSource: string | undefined;
  readonly properties: ReadonlyMap<string, PropertyDefinition>;
  readonly concepts: ReadonlyMap<string, CreateConcept>;
  readonly mappings: ReadonlyMap<string, CreateMapping>;
  readonly views: ReadonlyMap<string, CreateView>;
  readonly policies: ReadonlyMap<string, PolicyDefinition>;
}

/** Mutable definitions to which statements are applied. */
export interface DefinitionsDraft {
  name: string;
  description: string;
  settings: Map<string, string>;
  dataSources: Map<string, CreateDataSource>;
  activeDataSource: string | undefined;
  properties: Map<string, PropertyDefinition>;
  concepts: Map<string, CreateConcept>;
  mappings: Map<string, CreateMapping>;
  views: Map<string, CreateView>;
  policies: Map<string, PolicyDefinition>;
}

/** Returns the definitions of an empty ontology. */
export function emptyDefinitions(name: string, description = ''): OntologyDefinitions {
  return {
    name,
    description,
    settings: new Map(),
    dataSources: new Map(),
    activeDataSource: undefined,
    properties: new Map(),
    concepts: new Map(),
    mappings: new Map(),
    views: new Map(),
    policies: new Map(),
  };
}

/** Returns a mutable copy of the definitions. */
export function openDraft(definitions: OntologyDefinitions): DefinitionsDraft {
  return {
    name: definitions.name,
    description: definitions.description,
    settings: new Map(definitions.settings),
    dataSources: new Map(definitions.dataSources),
    activeDataSource: definitions.activeDataSource,
    properties: new Map(definitions.properties),
    concepts: new Map(definitions.concepts),
    mappings: new Map(definitions.mappings),
    views: new Map(definitions.views),
    policies: new Map(definitions.policies),
  };
}

/** The root of all concepts (docs/language.md). */
export const ROOT_CONCEPT = 'thing';

const SECRET_OPTIONS: ReadonlySet<string> = new Set(['password', 'ssl_key']);

/** Reports whether an option of a data source is stored separately from the model and never returned (docs/language.md). */
export function isSecret(option: DataSourceOption): option is Option {
  return !isVariableOption(option) && canBeSecret(option);
}

/** Reports whether the value of an option is a secret, wherever it is stored. */
export function canBeSecret({ name }: DataSourceOption): boolean {
  return SECRET_OPTIONS.has(nameKey(name.name));
}

/** The names of the options that contain secrets, for messages. */
export const SECRET_NAMES = [...SECRET_OPTIONS].join(' and ');
