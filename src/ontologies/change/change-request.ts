import { applyStatements, emptyDefinitions, type OntologyDefinitions } from '../../compiler/ontology';
import { ServiceError } from '../../errors';
import { type Caller, type Grant, nameKey, type Ontology } from '../../model';
import { checkKeptSensitive, checkStatementRights, requireRight } from '../rights/check-statement-rights';
import { type CurrentVersion } from '../versions/ontologies.repository';
import { type Notice } from './notice';
import { type Step } from './split-steps';
import { type PreparedChange, type Workspace } from './workspace';

type Define = Extract<Step, { kind: 'define' }>;
type CreateOntology = Extract<Define['statements'][number], { kind: 'create-ontology' }>;

/** The changes of a request to the ontologies that it names, collected before anything is written. */
export class ChangeRequest {
  readonly workspaces = new Map<string, Workspace>();
  readonly dropped: CurrentVersion[] = [];
  /** The changes to write, and the resulting ontologies. Both are empty until all statements are applied. */
  changes: readonly PreparedChange[] = [];
  readonly linked = new Map<string, Ontology>();
  /** What the author should know about a change that is not refused. */
  readonly warnings: Notice[] = [];

  constructor(
    readonly caller: Caller,
    /** The ontology that the statements of the rest of the request refer to when they name none. */
    readonly addressed: string,
    readonly serviceName: string,
  ) {}

  /** Returns the caller with the additional rights on the ontologies that this request creates. */
  get rightful(): Caller {
    const made = [...this.workspaces.values()].filter(({ current }) => current === undefined);
    const grants = made.map(({ after: { name: ontology } }): Grant => {
      return { right: 'ADMIN', resource: { kind: 'ontology', ontology } };
    });
    return { ...this.caller, grants: [...this.caller.grants, ...grants] };
  }

  /** Returns the ontology after the request, or undefined if the request does not change it. Rejects an ontology that the request drops. */
  find(name: string): Ontology | undefined {
    const found = this.linked.get(nameKey(name));
    if (found === undefined && this.isDropped(name)) throw droppedHere(name);
    return found;
  }

  /** Creates an ontology, or opens an existing one for CREATE OR REPLACE. */
  begin(statement: CreateOntology, known: Workspace | undefined): Workspace {
    const { name } = statement.name;
    if (known === undefined) {
      requireRight(this.caller, 'CREATE', { kind: 'all' }, 'all');
      const workspace = openWorkspace(undefined, emptyDefinitions(name));
      this.workspaces.set(nameKey(name), workspace);
      return workspace;
    }
    if (!statement.orReplace) throw nameTaken(name);
    requireRight(this.rightful, 'ADMIN', { kind: 'ontology', ontology: name }, `ontology "${name}"`);
    return known;
  }

  define(workspace: Workspace, step: Define): void {
    const after = applyStatements(workspace.after, step.statements, this.serviceName);
    checkStatementRights(this.rightful, step.ontology, step.statements, after);
    checkKeptSensitive(this.rightful, step.ontology, workspace.after, after);
    workspace.after = after;
    workspace.statements.push(...step.statements);
  }

  isDropped(name: string): boolean {
    return this.dropped.some((current) => nameKey(current.name) === nameKey(name));
  }

  drop(name: string, workspace: Workspace): void {
    requireRight(this.rightful, 'ADMIN', { kind: 'ontology', ontology: name }, `ontology "${name}"`);
    if (workspace.current !== undefined) this.dropped.push(workspace.current);
    this.workspaces.delete(nameKey(name));
  }
}

export function openWorkspace(current: CurrentVersion | undefined, before: OntologyDefinitions): Workspace {
  return { current, before, after: before, statements: [] };
}

export function droppedHere(name: string): ServiceError {
  return new ServiceError('ontology_unknown', `this request drops the ontology "${name}"`);
}

export function nameTaken(name: string): ServiceError {
  return new ServiceError('ontology_name_taken', `the name "${name}" is taken`, {
    hint: 'CREATE OR REPLACE ONTOLOGY replaces an ontology that exists already',
  });
}
