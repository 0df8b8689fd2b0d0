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

/** A query in one line of canonical text: names in backticks, no needless parentheses, strings escaped. Parsing it gives the same tree. */
export function printQuery(query: Query<Written>): string {
  return PRINTER.query(query);
}

/** An expression in canonical text. */
export function printExpression(expression: Expression<Written>): string {
  return PRINTER.expression(expression);
}

/** Any statement in canonical text, without a `;` behind it: definitions in several lines (as SHOW CREATE ONTOLOGY shows them), all others in one. */
export function printStatement(statement: StatementBody): string {
  if (statement.kind === 'query') return printQuery(statement.query);
  if (isRead(statement)) return printRead(statement, PRINTER);
  if (isAccount(statement)) return printAccount(statement);
  return printDefinition(statement, PRINTER);
}
