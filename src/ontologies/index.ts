export { Catalogue, type LoadedOntology } from './cache/catalogue';
export { DataSources } from './data-sources.service';
export { OntologiesModule } from './ontologies.module';
export { type Applied, type ApplyOptions, OntologiesService } from './ontologies.service';
export { OntologyRights, SecretCipher } from './ports';
export { describe, describeConcept } from './show/describe';
export { type ModelRows } from './show/model-rows';
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
export { findSystemTable, systemTable, type SystemTableSource } from './show/system-tables';
export { type OntologyHead } from './store/ontologies.repository';
export { type OntologyVersion } from './store/versions.repository';
