export { applyStatements, isModelStatement } from './apply-statements';
export { buildOntology } from './build-ontology';
export { addsValuesOnly } from './check-entity-columns';
export { SYSTEM_COLUMNS } from './check-names';
export { collectNames, readReference, relationshipTargets, viewQueriesOf } from './collect-names';
export { quotedTexts, readAsTexts } from './double-quotes';
export { type ColumnReader, findColumnReaders } from './find-column-readers';
export { findMappingFaults } from './find-mapping-faults';
export { fullPath, hintAtBrackets } from './expand-path';
export { findRelationship } from './find-relationship';
export { listWarnings } from './list-warnings';
export {
  emptyDefinitions,
  isSecret,
  ROOT_CONCEPT,
  type ModelStatement,
  type OntologyDefinitions,
} from './ontology-definitions';
export { printOntology } from './print-ontology';
export { readScript } from './read-script';
export { rolesNamedBy } from './roles-named-by';
export { allowsKeyless, hasKeylessRows, lacksKey } from './keyless-mappings';
export { nameOfCall } from './settle-pipes';
export { isViewSchema, withOwnSchemas } from './schema-names';
export { sharedKey } from './shared-key';
export { withMappingsOf } from './with-mappings-of';
