import type { Query, Select, SelectItem, SetOperation, With, Written } from '../../../model';
import { printOrderBy, printWindow } from './print-call';
import { printSource } from './print-source';
import { printName, printNames, printParts } from './print-token';
import type { Printer } from './printer';

/** The limit that MySQL's manual specifies for an offset without a limit. */
const NO_LIMIT = '18446744073709551615';

/** The layout of a query: all clauses on one line, or each on a line of its own. */
interface Layout {
  readonly gap: ' ' | '\n';
  readonly items: (items: readonly string[]) => string;
}
const LINE: Layout = { gap: ' ', items: (items) => ` ${items.join(', ')}` };
export const BLOCK: Layout = {
  gap: '\n',
  items: (items) => (items.length === 1 ? ` ${items.join()}` : `\n  ${items.join(',\n  ')}`),
};

/** Prints a query with its WITH, ORDER BY and LIMIT. Prints nested queries on one line. */
export function printQueryNode(query: Query<Written>, printer: Printer, layout = LINE): string {
  const body =
    query.kind === 'select' ? printSelect(query, printer, layout) : printSetOperation(query, printer, layout);
  const clauses = [printWith(query.with, printer), body, printOrderBy(query.orderBy, printer), printLimit(query)];
  return join(clauses, layout);
}

function join(clauses: readonly string[], { gap }: Layout): string {
  return clauses.filter((clause) => clause !== '').join(gap);
}

function printWith(common: With<Written> | undefined, printer: Printer): string {
  if (common === undefined) return '';
  const tables = common.tables.map(
    ({ name, columns, query }) =>
      `${printName(name)}${columns === undefined ? '' : ` ${printNames(columns)}`} AS (${printer.query(query)})`,
  );
  return `WITH ${common.recursive ? 'RECURSIVE ' : ''}${tables.join(', ')}`;
}

function printSelect(select: Select<Written>, printer: Printer, layout: Layout): string {
  const items = layout.items(select.items.map((item) => printItem(item, printer)));
  const windows = select.windows.map(({ name, window }) => `${printName(name)} AS ${printWindow(window, printer)}`);
  const groups = select.groupBy.map((item) => printer.expression(item)).join(', ');
  const clauses = [
    `SELECT${select.distinct ? ' DISTINCT' : ''}${items}`,
    select.from === undefined ? '' : `FROM ${printSource(select.from, printer)}`,
    select.where === undefined ? '' : `WHERE ${printer.expression(select.where)}`,
    groups === '' ? '' : `GROUP BY ${groups}${select.rollup ? ' WITH ROLLUP' : ''}`,
    select.having === undefined ? '' : `HAVING ${printer.expression(select.having)}`,
    windows.length === 0 ? '' : `WINDOW ${windows.join(', ')}`,
    select.qualify === undefined ? '' : `QUALIFY ${printer.expression(select.qualify)}`,
  ];
  return join(clauses, layout);
}

function printItem({ expression, alias }: SelectItem<Written>, printer: Printer): string {
  const text =
    expression.kind === 'star'
      ? [...(expression.qualifier.length > 0 ? [printParts(expression.qualifier)] : []), '*'].join('.')
      : printer.expression(expression);
  return alias === undefined ? text : `${text} AS ${printName(alias)}`;
}

function printSetOperation(operation: SetOperation<Written>, printer: Printer, layout: Layout): string {
  const { operator, all, left, right } = operation;
  const level = levelOf(operator);
  const operand = (query: Query<Written>, least: number): string =>
    needsParentheses(query, least) ? `(${printer.query(query)})` : printQueryNode(query, printer, layout);
  return join(
    [operand(left, level), `${operator.toUpperCase()}${all ? ' ALL' : ''}`, operand(right, level + 1)],
    layout,
  );
}

function levelOf(operator: SetOperation<Written>['operator']): number {
  return operator === 'intersect' ? 2 : 1;
}

function needsParentheses(query: Query<Written>, level: number): boolean {
  return (
    query.with !== undefined ||
    query.orderBy.length > 0 ||
    query.limit !== undefined ||
    query.offset !== undefined ||
    (query.kind === 'set' && levelOf(query.operator) < level)
  );
}

function printLimit({ limit, offset }: Query<Written>): string {
  if (limit === undefined && offset === undefined) return '';
  return `LIMIT ${limit ?? NO_LIMIT}${offset === undefined ? '' : ` OFFSET ${offset}`}`;
}
