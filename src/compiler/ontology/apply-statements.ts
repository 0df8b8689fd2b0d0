import { type DataSourceTraits, nameKey, type Identifier } from '../../model';
import { ServiceError, suggest } from '../../errors';
import { DATA_SOURCE_TYPES } from '../dialects';
import {
  type AlterDataSource,
  type AlterOntology,
  type CreateConcept,
  type CreateDataSource,
  type CreateOntology,
  isVariableOption,
  type Statement,
} from '../statement';
import {
  emptyDefinitions,
  canBeSecret,
  isSecret,
  openDraft,
  ROOT_CONCEPT,
  SECRET_NAMES,
  type DefinitionsDraft,
  type ModelStatement,
  type OntologyDefinitions,
  type PolicyDefinition,
  type PropertyDefinition,
} from './ontology-definitions';
import { checkConceptNames, checkPropertyName } from './check-names';
import { readAsNames } from './double-quotes';
import { dropDefinition } from './drop-definition';
import { alterTag } from './alter-tag';
import { checkName, invalid, placeOf, quoted, reservedRoot, unknownName } from './refusals';
import { SETTINGS } from './settings';
import { settlePipes } from './settle-pipes';

/**
 * Returns the definitions after the statements are applied in order (docs/language.md). Rejects duplicate names,
 * invalid names and unknown targets. `buildOntology` checks the consistency of the result.
 */
export function applyStatements(
  definitions: OntologyDefinitions,
  statements: readonly ModelStatement[],
  serviceName = 'svc',
): OntologyDefinitions {
  const draft = openDraft(definitions);
  for (const statement of statements) applyStatement(draft, statement, serviceName);
  return draft;
}

/** Reports whether a statement changes the model of one ontology. */
export function isModelStatement(statement: Pick<Statement, 'kind'>): statement is ModelStatement {
  return Object.hasOwn(STEPS, statement.kind);
}

type Step<K extends ModelStatement['kind']> = (
  draft: DefinitionsDraft,
  statement: Extract<ModelStatement, { readonly kind: K }>,
  serviceName: string,
) => void;

const STEPS: { readonly [K in ModelStatement['kind']]: Step<K> } = {
  'create-ontology': createOntology,
  'alter-ontology': alterOntology,
  'create-datasource': createDataSource,
  'alter-datasource': activateDataSource,
  'drop-datasource': (draft, statement, serviceName) => {
    dropDefinition(draft, { kind: 'datasource', key: nameKey(statement.name.name) }, statement, serviceName);
  },
  'create-property': createProperty,
  'create-measure': createProperty,
  'create-concept': createConcept,
  'create-mapping': (draft, statement) => {
    define(draft.mappings, readAsNames(statement), 'mapping');
  },
  'create-view': (draft, statement) => {
    define(draft.views, statement, statement.cube ? 'cube' : 'view');
  },
  'create-mask-policy': createPolicy,
  'create-filter-policy': createPolicy,
  'alter-tag': alterTag,
  drop: (draft, statement, serviceName) => {
    dropDefinition(draft, { kind: statement.target, key: nameKey(statement.name.name) }, statement, serviceName);
  },
};

function applyStatement(draft: DefinitionsDraft, statement: ModelStatement, serviceName: string): void {
  const step = STEPS[statement.kind] as Step<ModelStatement['kind']>;
  step(draft, settlePipes(statement, draft.settings), serviceName);
}

function createProperty(draft: DefinitionsDraft, statement: PropertyDefinition): void {
  checkPropertyName(statement.name);
  define(draft.properties, statement, statement.kind === 'create-measure' ? 'measure' : 'property');
}

function createConcept(draft: DefinitionsDraft, statement: CreateConcept): void {
  if (nameKey(statement.name.name) === ROOT_CONCEPT) throw reservedRoot(statement.name);
  checkConceptNames(statement);
  define(draft.concepts, statement, 'concept');
}

function createPolicy(draft: DefinitionsDraft, statement: PolicyDefinition): void {
  define(draft.policies, statement, 'policy');
}

interface Definition {
  readonly name: Identifier;
  readonly orReplace: boolean;
}

