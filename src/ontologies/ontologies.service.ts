import { Injectable } from '@nestjs/common';
import { buildOntology, readScript } from '../compiler/ontology';
import { type DefinitionStatement } from '../compiler/statement';
import { Environment } from '../config';
import { ServiceError } from '../errors';
import { type Caller, nameKey } from '../model';
import { checkConditionRights } from './access/check-condition-rights';
import { requireRight } from './access/check-statement-rights';
import { Catalogue } from './cache/catalogue';
import { ChangeRequest, nameTaken, openWorkspace } from './change/change-request';
import { checkStatements } from './change/check-statements';
import { splitSteps, type Step } from './change/split-steps';
import { prepareChange, type Workspace } from './change/workspace';
import { OntologyWriter } from './change/ontology-writer';
import { OntologyStore } from './store/ontology-store';
import { type OntologyVersion } from './store/versions.repository';

export interface ApplyOptions {
  /** The version that the ontology must still have (header `If-Match`). */
  readonly ifMatch?: string | undefined;
}

/** After a request's definitions: the caller with the rights that came with them, and what the rest of the request addresses. */
export interface Applied {
  readonly caller: Caller;
  readonly ontologyName: string;
}

/** Changes of the model: all or nothing, one request makes one version of each ontology that it changes (spec 3, section 2). */
@Injectable()
export class OntologiesService {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly store: OntologyStore,
    private readonly writer: OntologyWriter,
    private readonly environment: Environment,
  ) {}

  /** Endpoint 4: 409 for a taken name, 400 for a bad one. */
  async create(caller: Caller, name: string): Promise<void> {
    await this.applyDefinitions(caller, name, [{ kind: 'create-ontology', orReplace: false, name: { name } }]);
  }

  async applyDefinitions(
    caller: Caller,
    ontologyName: string,
    statements: readonly DefinitionStatement[],
    options: ApplyOptions = {},
  ): Promise<Applied> {
    this.catalogue.noteChange();
    await this.checkVersion(caller, ontologyName, options.ifMatch);
    const request = new ChangeRequest(caller);
    const { steps, addressed } = splitSteps(ontologyName, statements);
    for (const step of steps) await this.take(request, step);
    const changes = [...request.workspaces.values()].map(prepareChange);
    for (const { workspace, to } of changes) this.check(request, workspace, to.version);
    const rightful = await this.writer.write(caller, changes, request.dropped);
    this.catalogue.noteChange();
    return { caller: rightful, ontologyName: addressed };
  }

  /** The versions of an ontology, newest first. */
  async history(caller: Caller, name: string): Promise<readonly OntologyVersion[]> {
    return this.store.versions.list((await this.catalogue.getHead(caller, name)).id);
  }

  /** Refuses what does not hold together; all of it, since a change may break what was there before. */
  private check(request: ChangeRequest, workspace: Workspace, version: string): void {
    const ontology = buildOntology(workspace.after, version);
    checkStatements(ontology, this.environment.serviceName);
    const { maskColumns } = this.environment;
    checkConditionRights({ caller: request.callerFor(ontology.name), maskColumns, ontology }, workspace);
  }

  private async checkVersion(caller: Caller, name: string, ifMatch: string | undefined): Promise<void> {
    if (ifMatch === undefined || ifMatch === '*') return;
    const { version } = await this.catalogue.getHead(caller, name);
    const wanted = ifMatch.replace(/^(?:W\/)?"(.*)"$/, '$1');
    if (version !== wanted)
      throw new ServiceError('ontology_changed', `the ontology "${name}" is at version ${version}`);
  }

  private async take(request: ChangeRequest, step: Step): Promise<void> {
    const { ontology } = step;
    if (step.kind === 'define') {
      request.define(await this.openFor(request, step), step);
    } else if (step.kind === 'drop') {
      request.drop(ontology, await this.open(request, ontology));
    } else {
      await this.restore(request, step);
    }
  }

  private async openFor(request: ChangeRequest, step: Extract<Step, { kind: 'define' }>): Promise<Workspace> {
    const [first] = step.statements;
    if (first?.kind !== 'create-ontology') return this.open(request, step.ontology);
    const isKnown = request.workspaces.has(nameKey(step.ontology)) || (await this.isVisible(request, step.ontology));
    return request.begin(first, isKnown ? await this.open(request, step.ontology) : undefined);
  }

  /** A name that is taken by an ontology which the caller may not see is refused like any other taken name, to those who may make one. */
  private async isVisible(request: ChangeRequest, name: string): Promise<boolean> {
    if (request.isDropped(name)) return false;
    const visible = await this.catalogue.list(request.caller);
    if (visible.some((head) => nameKey(head.name) === nameKey(name))) return true;
    requireRight(request.caller, 'CREATE', { kind: 'all' }, 'all');
    if (await this.catalogue.isTaken(name)) throw nameTaken(name);
    return false;
  }

  private async open(request: ChangeRequest, name: string): Promise<Workspace> {
    const known = request.workspaces.get(nameKey(name));
    if (known !== undefined) return known;
    const head = await this.catalogue.getHead(request.caller, name);
    if (request.isDropped(name))
      throw new ServiceError('ontology_unknown', `this request drops the ontology "${name}"`);
    const workspace = openWorkspace(head, (await this.catalogue.load(head)).definitions);
    request.workspaces.set(nameKey(name), workspace);
    return workspace;
  }

  private async restore(request: ChangeRequest, step: Extract<Step, { kind: 'restore' }>): Promise<void> {
    const { ontology: name, statement } = step;
    const workspace = await this.open(request, name);
    requireRight(request.callerFor(name), 'ADMIN', { kind: 'ontology', ontology: name }, `ontology "${name}"`);
    const id = workspace.head?.id;
    const script = id === undefined ? undefined : await this.store.versions.findScript(id, statement.version);
    if (script === undefined) {
      throw new ServiceError('ontology_unknown_definition', `ontology "${name}" has no version ${statement.version}`, {
        hint: 'SHOW HISTORY lists the versions',
      });
    }
    workspace.after = readScript(script);
    workspace.statements.push(statement);
  }
}
