import { Injectable } from '@nestjs/common';
import { buildOntology, listWarnings, readScript, withOwnSchemas } from '../../compiler/ontology';
import { type DefinitionStatement } from '../../compiler/statement';
import { Environment } from '../../config';
import { EnginesService } from '../../engines';
import { locateRefusal, ServiceError } from '../../errors';
import { type Caller, type Identifier, nameKey, type Ontology, type Policy } from '../../model';
import { checkKeptPolicies } from './check-kept-policies';
import { requireDataSourceRight, requireRight } from '../rights/check-statement-rights';
import { checkVariables } from '../rights/check-variables';
import { hideDefinitionsInText } from '../rights/hide-definitions';
import { OntologyRegistry } from '../versions/ontology-registry';
import { ChangeRequest, droppedHere, nameTaken, openWorkspace } from './change-request';
import { isMoved } from './change-secrets';
import { checkCalls } from './check-calls';
import { checkStatements } from './check-statements';
import { splitSteps, type Step } from './split-steps';
import { MappingChecksService } from './mapping-checks.service';
import { type Notice } from './notice';
import { prepareChange, type PreparedChange, type Workspace } from './workspace';
import { type Alongside, OntologyWriter } from './ontology-writer';
import { type OntologyVersion, VersionsRepository } from '../versions/versions.repository';

export interface ApplyOptions {
  /** The version that the ontology must have, or a list of accepted versions (header `If-Match`). */
  readonly ifMatch?: string | undefined;
}

/** The result of a request's definitions: the caller with any new rights, and the ontology for the rest of the request. */
export interface Applied {
  readonly caller: Caller;
  readonly ontologyName: string;
  readonly warnings: readonly Notice[];
}

/**
 * Applies changes of the model. A request is applied as a whole or not at all, and creates one version of each ontology
 * that it changes (docs/language.md).
 */
@Injectable()
export class OntologiesService {
  constructor(
    private readonly catalogue: OntologyRegistry,
    private readonly versions: VersionsRepository,
    private readonly writer: OntologyWriter,
    private readonly environment: Environment,
    private readonly engines: EnginesService,
    private readonly mappings: MappingChecksService,
  ) {}

  /** Creates an ontology and returns its id. Responds with 409 if the name exists and with 400 if it is invalid. */
  async create(caller: Caller, name: string): Promise<string | undefined> {
    const change = await this.prepare(caller, name, [{ kind: 'create-ontology', orReplace: false, name: { name } }]);
    await this.commit(change);
    return change.changes[0]?.to.id;
  }

  async applyDefinitions(
    caller: Caller,
    ontologyName: string,
    statements: readonly DefinitionStatement[],
    options: ApplyOptions = {},
  ): Promise<Applied> {
    return this.commit(await this.prepare(caller, ontologyName, statements, options));
  }

  /** Returns the result of the statements after all checks, without writing anything. */
  async prepare(
    caller: Caller,
    ontologyName: string,
    statements: readonly DefinitionStatement[],
    options: ApplyOptions = {},
  ): Promise<ChangeRequest> {
    this.catalogue.refresh();
    if (statements.length > 0) await this.checkVersion(caller, ontologyName, options.ifMatch);
    const { steps, addressed } = splitSteps(
      ontologyName,
      statements.map((statement) => withOwnSchemas(statement, this.environment.serviceName)),
    );
    const request = new ChangeRequest(caller, addressed, this.environment.serviceName);
    for (const step of steps) await locateRefusal(nameOf(step)?.at, () => this.take(request, step));
    this.checkVariables(request);
    request.changes = [...request.workspaces.values()].map((workspace) =>
      prepareChange(workspace, this.environment.serviceName),
    );
    for (const change of request.changes) {
      const ontology = this.check(request, change);
      await checkCalls(this.engines, change, ontology);
      request.warnings.push(
        ...listWarnings(ontology, change.workspace.after, change.workspace.statements).map(({ text }) => ({ text })),
      );
      request.warnings.push(...(await this.mappings.check(request.rightful, change.workspace, ontology)));
    }
    return request;
  }

  /** Writes a prepared change and runs `alongside` in the same transaction. */
  async commit(request: ChangeRequest, alongside?: Alongside): Promise<Applied> {
    const caller = await this.writer.write(request, alongside);
    this.catalogue.noteChange();
    return { caller, ontologyName: request.addressed, warnings: request.warnings };
  }

  /**
   * Does what `commit` does in a transaction that is undone, and so rejects what only the stored rows cause: an unknown user, a role that
   * exists, a right that the caller may not grant.
   */
  async rehearse(request: ChangeRequest, alongside: Alongside): Promise<void> {
    const undone = new Error('undone');
    try {
      await this.writer.write(request, async (transaction) => {
        await alongside(transaction);
        throw undone;
      });
    } catch (error) {
      if (error !== undone) throw error;
    }
  }

