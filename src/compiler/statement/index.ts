export type { AccountStatement, Grantee, GrantResource, RightName, UserAction } from './account.ast';
export type {
  AlterDataSource,
  AlterOntology,
  AlterTag,
  CheckOntology,
  ShowAccess,
  ShowDiff,
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
  DefinitionStatement,
  DescribeConcept,
  DraftDataSource,
  DraftOntology,
  DropOntology,
  Explain,
  ForeignKeyConstraint,
  GivenDataSource,
  LinkEnd,
  MappingSource,
  MaskFunction,
  MultiReferenceConstraint,
  MultiValueConstraint,
  QueryStatement,
  ReadStatement,
  RestoreOntology,
  Show,
  ShownAccounts,
  Statement,
  StatementBody,
  TagAssignment,
  TaggedKind,
  TestDataSource,
} from './definition.ast';
export { type DataSourceOption, isVariableOption, type Option, type QueryOption, type VariableOption } from './option.ast'; // prettier-ignore
export type * from './session.ast';
export { parseCondition, parseSessionStatements, parseStatements } from './parse/parse-statements';
export { locateOffset } from './parse/tokens/refuse-text';
export { isAccount } from './print/print-account';
export { isRead } from './print/print-read';
export { printExpression, printQuery, printStatement } from './print/print-statement';
export { printString } from './print/print-token';
