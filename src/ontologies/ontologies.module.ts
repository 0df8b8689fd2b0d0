import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RedisModule } from '../redis';
import { AuditGuard } from './api/audit.guard';
import { CacheController } from './api/cache.controller';
import { MetadataCacheInterceptor } from './api/metadata-cache.interceptor';
import { OntologiesController } from './api/ontologies.controller';
import { CacheClearingService } from './api/cache-clearing.service';
import { OntologyCheckService } from './check/ontology-check.service';
import { DataSourceTestService } from './check/data-source-test.service';
import { OntologyDiffService } from './check/ontology-diff.service';
import { OntologyDraftService } from './draft/ontology-draft.service';
import { OntologyRegistry } from './versions/ontology-registry';
import { CurrentVersionsService } from './versions/current-versions.service';
import { MetadataCacheModule } from './versions/metadata-cache.module';
import { MetadataCacheService } from './versions/metadata-cache.service';
import { MappingChecksService } from './change/mapping-checks.service';
import { GivenSourcesService } from './change/given-sources.service';
import { SourceTrialsService } from './change/source-trials.service';
import { OntologyWriter } from './change/ontology-writer';
import { DataSourceStatesService } from './check/data-source-states.service';
import { DataSourcesService } from './sources/data-sources.service';
import { OntologiesService } from './change/ontologies.service';
import { SealedSecretsService } from './sources/sealed-secrets.service';
import { StaleEnginesService } from './sources/stale-engines.service';
import { OntologiesRepository } from './versions/ontologies.repository';
import { OntologyRepositories } from './versions/ontology.repositories';
import { SecretsRepository } from './versions/secrets.repository';
import { VersionsRepository } from './versions/versions.repository';

/** Provides ontologies and their versions. The application binds `OntologyRights` and `SecretCipher` globally. */
@Module({
  imports: [MetadataCacheModule, RedisModule],
  controllers: [OntologiesController, CacheController],
  providers: [
    CacheClearingService,
    OntologyRegistry,
    DataSourceStatesService,
    DataSourcesService,
    DataSourceTestService,
    CurrentVersionsService,
    MappingChecksService,
    MetadataCacheInterceptor,
    MetadataCacheService,
    OntologiesService,
    OntologiesRepository,
    OntologyRepositories,
    OntologyCheckService,
    GivenSourcesService,
    OntologyDiffService,
    OntologyDraftService,
    OntologyWriter,
    SealedSecretsService,
    SecretsRepository,
    SourceTrialsService,
    StaleEnginesService,
    VersionsRepository,
    { provide: APP_GUARD, useClass: AuditGuard },
  ],
  exports: [
    MetadataCacheModule,
    CurrentVersionsService,
    OntologyRegistry,
    DataSourceStatesService,
    DataSourcesService,
    DataSourceTestService,
    MetadataCacheService,
    OntologiesService,
    OntologyCheckService,
    OntologyDiffService,
    OntologyDraftService,
    SealedSecretsService,
    VersionsRepository,
  ],
})
export class OntologiesModule {}
