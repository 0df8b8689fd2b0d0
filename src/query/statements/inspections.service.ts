import { Injectable } from '@nestjs/common';
import { UserRightsService } from '../../auth';
import type { CheckOntology, ReadStatement, ShowAccess, ShowDiff, TestDataSource } from '../../compiler/statement';
import { Environment } from '../../config';
import { locateRefusal, ServiceError, suggest } from '../../errors';
import type { GivenRows } from '../../http';
import { allows, type Caller, type Concept, type Identifier, nameKey, type Ontology } from '../../model';
import { DataSourceTestService, OntologyCheckService, OntologyDiffService } from '../../ontologies';
import { type FindOntology, SystemTablesService } from '../planning/system-tables.service';
import { accessRows } from '../planning/access-rows';

/** Statements whose answers are never cached: they depend on the rights of the caller, on accounts or on the state of data sources. */
export type Inspection = CheckOntology | ShowAccess | ShowDiff | TestDataSource;

const INSPECTIONS: Readonly<Record<Inspection['kind'], true>> = {
  'check-ontology': true,
  'show-access': true,
  'show-diff': true,
  'test-datasource': true,
};

/** Reports whether the statement is an inspection. */
export function isInspection(statement: ReadStatement): statement is Inspection {
  return Object.hasOwn(INSPECTIONS, statement.kind);
}

/** Runs CHECK ONTOLOGY, SHOW DIFF, SHOW ACCESS and TEST DATASOURCE (docs/language.md). */
@Injectable()
export class InspectionsService {
  constructor(
    private readonly environment: Environment,
    private readonly system: SystemTablesService,
    private readonly checks: OntologyCheckService,
    private readonly differences: OntologyDiffService,
    private readonly tests: DataSourceTestService,
    private readonly userRights: UserRightsService,
  ) {}

  /** Rejects a statement that would fail with the ontologies that `find` returns. Connects to no data source. */
  async check(caller: Caller, ontologyName: string, statement: Inspection, find: FindOntology): Promise<void> {
    switch (statement.kind) {
      case 'check-ontology':
      case 'show-diff':
        await locateRefusal(statement.name.at, () => find(statement.name.name));
        return;
      case 'show-access':
        accessibleConcept(caller, await this.system.ontology(caller, ontologyName, find), statement.concept);
        return;
      case 'test-datasource': {
        const { source } = statement;
        if (source.kind === 'given') this.tests.checkGiven(caller, source);
        else this.tests.checkDefined(caller, await this.system.ontology(caller, ontologyName, find), source.name);
      }
    }
  }

  /** Returns the rows of a statement. `ontologyName` is the ontology of the request. */
  async rows(
    caller: Caller,
    ontologyName: string,
    statement: Inspection,
    find: FindOntology = this.system.catalogueOf(caller),
  ): Promise<GivenRows> {
    const ontology = (): Promise<Ontology> => this.system.ontology(caller, ontologyName, find);
    switch (statement.kind) {
      case 'check-ontology':
        return locateRefusal(statement.name.at, () => this.checks.rows(caller, statement.name.name));
      case 'show-diff':
        return locateRefusal(statement.name.at, () => this.differences.rows(caller, statement));
      case 'show-access':
        return this.showAccess(caller, await ontology(), statement);
      case 'test-datasource': {
        const { source } = statement;
        if (source.kind === 'given') return this.tests.testGiven(caller, source);
        return this.tests.testDefined(caller, await ontology(), source.name);
      }
    }
  }

  private async showAccess(caller: Caller, ontology: Ontology, statement: ShowAccess): Promise<GivenRows> {
    const concept = accessibleConcept(caller, ontology, statement.concept);
    const rights = await locateRefusal(statement.user.at, () => this.userRights.rightsOf(caller, statement.user));
    const { serviceName, maskColumns } = this.environment;
    return accessRows({ ontology, concept, rights, serviceName, maskColumns });
  }
}

/** Returns a concept by its name. Rejects callers without ADMIN on the ontology: they may not see its policies and the rights of others. */
function accessibleConcept(caller: Caller, ontology: Ontology, { name, at }: Identifier): Concept {
  if (!allows(caller, 'ADMIN', { kind: 'ontology', ontology: ontology.name }))
    throw new ServiceError('auth_forbidden', `this needs the right ADMIN on ontology "${ontology.name}"`);
  const concept = ontology.concepts.get(nameKey(name));
  if (concept !== undefined) return concept;
  const names = [...ontology.concepts.values()].map((known) => known.name);
  const hint = ontology.views.has(nameKey(name))
    ? 'this is a view: ask for the concepts that it reads'
    : suggest(name, names);
  throw new ServiceError('ontology_unknown_definition', `there is no concept "${name}"`, { hint, offset: at });
}
