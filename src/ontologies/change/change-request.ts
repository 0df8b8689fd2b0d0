import { applyStatements, emptyDefinitions, type OntologyDefinitions } from '../../compiler/ontology';
import { ServiceError } from '../../errors';
import { type Caller, nameKey } from '../../model';
import { checkKeptSensitive, checkStatementRights, requireRight } from '../access/check-statement-rights';
import { type OntologyHead } from '../store/ontologies.repository';
import { type Step } from './split-steps';
import { type Workspace } from './workspace';

type Define = Extract<Step, { kind: 'define' }>;
type CreateOntology = Extract<Define['statements'][number], { kind: 'create-ontology' }>;

/** What a request does to the ontologies that it names, gathered before anything is written. */
export class ChangeRequest {
  readonly workspaces = new Map<string, Workspace>();
  readonly dropped: OntologyHead[] = [];

  constructor(readonly caller: Caller) {}

  /** The caller, with the rights that come with the ontologies which this request makes. */
  callerFor(ontology: string): Caller {
    const isNew = this.workspaces.get(nameKey(ontology))?.head === undefined;
    if (!isNew || !this.workspaces.has(nameKey(ontology))) return this.caller;
    const admin = { right: 'ADMIN', resource: { kind: 'ontology', ontology } } as const;
    return { ...this.caller, grants: [...this.caller.grants, admin] };
  }

  /** Begins an ontology, or begins a known one anew with nothing in it. */
  begin(statement: CreateOntology, known: Workspace | undefined): Workspace {
    const { name } = statement.name;
    if (known === undefined) {
      requireRight(this.caller, 'CREATE', { kind: 'all' }, 'all');
      const workspace = openWorkspace(undefined, emptyDefinitions(name));
      this.workspaces.set(nameKey(name), workspace);
      return workspace;
    }
    if (!statement.orReplace) throw nameTaken(name);
    requireRight(this.callerFor(name), 'ADMIN', { kind: 'ontology', ontology: name }, `ontology "${name}"`);
    return known;
  }

  define(workspace: Workspace, step: Define): void {
    const after = applyStatements(workspace.after, step.statements);
    checkStatementRights(this.callerFor(step.ontology), step.ontology, step.statements, after);
    checkKeptSensitive(this.callerFor(step.ontology), step.ontology, workspace.after, after);
    workspace.after = after;
    workspace.statements.push(...step.statements);
  }

  isDropped(name: string): boolean {
    return this.dropped.some((head) => nameKey(head.name) === nameKey(name));
  }

  drop(name: string, workspace: Workspace): void {
    requireRight(this.callerFor(name), 'ADMIN', { kind: 'ontology', ontology: name }, `ontology "${name}"`);
    if (workspace.head !== undefined) this.dropped.push(workspace.head);
    this.workspaces.delete(nameKey(name));
  }
}

export function openWorkspace(head: OntologyHead | undefined, before: OntologyDefinitions): Workspace {
  return { head, before, after: before, statements: [] };
}

export function nameTaken(name: string): ServiceError {
  return new ServiceError('ontology_name_taken', `the name "${name}" is taken`);
}
