import { randomUUID } from 'node:crypto';
import { type OntologyDefinitions, printOntology } from '../../compiler/ontology';
import { type DefinitionStatement } from '../../compiler/statement';
import { type CurrentVersion } from '../versions/ontologies.repository';

/** One ontology while a request changes it. */
export interface Workspace {
  /** Undefined for an ontology that the request creates. */
  readonly current: CurrentVersion | undefined;
  readonly before: OntologyDefinitions;
  after: OntologyDefinitions;
  /** The applied statements, for the history. */
  readonly statements: DefinitionStatement[];
}

/** A checked change that is ready to be written. */
export interface PreparedChange {
  readonly from: CurrentVersion | undefined;
  readonly to: CurrentVersion;
  /** Undefined if the model is unchanged. */
  readonly script: string | undefined;
  readonly workspace: Workspace;
}

/** Prepares a workspace for writing. Assigns a new version, or keeps the current one if the model is unchanged. */
export function prepareChange(workspace: Workspace, serviceName: string): PreparedChange {
  const { current, before, after } = workspace;
  const script = printOntology(after, serviceName);
  const isChanged = current === undefined || script !== printOntology(before, serviceName);
  const version = isChanged ? randomUUID() : current.version;
  const to = { id: current?.id ?? randomUUID(), name: after.name, description: after.description, version };
  return { from: current, to, script: isChanged ? script : undefined, workspace };
}
