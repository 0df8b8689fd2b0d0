import { type ModelStatement, type OntologyDefinitions } from '../../compiler/ontology';
import { ServiceError } from '../../errors';
import { allows, type Caller, nameKey, type Resource, type Right } from '../../model';

/** Rejects an action with 403 when the caller may see the resource but lacks the right (docs/errors.md). */
export function requireRight(caller: Caller, right: Right, resource: Resource, on: string): void {
  if (allows(caller, right, resource)) return;
  throw new ServiceError('auth_forbidden', `this needs the right ${right} on ${on}`);
}

/**
 * Rejects statements that the caller has no right to (docs/http-api.md, "Tokens and rights"). The model requires EDIT.
 * Connections require ADMIN, and CREATE DATASOURCE for a new or changed definition. Policies require ADMIN. A mapping
 * requires ADMIN on its data source, because it could expose any column under another name.
 */
export function checkStatementRights(
  caller: Caller,
  ontology: string,
  statements: readonly ModelStatement[],
  after: OntologyDefinitions,
): void {
  const whole: Resource = { kind: 'ontology', ontology };
  requireRight(caller, 'EDIT', whole, `ontology "${ontology}"`);
  for (const statement of statements) {
    const dataSource = dataSourceOf(statement, after);
    if (statement.kind === 'create-datasource') requireDataSourceRight(caller, dataSource);
    if (dataSource !== undefined) {
      const resource: Resource = { kind: 'datasource', ontology, dataSource };
      requireRight(caller, 'ADMIN', resource, `data source "${dataSource}"`);
    } else if (isAboutPolicies(statement)) {
      requireRight(caller, 'ADMIN', whole, `ontology "${ontology}"`);
    }
  }
}

/**
 * Requires CREATE DATASOURCE on the service: the host or file of a data source concerns the machine and the network,
 * not only one ontology.
 */
export function requireDataSourceRight(caller: Caller, dataSource = ''): void {
  requireRight(caller, 'CREATE DATASOURCE', { kind: 'all' }, `all, since it defines the data source "${dataSource}"`);
}

function dataSourceOf(statement: ModelStatement, after: OntologyDefinitions): string | undefined {
  switch (statement.kind) {
    case 'create-datasource':
    case 'alter-datasource':
    case 'drop-datasource':
      return statement.name.name;
    case 'create-mapping':
      return statement.dataSource?.name ?? after.activeDataSource;
    default:
      return undefined;
  }
}

function isAboutPolicies(statement: ModelStatement): boolean {
  if (statement.kind === 'drop') return statement.target === 'policy';
  return statement.kind === 'create-mask-policy' || statement.kind === 'create-filter-policy';
}

/** Rejects removing the classification of a sensitive property by a caller without UNMASK. */
export function checkKeptSensitive(
  caller: Caller,
  ontology: string,
  before: OntologyDefinitions,
  after: OntologyDefinitions,
): void {
  if (allows(caller, 'UNMASK', { kind: 'ontology', ontology })) return;
  const harmless = [...before.properties].find(([key, property]) => {
    return isDeclaredSensitive(property) && !isDeclaredSensitive(after.properties.get(key));
  });
  if (harmless === undefined) return;
  const name = harmless[1].name.name;
  throw new ServiceError('auth_forbidden', `this needs the right UNMASK: property "${name}" is classified as PII`);
}

type Property = OntologyDefinitions['properties'] extends ReadonlyMap<string, infer Definition> ? Definition : never;

function isDeclaredSensitive(property: Property | undefined): boolean {
  const tags = property?.tags ?? [];
  return tags.some((tag) => nameKey(tag.name.name) === 'classification' && tag.value.toUpperCase() === 'PII');
}
