import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../auth';
import { printOntology } from '../../compiler/ontology';
import type { SystemTable } from '../../compiler/values';
import type { DescribeConcept, Explain, ReadStatement, Show } from '../../compiler/statement';
import { Environment } from '../../config';
import type { FindSourceTable } from '../../engines';
import { locateRefusal } from '../../errors';
import type { GivenRows } from '../../http';
import type { Caller, Ontology } from '../../model';
import {
  OntologyRegistry,
  describe,
  describeConcept,
  hideDefinitions,
  OntologiesService,
  showConcepts,
  showConfig,
  showCreateOntology,
  showDataSources,
  showHistory,
  showOntologies,
  showSchemas,
  showTables,
  showTags,
  showVersion,
} from '../../ontologies';
import { type FindOntology, SystemTablesService } from '../planning/system-tables.service';
import { SourcesService } from '../sources/sources.service';
import type { Inspection } from './inspections.service';

export type ModelStatement = Exclude<ReadStatement, Explain | Inspection>;

/**
 * The rows of a statement, and the catalogues of the data sources that they depend on, by key; undefined for a data source that is
 * unreachable.
 */
export interface ModelReading {
  readonly rows: GivenRows;
  readonly catalogues: ReadonlyMap<string, FindSourceTable | undefined>;
}

/** Runs SHOW and DESCRIBE; the rows have exactly the documented keys (docs/language.md). */
@Injectable()
export class ModelReaderService {
  constructor(
    private readonly environment: Environment,
    private readonly accounts: AccountsService,
    private readonly catalogue: OntologyRegistry,
    private readonly ontologies: OntologiesService,
    private readonly system: SystemTablesService,
    private readonly sources: SourcesService,
  ) {}

  /** Rejects a statement that would fail with the ontologies that `find` returns. */
  async check(caller: Caller, ontologyName: string, statement: ModelStatement, find: FindOntology): Promise<void> {
    if (statement.kind === 'show-create-ontology')
      await locateRefusal(statement.name.at, () => find(statement.name.name));
    else if (statement.kind === 'show' && statement.what === 'history') await find(ontologyName);
    else await locateRefusal(placeOf(statement), () => this.rowsOf(caller, ontologyName, statement, find));
  }

  /** Returns the version that a statement is about, if its rows are the same for all callers who may see it; else undefined. */
  async versionOf(caller: Caller, ontologyName: string, statement: ModelStatement): Promise<Ontology | undefined> {
    if (!isOfVersion(statement)) return undefined;
    const find = this.system.catalogueOf(caller);
    return locateRefusal(placeOf(statement), () =>
      statement.kind === 'show' ? find(ontologyName) : this.system.ontology(caller, ontologyName, find),
    );
  }

  /** Returns the result of `versionOf` if neither waiting nor an error is necessary; else undefined. */
  knownVersion(caller: Caller, ontologyName: string, statement: ModelStatement): Ontology | undefined {
    if (!isOfVersion(statement)) return undefined;
    return (statement.kind === 'show' ? this.catalogue : this.system).known(caller, ontologyName);
  }

  async read(
    caller: Caller,
    ontologyName: string,
    statement: ModelStatement,
    find = this.system.catalogueOf(caller),
  ): Promise<ModelReading> {
    return locateRefusal(placeOf(statement), async () =>
      statement.kind === 'describe-concept'
        ? this.describeConcept(await this.system.ontology(caller, ontologyName, find), statement)
        : { rows: await this.rowsOf(caller, ontologyName, statement, find), catalogues: new Map() },
    );
  }

  /** Returns rows with the types of link columns, which only the data sources contain. */
  private async describeConcept(ontology: Ontology, statement: DescribeConcept): Promise<ModelReading> {
    const reading = (): ModelReading => {
      const catalogues = new Map<string, FindSourceTable | undefined>();
      const rows = describeConcept(ontology, this.environment.serviceName, statement, (dataSource, parts) => {
        const find = this.sources.findCatalogue(ontology, dataSource);
        catalogues.set(dataSource, find);
        return find?.(parts);
      });
      return { rows, catalogues };
    };
    const known = reading();
    const unknown = [...known.catalogues].filter(([, find]) => find === undefined).map(([dataSource]) => dataSource);
    if (unknown.length === 0) return known;
    await Promise.all(unknown.map((dataSource) => this.sources.loadCatalogue(ontology, dataSource)));
    return reading();
  }

  private async rowsOf(
    caller: Caller,
    ontologyName: string,
    statement: ModelStatement,
    find: FindOntology,
  ): Promise<GivenRows> {
    const { serviceName } = this.environment;
    const ontology = (): Promise<Ontology> => this.system.ontology(caller, ontologyName, find);
    switch (statement.kind) {
      case 'show':
        return this.show(caller, ontologyName, statement, find);
      case 'show-tables':
        return showTables(await ontology(), serviceName, statement.schema?.name);
      case 'show-tokens':
        return this.accounts.showTokens(caller, statement.user);
      case 'show-create-ontology': {
        const current = await this.catalogue.getCurrent(caller, statement.name.name);
        const { definitions } = await this.catalogue.load(current);
        return showCreateOntology(printOntology(hideDefinitions(caller, definitions), serviceName));
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

  private async show(caller: Caller, ontologyName: string, { what }: Show, find: FindOntology): Promise<GivenRows> {
    if (what === 'ontologies') return showOntologies(await this.catalogue.list(caller));
    if (what === 'config') return showConfig(this.environment.publishedVariables);
    if (what === 'users' || what === 'roles' || what === 'permissions') return this.accounts.show(caller, what);
    if (what === 'schemas') return showSchemas(this.environment.serviceName);
    if (what === 'history') return showHistory(await this.ontologies.history(caller, ontologyName));
    return SHOWN[what](await find(ontologyName));
  }
}

const SHOWN = {
  version: showVersion,
  datasources: showDataSources,
  concepts: showConcepts,
  tags: showTags,
} satisfies Partial<Record<Show['what'], (ontology: Ontology) => GivenRows>>;

/** The kinds of statements about one version, besides SHOW. */
const OF_VERSION: ReadonlySet<ModelStatement['kind']> = new Set(['show-tables', 'describe', 'describe-concept']);

function isOfVersion(statement: ModelStatement): boolean {
  return statement.kind === 'show' ? Object.hasOwn(SHOWN, statement.what) : OF_VERSION.has(statement.kind);
}

/** Returns the offset of the name that may be unknown, for errors without an offset of their own. */
function placeOf(statement: ModelStatement): number | undefined {
  if (statement.kind === 'show' || statement.kind === 'show-tokens') return undefined;
  if (statement.kind === 'show-create-ontology') return statement.name.at;
  return statement.schema?.at;
}
