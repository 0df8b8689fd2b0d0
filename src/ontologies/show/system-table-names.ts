/** The system tables in schema `svc` (docs/language.md). */
export const SYSTEM_TABLE_NAMES = [
  'sys_ontologies',
  'sys_ontology',
  'sys_concepts',
  'sys_inheritance',
  'sys_properties',
  'sys_concept_properties',
  'sys_concept_all_properties',
  'sys_properties_statistics',
  'sys_relationships',
  'sys_concept_relationships',
  'sys_mappings',
  'sys_concept_mappings',
  'sys_views',
  'sys_view_properties',
  'sys_domains',
  'sys_tags',
  'sys_permissions',
  'sys_lineage',
  'sys_audit',
  'sys_datasource_state',
] as const;

export type SystemTableName = (typeof SYSTEM_TABLE_NAMES)[number];