  /** Rejects dropping roles that a policy of any ontology references after the request. The caller must see all ontologies. */
  async refuseNamedRoles(request: ChangeRequest, roles: readonly Identifier[]): Promise<void> {
    if (roles.length === 0) return;
    for (const current of await this.catalogue.list(request.caller)) {
      if (request.isDropped(current.name)) continue;
      const { policies } = request.find(current.name) ?? (await this.catalogue.load(current)).ontology;
      for (const policy of policies.values()) checkNoneNamed(roles, policy, current.name);
    }
  }

  /** Returns the versions of an ontology, newest first, without the definitions that the caller may not read. */
  async history(caller: Caller, name: string): Promise<readonly OntologyVersion[]> {
    const current = await this.catalogue.getCurrent(caller, name);
    const versions = await this.versions.list(current.id);
    return versions.map((version) => {
      return { ...version, statements: hideDefinitionsInText(caller, current.name, version.statements) };
    });
  }

  /** Rejects an inconsistent ontology. Checks all definitions, because a change may invalidate earlier ones. */
  private check(request: ChangeRequest, { workspace, to: { id, version } }: PreparedChange): Ontology {
    const { maskColumns, serviceName } = this.environment;
    const ontology = buildOntology(workspace.after, version, serviceName, id);
    checkStatements(ontology, serviceName);
    checkKeptPolicies(request.rightful, { maskColumns, serviceName, ontology }, workspace);
    request.linked.set(nameKey(ontology.name), ontology);
    return ontology;
  }

  /**
   * Rejects new and changed data sources whose environment variables the caller may not use for them. This must precede every check that
   * connects to a data source.
   */
  private checkVariables({ caller, workspaces }: ChangeRequest): void {
    for (const { before, after } of workspaces.values()) {
      for (const [key, source] of after.dataSources)
        if (isMoved(before, after, key)) checkVariables(caller, source, this.environment.dataSourceVariables);
    }
  }

  private async checkVersion(caller: Caller, name: string, ifMatch: string | undefined): Promise<void> {
    if (ifMatch === undefined || ifMatch === '*') return;
    const { version } = await this.catalogue.getCurrent(caller, name);
    const wanted = ifMatch.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1'));
    if (!wanted.includes(version))
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

  /**
   * Reports whether the caller may see an ontology of this name. For callers that may create ontologies, rejects the
   * name of an ontology that they may not see with the same error as any other existing name.
   */
  private async isVisible(request: ChangeRequest, name: string): Promise<boolean> {
    if (request.isDropped(name)) return false;
    const visible = await this.catalogue.list(request.caller);
    if (visible.some((current) => nameKey(current.name) === nameKey(name))) return true;
    requireRight(request.caller, 'CREATE', { kind: 'all' }, 'all');
    if (await this.catalogue.isTaken(name)) throw nameTaken(name);
    return false;
  }

  private async open(request: ChangeRequest, name: string): Promise<Workspace> {
    const known = request.workspaces.get(nameKey(name));
    if (known !== undefined) return known;
    const current = await this.catalogue.getCurrent(request.caller, name);
    if (request.isDropped(name)) throw droppedHere(name);
    const workspace = openWorkspace(current, (await this.catalogue.load(current)).definitions);
    request.workspaces.set(nameKey(name), workspace);
    return workspace;
  }

  private async restore(request: ChangeRequest, step: Extract<Step, { kind: 'restore' }>): Promise<void> {
    const { ontology: name, statement } = step;
    const workspace = await this.open(request, name);
    requireRight(request.rightful, 'ADMIN', { kind: 'ontology', ontology: name }, `ontology "${name}"`);
    const id = workspace.current?.id;
    const script = id === undefined ? undefined : await this.versions.findScript(id, statement.version);
    if (script === undefined) {
      throw new ServiceError('ontology_unknown_definition', `ontology "${name}" has no version ${statement.version}`, {
        hint: 'SHOW HISTORY lists the versions',
      });
    }
    const restored = readScript(script, this.environment.serviceName);
    for (const [key, { name: source }] of restored.dataSources) {
      if (isMoved(workspace.after, restored, key)) requireDataSourceRight(request.caller, source.name);
    }
    workspace.after = restored;
    workspace.statements.push(statement);
  }
}

/** Returns the ontology name in a step, if one of its statements contains it. */
function nameOf(step: Step): Identifier | undefined {
  const statement = step.kind === 'define' ? step.statements[0] : step.statement;
  const saysSo =
    step.kind !== 'define' || statement?.kind === 'create-ontology' || statement?.kind === 'alter-ontology';
  return saysSo ? statement?.name : undefined;
}

function checkNoneNamed(roles: readonly Identifier[], policy: Policy, ontology: string): void {
  const named = policy.kind === 'mask' ? policy.exceptRoles : policy.roles;
  const role = roles.find(({ name }) => named.includes(nameKey(name)));
  if (role === undefined) return;
  const message = `policy "${policy.name}" of ontology "${ontology}" names the role "${role.name}"`;
  const hint = 'drop the policy first, or define it without the role';
  throw new ServiceError('ontology_in_use', message, { hint, offset: role.at });
}
