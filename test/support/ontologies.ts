import { SecretBox } from '../../src/auth';
import { isModelStatement } from '../../src/compiler/ontology';
import { type DefinitionStatement, parseStatements } from '../../src/compiler/statement';
import { Environment } from '../../src/config';
import { Engines } from '../../src/engines';
import { type Caller } from '../../src/model';
import { CacheClearing } from '../../src/ontologies/api/cache-clearing.service';
import { Catalogue } from '../../src/ontologies/versions/catalogue';
import { Heads } from '../../src/ontologies/versions/heads';
import { openMetadataCache } from '../../src/ontologies/versions/metadata-cache.module';
import { OntologyWriter } from '../../src/ontologies/change/ontology-writer';
import { DataSources } from '../../src/ontologies/sources/data-sources.service';
import { type OntologyRights, type SecretCipher } from '../../src/ontologies';
import { OntologiesService } from '../../src/ontologies/change/ontologies.service';
import { OntologyStore } from '../../src/ontologies/versions/ontology-store';
import { SharedCache } from '../../src/redis';
import { Workers } from '../../src/workers';
import { openAccounts } from './accounts';

export type OntologiesInstance = Awaited<ReturnType<typeof openOntologies>>;

/** One instance of the ontology services over a system database: two of them are two instances of the service. */
export async function openOntologies(databaseUrl: string, settings: Partial<Environment> = {}) {
  const environment = Object.assign(new Environment(), { apiAuthSalt: 'a salt of good length', ...settings });
  const shared = new SharedCache(environment, new Workers());
  const accounts = await openAccounts(databaseUrl, settings, shared);
  const store = new OntologyStore(accounts.database);
  await shared.onModuleInit();
  const heads = new Heads(store, shared);
  const catalogue = new Catalogue(heads, store, openMetadataCache(shared), environment);
  const box = new SecretBox(environment) as unknown as SecretCipher;
  const rights = accounts.accounts as unknown as OntologyRights;
  const engines = new Engines(environment);
  const ontologies = new OntologiesService(
    catalogue,
    store,
    new OntologyWriter(store, rights, box),
    environment,
    engines,
  );
  return {
    accounts,
    database: accounts.database,
    store,
    shared,
    catalogue,
    ontologies,
    clearing: new CacheClearing(shared, catalogue, heads),
    dataSources: new DataSources(heads, store, box),
    apply: (caller: Caller, ontology: string, text: string, ifMatch?: string) =>
      ontologies.applyDefinitions(caller, ontology, definitionsOf(text), { ifMatch }),
    close: async () => {
      await engines.onApplicationShutdown();
      await shared.onApplicationShutdown();
      await accounts.close();
    },
  };
}

function definitionsOf(text: string): DefinitionStatement[] {
  return parseStatements(text).filter((statement): statement is Extract<typeof statement, DefinitionStatement> => {
    return isModelStatement(statement) || statement.kind === 'drop-ontology' || statement.kind === 'restore-ontology';
  });
}
