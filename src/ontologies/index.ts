export { MetadataCacheInterceptor } from './api/metadata-cache.interceptor';
export { type Applied, OntologiesService } from './change/ontologies.service';
export type { Notice } from './change/notice';
export type { Alongside } from './change/ontology-writer';
export { viewColumns } from './change/view-columns';
export { DataSourceTestService } from './check/data-source-test.service';
export { OntologyCheckService } from './check/ontology-check.service';
export { OntologyDiffService } from './check/ontology-diff.service';
export { type DraftedSource } from './draft/draft-ontology';
export { draftScript } from './draft/draft-script';
export { OntologyDraftService } from './draft/ontology-draft.service';
export { AS_WRITTEN, SNAKE_CASE } from './draft/ontology-name';
export { type Verification, VERIFICATIONS } from './draft/prober';
export { OntologiesModule } from './ontologies.module';
export { hideDefinitions } from './rights/hide-definitions';
export { reasonFor } from './rights/reason-for';
export { describe, describeConcept } from './show/describe';
export { describeConceptColumns } from './show/describe-concept-columns';
export {
  showConcepts,
  showCreateOntology,
  showDataSources,
  showHistory,
  showOntologies,
  showConfig,
  showSchemas,
  showTables,
  showTags,
  showVersion,
} from './show/show-model';
export type { PropertyStatistics } from './show/sys-properties';
export { modelRows } from './show/model-rows';
export { type SystemTableName } from './show/system-table-names';
export { findSystemTable, systemTable } from './show/system-tables';
export { DataSourcesService } from './sources/data-sources.service';
export { DataSourceStatesService } from './check/data-source-states.service';
export { SealedSecretsService } from './sources/sealed-secrets.service';
export { CurrentVersionsService } from './versions/current-versions.service';
export { OntologyRegistry } from './versions/ontology-registry';
export { MetadataCacheService } from './versions/metadata-cache.service';
export type { CurrentVersion } from './versions/ontologies.repository';
export { OntologyRights, SecretCipher } from './versions/ports';
