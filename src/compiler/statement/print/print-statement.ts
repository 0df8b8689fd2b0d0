import type { Expression, Query, Written } from '../../../model';
import type { StatementBody } from '../definition.ast';
import { LEVEL } from '../precedence';
import { isAccount, printAccount } from './print-account';
import { printDefinition } from './print-definition';
import { printNode } from './print-expression';
import { printQueryNode } from './print-query';
import { isRead, printRead } from './print-read';
import type { Printer } from './printer';

const PRINTER: Printer = {
  expression: (expression, level = LEVEL.or) => printNode(expression, PRINTER, level),
  query: (query) => printQueryNode(query, PRINTER),
};

/**
 * Prints a query on one line in canonical form: names in backticks, no redundant parentheses, strings escaped. Parsing
 * the result returns the same tree.
 */
export function printQuery(query: Query<Written>): string {
  return PRINTER.query(query);
}

/** Prints an expression in canonical form. */
export function printExpression(expression: Expression<Written>): string {
  return PRINTER.expression(expression);
}

/**
 * Prints a statement in canonical form, without a final `;`: definitions on several lines (as SHOW CREATE ONTOLOGY
 * returns them), all others on one.
 */
export function printStatement(statement: StatementBody): string {
  if (statement.kind === 'query') return printQuery(statement.query);
  if (isRead(statement)) return printRead(statement, PRINTER);
  if (isAccount(statement)) return printAccount(statement);
  return printDefinition(statement, PRINTER);
}
