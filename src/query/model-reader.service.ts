import { Injectable } from '@nestjs/common';
import { AccountsService } from '../auth';
import { printOntology } from '../compiler/ontology';
import type { SystemTable } from '../compiler/plan';
import type { Explain, ReadStatement, Show } from '../compiler/statement';
import { Environment } from '../config';
import type { Caller, Ontology } from '../model';
import {
  Catalogue,
  describe,
  describeConcept,
  OntologiesService,
  showConcepts,
  showCreateOntology,
  showDataSources,
  showHistory,
  showOntologies,
  showSchemas,
  showTables,
  showTags,
  showVersion,
} from '../ontologies';
import type { ModelRows } from './answer-rows';
import { SystemTables } from './system-tables.service';

/** Answers SHOW and DESCRIBE with exactly the keys of spec 3, section 7. */
@Injectable()
export class ModelReader {
  constructor(
    private readonly environment: Environment,
    private readonly accounts: AccountsService,
    private readonly catalogue: Catalogue,
    private readonly ontologies: OntologiesService,
    private readonly system: SystemTables,
  ) {}

  async read(caller: Caller, ontologyName: string, statement: Exclude<ReadStatement, Explain>): Promise<ModelRows> {
    const { serviceName } = this.environment;
    const ontology = (): Promise<Ontology> => this.system.ontology(caller, ontologyName);
    switch (statement.kind) {
      case 'show':
        return this.show(caller, ontologyName, statement);
      case 'show-tables':
        return showTables(await ontology(), serviceName, statement.schema?.name);
      case 'show-tokens':
        return this.accounts.showTokens(caller, statement.user);
      case 'show-create-ontology': {
        const head = await this.catalogue.getHead(caller, statement.name.name);
        return showCreateOntology(printOntology((await this.catalogue.load(head)).definitions));
      }
      case 'describe': {
        const described = await ontology();
        const columnsOf = (table: string): SystemTable['columns'] | undefined =>
          this.system.find(caller, described, table)?.columns;
        return describe(described, serviceName, statement, columnsOf);
      }
      case 'describe-concept':
        return describeConcept(await ontology(), serviceName, statement);
    }
  }

  private async show(caller: Caller, ontologyName: string, { what }: Show): Promise<ModelRows> {
    if (what === 'ontologies') return showOntologies(await this.catalogue.list(caller));
    if (what === 'schemas') return showSchemas(this.environment.serviceName);
    if (what === 'history') return showHistory(await this.ontologies.history(caller, ontologyName));
    return SHOWN[what](await this.catalogue.get(caller, ontologyName));
  }
}

const SHOWN = {
  version: showVersion,
  datasources: showDataSources,
  concepts: showConcepts,
  tags: showTags,
} satisfies Partial<Record<Show['what'], (ontology: Ontology) => ModelRows>>;
