export { type Applied, OntologiesService } from './change/ontologies.service';
export { OntologiesModule } from './ontologies.module';
export { hideDefinitions } from './rights/hide-definitions';
export { describe, describeConcept } from './show/describe';
export {
  showConcepts,
  showCreateOntology,
  showDataSources,
  showHistory,
  showOntologies,
  showSchemas,
  showTables,
  showTags,
  showVersion,
} from './show/show-model';
export { findSystemTable, systemTable } from './show/system-tables';
export { DataSourcesService } from './sources/data-sources.service';
export { SourceCataloguesService } from './sources/source-catalogues.service';
export { OntologyRegistry } from './versions/ontology-registry';
export { MetadataCacheService } from './versions/metadata-cache.service';
export type { OntologyHead } from './versions/ontologies.repository';
export { OntologyRights, SecretCipher } from './versions/ports';
export { VersionsRepository } from './versions/versions.repository';
