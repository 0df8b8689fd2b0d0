import type { Identifier } from '../../../model';
import type { ReadStatement, StatementBody } from '../definition.ast';
import type { ShowTables, TestDataSource } from '../read.ast';
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
    case 'show-create-ontology':
      return `SHOW CREATE ONTOLOGY ${printName(statement.name)}`;
    case 'show-diff': {
      const { name, from, to } = statement;
      return `SHOW DIFF OF ONTOLOGY ${printName(name)} FROM ${printString(from.name)} TO ${printString(to.name)}`;
    }
    case 'show-access':
      return `SHOW ACCESS TO ${printName(statement.concept)} FOR USER ${printName(statement.user)}`;
    case 'check-ontology':
      return `CHECK ONTOLOGY ${printName(statement.name)}`;
    case 'test-datasource':
      return printTest(statement);
    case 'describe':
      return `DESCRIBE ${printTable(statement)}`;
    case 'describe-concept':
      return `DESCRIBE CONCEPT ${printTable(statement)}${printOptions(statement.options)}`;
    case 'explain':
      return `EXPLAIN ${printer.query(statement.query)}${printQueryOptions(statement.options)}`;
  }
}

function printShowTables({ schema }: ShowTables): string {
  return `SHOW TABLES${schema === undefined ? '' : ` IN ${printName(schema)}`}`;
}

function printTest({ source }: TestDataSource): string {
  if (source.kind === 'defined') return `TEST DATASOURCE ${printName(source.name)}`;
  return `TEST DATASOURCE TYPE ${source.type}${printDataSourceOptions(source.options)}`;
}

function printTable({ schema, name }: { readonly schema?: Identifier; readonly name: Identifier }): string {
  return printParts(schema === undefined ? [name] : [schema, name]);
}
