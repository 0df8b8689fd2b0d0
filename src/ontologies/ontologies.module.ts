import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RedisModule } from '../redis';
import { AuditGuard } from './api/audit.guard';
import { CacheController } from './api/cache.controller';
import { MetadataCacheInterceptor } from './api/metadata-cache.interceptor';
import { OntologiesController } from './api/ontologies.controller';
import { CacheClearingService } from './api/cache-clearing.service';
import { OntologyRegistry } from './versions/ontology-registry';
import { Heads } from './versions/heads';
import { MetadataCacheModule } from './versions/metadata-cache.module';
import { MetadataCacheService } from './versions/metadata-cache.service';
import { OntologyWriter } from './change/ontology-writer';
import { DataSourcesService } from './sources/data-sources.service';
import { OntologiesService } from './change/ontologies.service';
import { SourceCataloguesService } from './sources/source-catalogues.service';
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
    DataSourcesService,
    Heads,
    MetadataCacheInterceptor,
    MetadataCacheService,
    OntologiesService,
    OntologiesRepository,
    OntologyRepositories,
    OntologyWriter,
    SecretsRepository,
    SourceCataloguesService,
    StaleEnginesService,
    VersionsRepository,
    { provide: APP_GUARD, useClass: AuditGuard },
  ],
  exports: [
    OntologyRegistry,
    DataSourcesService,
    MetadataCacheService,
    OntologiesService,
    SourceCataloguesService,
    VersionsRepository,
  ],
})
export class OntologiesModule {}
