import type { Expression, Query, Written } from '../../model';
import { LEVEL } from './precedence';
import { printNode } from './print-expression';
import { printQueryNode } from './print-query';
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
