import type { Identifier } from '../../../model';
import type { ReadStatement, StatementBody } from '../definition.ast';
import type {
  CheckOntology,
  Describe,
  DescribeConcept,
  DraftOntology,
  GivenDataSource,
  ShowCreateOntology,
  ShowDiff,
  ShowTables,
  TestDataSource,
} from '../read.ast';
import { printDataSourceOptions, printOptions, printQueryOptions } from './print-clauses';
import { printName, printParts, printString } from './print-token';
import type { Printer } from './printer';

const KINDS = {
  show: true,
  'show-tables': true,
  'show-tokens': true,
  'show-create-ontology': true,
  'show-diff': true,
  'show-access': true,
  'check-ontology': true,
  'test-datasource': true,
  'draft-ontology': true,
  'draft-datasource': true,
  describe: true,
  'describe-concept': true,
  explain: true,
} satisfies Record<ReadStatement['kind'], true>;

export function isRead(statement: StatementBody): statement is ReadStatement {
  return statement.kind in KINDS;
}

/** Prints a SHOW, DESCRIBE or EXPLAIN statement. */
export function printRead(statement: ReadStatement, printer: Printer): string {
  switch (statement.kind) {
    case 'show':
      return `SHOW ${statement.what.toUpperCase()}`;
    case 'show-tables':
      return printShowTables(statement);
    case 'show-tokens':
      return `SHOW TOKENS FOR ${printName(statement.user)}`;
    case 'show-access':
      return `SHOW ACCESS TO ${printName(statement.concept)} FOR USER ${printName(statement.user)}`;
    case 'test-datasource':
      return printTest(statement);
    case 'draft-datasource':
      return `DRAFT DATASOURCE ${printName(statement.name)} ${printGiven(statement.source)}`;
    case 'describe':
    case 'describe-concept':
      return printDescribe(statement);
    case 'explain':
      return `EXPLAIN ${printer.query(statement.query)}${printQueryOptions(statement.options)}`;
    default:
      return printAboutOntology(statement);
  }
}

/** Prints a statement on an ontology that it names. */
function printAboutOntology(statement: CheckOntology | DraftOntology | ShowCreateOntology | ShowDiff): string {
  const name = printName(statement.name);
  switch (statement.kind) {
    case 'show-create-ontology':
      return `SHOW CREATE ONTOLOGY ${name}`;
    case 'show-diff':
      return `SHOW DIFF OF ONTOLOGY ${name} FROM ${printString(statement.from.name)} TO ${printString(statement.to.name)}`;
    case 'check-ontology':
      return `CHECK ONTOLOGY ${name}`;
    case 'draft-ontology':
      return `DRAFT ONTOLOGY ${name} FROM DATASOURCE ${printGiven(statement.source)}`;
  }
}

function printShowTables({ schema }: ShowTables): string {
  return `SHOW TABLES${schema === undefined ? '' : ` IN ${printName(schema)}`}`;
}

function printTest({ source }: TestDataSource): string {
  if (source.kind === 'defined') return `TEST DATASOURCE ${printName(source.name)}`;
  return `TEST DATASOURCE ${printGiven(source)}`;
}

function printGiven({ type, options }: GivenDataSource): string {
  return `TYPE ${type}${printDataSourceOptions(options)}`;
}

function printDescribe(statement: Describe | DescribeConcept): string {
  if (statement.kind === 'describe') return `DESCRIBE ${printTable(statement)}`;
  return `DESCRIBE CONCEPT ${printTable(statement)}${printOptions(statement.options)}`;
}

function printTable({ schema, name }: { readonly schema?: Identifier; readonly name: Identifier }): string {
  return printParts(schema === undefined ? [name] : [schema, name]);
}
