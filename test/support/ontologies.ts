import { isModelStatement } from '../../src/compiler/ontology';
import { type DefinitionStatement, parseStatements } from '../../src/compiler/statement';
import { PortsModule } from '../../src/app.ports.module';
import { AuthModule } from '../../src/auth';
import { type Environment } from '../../src/config';
import { EnginesModule } from '../../src/engines';
import { type Caller } from '../../src/model';
import { OntologyRegistry, DataSourcesService, OntologiesModule, OntologiesService } from '../../src/ontologies';
import { CacheClearingService } from '../../src/ontologies/api/cache-clearing.service';
import { OntologyRepositories } from '../../src/ontologies/versions/ontology.repositories';
import { SharedCacheService } from '../../src/redis';
import { accountsOf, accountSettings } from './accounts';
import { openModules } from './nest-modules';

export type OntologiesInstance = Awaited<ReturnType<typeof openOntologies>>;

/** Opens an instance of the ontology services over a system database. Two of them behave like two instances of the service. */
export async function openOntologies(databaseUrl: string, settings: Partial<Environment> = {}) {
  const environment = accountSettings(databaseUrl, settings);
  const app = await openModules(environment, [EnginesModule, AuthModule, PortsModule, OntologiesModule]);
  const accounts = accountsOf(app);
  const ontologies = app.get(OntologiesService, { strict: false });
  return {
    accounts,
    database: accounts.database,
    repositories: app.get(OntologyRepositories, { strict: false }),
    shared: app.get(SharedCacheService, { strict: false }),
    catalogue: app.get(OntologyRegistry, { strict: false }),
    ontologies,
    clearing: app.get(CacheClearingService, { strict: false }),
    dataSources: app.get(DataSourcesService, { strict: false }),
    apply: (caller: Caller, ontology: string, text: string, ifMatch?: string) =>
      ontologies.applyDefinitions(caller, ontology, definitionsOf(text), { ifMatch }),
    close: () => app.close(),
  };
}

function definitionsOf(text: string): DefinitionStatement[] {
  return parseStatements(text).filter((statement): statement is Extract<typeof statement, DefinitionStatement> => {
    return isModelStatement(statement) || statement.kind === 'drop-ontology' || statement.kind === 'restore-ontology';
  });
}
