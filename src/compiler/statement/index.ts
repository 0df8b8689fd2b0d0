export type { AccountStatement, Grantee, GrantResource, RightName } from './account.ast';
export type {
  AlterDataSource,
  AlterOntology,
  AlterTag,
  ConceptColumn,
  ConceptConstraint,
  CreateConcept,
  CreateDataSource,
  CreateFilterPolicy,
  CreateMapping,
  CreateMaskPolicy,
  CreateMeasure,
  CreateOntology,
  CreateProperty,
  CreateView,
  DataSourceType,
  DefinitionStatement,
  Describe,
  DescribeConcept,
  DropDataSource,
  DropDefinition,
  DropOntology,
  DroppableKind,
  Explain,
  ForeignKeyConstraint,
  LinkEnd,
  LogicCondition,
  MappingDeclaration,
  MappingSource,
  MaskFunction,
  MultiReferenceConstraint,
  MultiValueConstraint,
  QueryStatement,
  ReadStatement,
  RestoreOntology,
  Show,
  ShowCreateOntology,
  ShowTables,
  ShowTokens,
  Statement,
  StatementBody,
  TagAssignment,
  TaggedKind,
} from './definition.ast';
export type { Option } from './option.ast';
export { parseExpression, parseStatements } from './parse/parse-statements';
export { locateOffset } from './parse/tokens/refuse-text';
export { isAccount } from './print/print-account';
export { isRead } from './print/print-read';
export { printExpression, printQuery, printStatement } from './print/print-statement';
export { quoteName } from './print/print-token';
