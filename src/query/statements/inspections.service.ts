import { Injectable } from '@nestjs/common';
import type {
  CheckOntology,
  DraftDataSource,
  DraftOntology,
  ReadStatement,
  ShowAccess,
  ShowDiff,
  TestDataSource,
} from '../../compiler/statement';
import { locateRefusal } from '../../errors';
import type { GivenRows } from '../../http';
import { type Caller, type Ontology } from '../../model';
import {
  DataSourceTestService,
  OntologyCheckService,
  OntologyDiffService,
  OntologyDraftService,
} from '../../ontologies';
import { type FindOntology, SystemTablesService } from '../planning/system-tables.service';
import { AccessService } from './access.service';

/** Statements whose answers are never cached: they depend on the rights of the caller, on accounts or on the state of data sources. */
export type Inspection = CheckOntology | DraftDataSource | DraftOntology | ShowAccess | ShowDiff | TestDataSource;

const INSPECTIONS: Readonly<Record<Inspection['kind'], true>> = {
  'check-ontology': true,
  'draft-datasource': true,
  'draft-ontology': true,
  'show-access': true,
  'show-diff': true,
  'test-datasource': true,
};

/** Reports whether the statement is an inspection. */
export function isInspection(statement: ReadStatement): statement is Inspection {
  return Object.hasOwn(INSPECTIONS, statement.kind);
}

/** Runs CHECK ONTOLOGY, DRAFT, SHOW DIFF, SHOW ACCESS and TEST DATASOURCE (docs/language.md). */
@Injectable()
export class InspectionsService {
  constructor(
    private readonly system: SystemTablesService,
    private readonly access: AccessService,
    private readonly checks: OntologyCheckService,
    private readonly differences: OntologyDiffService,
    private readonly drafts: OntologyDraftService,
    private readonly tests: DataSourceTestService,
  ) {}

  /** Rejects a statement that would fail with the ontologies that `find` returns. Connects to no data source. */
  async check(caller: Caller, ontologyName: string, statement: Inspection, find: FindOntology): Promise<void> {
    switch (statement.kind) {
      case 'check-ontology':
      case 'show-diff':
        await locateRefusal(statement.name.at, () => find(statement.name.name));
        return;
      case 'draft-ontology':
        this.drafts.check(caller, statement);
        return;
      case 'draft-datasource':
        this.drafts.checkAdded(caller, await find(ontologyName), statement);
        return;
      case 'show-access':
        this.access.check(caller, await this.system.ontology(caller, ontologyName, find), statement);
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
      case 'draft-ontology':
        return this.drafts.draft(caller, statement);
      case 'draft-datasource':
        return this.drafts.draftAdded(caller, await find(ontologyName), statement);
      case 'show-access':
        return this.access.rows(caller, await ontology(), statement);
      case 'test-datasource': {
        const { source } = statement;
        if (source.kind === 'given') return this.tests.testGiven(caller, source);
        return this.tests.testDefined(caller, await ontology(), source.name);
      }
    }
  }
}
