import { randomUUID } from 'node:crypto';
import { type OntologyDefinitions, printOntology } from '../../compiler/ontology';
import { type DefinitionStatement } from '../../compiler/statement';
import { type OntologyHead } from '../versions/ontologies.repository';

/** One ontology while a request changes it. */
export interface Workspace {
  /** Undefined for an ontology that the request creates. */
  readonly head: OntologyHead | undefined;
  readonly before: OntologyDefinitions;
  after: OntologyDefinitions;
  /** The applied statements, for the history. */
  readonly statements: DefinitionStatement[];
}

/** A checked change that is ready to be written. */
export interface PreparedChange {
  readonly from: OntologyHead | undefined;
  readonly to: OntologyHead;
  /** Undefined if the model is unchanged. */
  readonly script: string | undefined;
  readonly workspace: Workspace;
}

/** Prepares a workspace for writing. Assigns a new version, or keeps the current one if the model is unchanged. */
export function prepareChange(workspace: Workspace, serviceName: string): PreparedChange {
  const { head, before, after } = workspace;
  const script = printOntology(after, serviceName);
  const isChanged = head === undefined || script !== printOntology(before, serviceName);
  const version = isChanged ? randomUUID() : head.version;
  const to = { id: head?.id ?? randomUUID(), name: after.name, description: after.description, version };
  return { from: head, to, script: isChanged ? script : undefined, workspace };
}