function define<D extends Definition>(known: Map<string, D>, definition: D, kind: string): void {
  checkName(kind, definition.name);
  const key = nameKey(definition.name.name);
  if (known.has(key) && !definition.orReplace) {
    throw new ServiceError('ontology_name_taken', `the ${kind} ${quoted(definition.name.name)} already exists`, {
      hint: 'use CREATE OR REPLACE to replace it',
      offset: definition.name.at,
    });
  }
  known.set(key, definition);
}

/** Resets the draft to an empty ontology. CREATE OR REPLACE of an existing ontology also removes its definitions. */
function createOntology(draft: DefinitionsDraft, statement: CreateOntology): void {
  checkName('ontology', statement.name);
  const reserved = ['system', 'system_db'].find((name) => name === nameKey(statement.name.name));
  if (reserved !== undefined) {
    throw new ServiceError('ontology_bad_name', `the name \`${reserved}\` is reserved`, { offset: statement.name.at });
  }
  Object.assign(draft, openDraft(emptyDefinitions(statement.name.name, statement.description)));
}

function alterOntology(draft: DefinitionsDraft, statement: AlterOntology): void {
  const where = placeOf('ALTER ONTOLOGY', statement.name);
  if (nameKey(statement.name.name) !== nameKey(draft.name)) {
    throw invalid(where, `this request changes the ontology ${quoted(draft.name)}`);
  }
  const { name, value } = statement.setting;
  const setting = nameKey(name.name);
  if (setting === 'description') {
    draft.description = value;
    return;
  }
  const rule = SETTINGS.get(setting);
  if (rule === undefined) throw unknownName(where, 'setting', name, ['description', ...SETTINGS.keys()]);
  if (!rule.accepts(value)) throw invalid({ ...where, at: name.at }, `${quoted(setting)} must be ${rule.values}`);
  draft.settings.set(setting, value);
}

function createDataSource(draft: DefinitionsDraft, statement: CreateDataSource): void {
  const given = new Set(statement.options.map((option) => nameKey(option.name.name)));
  const { neededOptions, knownOptions }: DataSourceTraits = DATA_SOURCE_TYPES[statement.type];
  const unknown = statement.options.find(({ name }) => knownOptions?.includes(nameKey(name.name)) === false);
  if (unknown !== undefined)
    throw unknownName(placeOf('data source', statement.name), 'option', unknown.name, knownOptions ?? []);
  const missing = neededOptions.filter((option) => !given.has(option));
  if (missing.length > 0) throw missingOptions(statement, missing);
  checkVariables(statement);
  const options = statement.options.filter((option) => !isSecret(option));
  define(draft.dataSources, { ...statement, options }, 'data source');
  draft.activeDataSource ??= nameKey(statement.name.name);
}

/** Returns the error for options that are needed, at an option that may be one of them with a wrong name. */
function missingOptions(statement: CreateDataSource, missing: readonly string[]): ServiceError {
  const problem = `a ${statement.type} data source needs the option ${missing.join(', ')}`;
  const where = placeOf('data source', statement.name);
  const misspelt = statement.options.find(({ name }) => suggest(name.name, missing) !== undefined);
  if (misspelt === undefined) return invalid(where, problem);
  return invalid({ ...where, at: misspelt.name.at }, problem, suggest(misspelt.name.name, missing));
}

/** Rejects `env()` for options without secrets, whose values anybody who may read the definition can see, and next to another value. */
function checkVariables(statement: CreateDataSource): void {
  const where = placeOf('data source', statement.name);
  for (const option of statement.options.filter(isVariableOption)) {
    const here = { ...where, at: option.variable.at };
    if (!DATA_SOURCE_TYPES[statement.type].hasPassword)
      throw invalid(here, `a ${statement.type} data source has no secret that env() could name`);
    if (!canBeSecret(option)) throw invalid(here, `env() can be the value only of ${SECRET_NAMES}`);
    const same = statement.options.filter(({ name }) => nameKey(name.name) === nameKey(option.name.name));
    if (same.length > 1) throw invalid(here, `the option ${quoted(option.name.name)} occurs twice`);
  }
}

function activateDataSource(draft: DefinitionsDraft, statement: AlterDataSource): void {
  const key = nameKey(statement.name.name);
  if (!draft.dataSources.has(key)) {
    const known = [...draft.dataSources.values()].map((source) => source.name.name);
    throw unknownName({ title: 'ALTER DATASOURCE' }, 'data source', statement.name, known);
  }
  draft.activeDataSource = key;
}
