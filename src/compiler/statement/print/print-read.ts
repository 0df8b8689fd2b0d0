import type { Identifier } from '../../../model';
import type { ReadStatement, StatementBody } from '../definition.ast';
import { printOptions, printQueryOptions } from './print-clauses';
import { printName, printParts, printString } from './print-token';
import type { Printer } from './printer';

const KINDS = {
  show: true,
  'show-tables': true,
  'show-tokens': true,
  'show-create-ontology': true,
  'show-diff': true,
  'check-ontology': true,
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
      return `SHOW TABLES${statement.schema === undefined ? '' : ` IN ${printName(statement.schema)}`}`;
    case 'show-tokens':
      return `SHOW TOKENS FOR ${printName(statement.user)}`;
    case 'show-create-ontology':
      return `SHOW CREATE ONTOLOGY ${printName(statement.name)}`;
    case 'show-diff': {
      const { name, from, to } = statement;
      return `SHOW DIFF OF ONTOLOGY ${printName(name)} FROM ${printString(from.name)} TO ${printString(to.name)}`;
    }
    case 'check-ontology':
      return `CHECK ONTOLOGY ${printName(statement.name)}`;
    case 'describe':
      return `DESCRIBE ${printTable(statement)}`;
    case 'describe-concept':
      return `DESCRIBE CONCEPT ${printTable(statement)}${printOptions(statement.options)}`;
    case 'explain':
      return `EXPLAIN ${printer.query(statement.query)}${printQueryOptions(statement.options)}`;
  }
}

function printTable({ schema, name }: { readonly schema?: Identifier; readonly name: Identifier }): string {
  return printParts(schema === undefined ? [name] : [schema, name]);
}
