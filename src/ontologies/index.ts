export { hideDefinitions } from './access/hide-definitions';
export { Catalogue } from './cache/catalogue';
export { DataSources } from './data-sources.service';
export { type DraftedSource, draftOntology } from './draft/draft-ontology';
export { printDraft } from './draft/print-draft';
export { OntologiesModule } from './ontologies.module';
export { type Applied, OntologiesService } from './ontologies.service';
export { OntologyRights, SecretCipher } from './ports';
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
export { SourceCatalogues } from './source-catalogues.service';
export { type OntologyHead } from './store/ontologies.repository';
export { OntologyStore } from './store/ontology-store';
