import { isSecret, type OntologyDefinitions } from '../../compiler/ontology';
import { type CreateDataSource, isVariableOption } from '../../compiler/statement';
import { nameKey } from '../../model';
import { type Workspace } from './workspace';

/** The secret options of one data source by key, to be sealed and stored. If undefined, the stored ones are deleted. */
export interface SecretChange {
  readonly dataSource: string;
  readonly secrets: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the changes of a request to the secrets of data sources. A data source that is redefined without secrets
 * keeps the stored ones only if its type and options are the same: a password is never sent to another host than the
 * one it was set for.
 */
export function changeSecrets({ before, after, statements }: Workspace): SecretChange[] {
  const given = new Map<string, Readonly<Record<string, string>>>();
  for (const statement of statements) {
    if (statement.kind === 'create-datasource') given.set(nameKey(statement.name.name), secretsOf(statement));
  }
  const changes: SecretChange[] = [];
  for (const dataSource of new Set([...before.dataSources.keys(), ...after.dataSources.keys()])) {
    const secrets = after.dataSources.has(dataSource) ? given.get(dataSource) : undefined;
    if (secrets !== undefined && Object.keys(secrets).length > 0) changes.push({ dataSource, secrets });
    else if (isMoved(before, after, dataSource)) changes.push({ dataSource, secrets: undefined });
  }
  return changes;
}

/** Returns the statement without its secret options, which are never returned to clients. */
export function withoutSecrets(statement: CreateDataSource): CreateDataSource {
  return { ...statement, options: statement.options.filter((option) => !isSecret(option)) };
}

/** Returns the secret options of a statement, by key. */
export function secretsOf(statement: CreateDataSource): Record<string, string> {
  const secret = statement.options.filter(isSecret);
  return Object.fromEntries(secret.map((option) => [nameKey(option.name.name), option.value]));
}

/** Reports whether a data source is new, dropped, or has another type or other options. */
export function isMoved(before: OntologyDefinitions, after: OntologyDefinitions, dataSource: string): boolean {
  if (before.dataSources.get(dataSource) === after.dataSources.get(dataSource)) return false;
  return placeOf(before, dataSource) !== placeOf(after, dataSource);
}

/** Returns the type and the options of a data source as a string for comparison, or an empty string if it does not exist. */
function placeOf(definitions: OntologyDefinitions, dataSource: string): string {
  const source = definitions.dataSources.get(dataSource);
  if (source === undefined) return '';
  const options = source.options.map((option) => {
    const value = isVariableOption(option) ? { variable: option.variable.name } : option.value;
    return [nameKey(option.name.name), value] as const;
  });
  return JSON.stringify([source.type, options.toSorted(([a], [b]) => a.localeCompare(b))]);
}
