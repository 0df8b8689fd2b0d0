import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RedisModule } from '../redis';
import { AuditGuard } from './api/audit.guard';
import { CacheController } from './api/cache.controller';
import { DetailsCacheInterceptor } from './api/details-cache.interceptor';
import { OntologiesController } from './api/ontologies.controller';
import { CacheClearing } from './cache/cache-clearing.service';
import { Catalogue } from './cache/catalogue';
import { Heads } from './cache/heads';
import { MetadataCacheModule } from './cache/metadata-cache.module';
import { OntologyWriter } from './change/ontology-writer';
import { DataSources } from './data-sources.service';
import { OntologiesService } from './ontologies.service';
import { SourceCatalogues } from './source-catalogues.service';
import { StaleEngines } from './stale-engines.service';
import { OntologyStore } from './store/ontology-store';

/** What is known: ontologies and their versions. The application binds `OntologyRights` and `SecretCipher`, globally. */
@Module({
  imports: [MetadataCacheModule, RedisModule],
  controllers: [OntologiesController, CacheController],
  providers: [
    CacheClearing,
    Catalogue,
    DataSources,
    DetailsCacheInterceptor,
    Heads,
    OntologiesService,
    OntologyStore,
    OntologyWriter,
    SourceCatalogues,
    StaleEngines,
    { provide: APP_GUARD, useClass: AuditGuard },
  ],
  exports: [Catalogue, DataSources, OntologiesService, SourceCatalogues],
})
export class OntologiesModule {}
