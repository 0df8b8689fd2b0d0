import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RedisModule } from '../redis';
import { AuditGuard } from './api/audit.guard';
import { CacheController } from './api/cache.controller';
import { MetadataCacheInterceptor } from './api/metadata-cache.interceptor';
import { OntologiesController } from './api/ontologies.controller';
import { CacheClearing } from './api/cache-clearing.service';
import { Catalogue } from './versions/catalogue';
import { Heads } from './versions/heads';
import { MetadataCacheModule } from './versions/metadata-cache.module';
import { MetadataCacheService } from './versions/metadata-cache.service';
import { OntologyWriter } from './change/ontology-writer';
import { DataSources } from './sources/data-sources.service';
import { OntologiesService } from './change/ontologies.service';
import { SourceCatalogues } from './sources/source-catalogues.service';
import { StaleEngines } from './sources/stale-engines.service';
import { OntologiesRepository } from './versions/ontologies.repository';
import { OntologyRepositories } from './versions/ontology.repositories';
import { SecretsRepository } from './versions/secrets.repository';
import { VersionsRepository } from './versions/versions.repository';

/** What is known: ontologies and their versions. The application binds `OntologyRights` and `SecretCipher`, globally. */
@Module({
  imports: [MetadataCacheModule, RedisModule],
  controllers: [OntologiesController, CacheController],
  providers: [
    CacheClearing,
    Catalogue,
    DataSources,
    Heads,
    MetadataCacheInterceptor,
    MetadataCacheService,
    OntologiesService,
    OntologiesRepository,
    OntologyRepositories,
    OntologyWriter,
    SecretsRepository,
    SourceCatalogues,
    StaleEngines,
    VersionsRepository,
    { provide: APP_GUARD, useClass: AuditGuard },
  ],
  exports: [Catalogue, DataSources, MetadataCacheService, OntologiesService, SourceCatalogues, VersionsRepository],
})
export class OntologiesModule {}
