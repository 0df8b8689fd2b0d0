import type { Expression, Query, Written } from '../../../model';
import type { StatementBody } from '../definition.ast';
import type { QueryOption } from '../option.ast';
import { LEVEL } from '../precedence';
import { isAccount, printAccount } from './print-account';
import { printQueryOptions } from './print-clauses';
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
 * Prints a query, with its options, on one line in canonical form: names in backticks, no redundant parentheses, strings escaped. Parsing
 * the result returns the same tree.
 */
export function printQuery(query: Query<Written>, options?: readonly QueryOption[]): string {
  return PRINTER.query(query) + printQueryOptions(options);
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
  if (statement.kind === 'query') return printQuery(statement.query, statement.options);
  if (isRead(statement)) return printRead(statement, PRINTER);
  if (isAccount(statement)) return printAccount(statement);
  return printDefinition(statement, PRINTER);
}
