import type { Query, Select, SelectItem, SetOperation, With, Written } from '../../model';
import { printOrderBy, printWindow } from './print-call';
import { printSource } from './print-source';
import { printName, printNames, printParts } from './print-token';
import type { Printer } from './printer';

/** MySQL's way to say "no limit" beside an offset. */
const NO_LIMIT = '18446744073709551615';

/** A query in one line, with everything around it. */
export function printQueryNode(query: Query<Written>, printer: Printer): string {
  const body = query.kind === 'select' ? printSelect(query, printer) : printSetOperation(query, printer);
  return `${printWith(query.with, printer)}${body}${printOrderBy(query.orderBy, printer)}${printLimit(query)}`;
}

function printWith(common: With<Written> | undefined, printer: Printer): string {
  if (common === undefined) return '';
  const tables = common.tables.map(
    ({ name, columns, query }) =>
      `${printName(name)}${columns === undefined ? '' : ` ${printNames(columns)}`} AS (${printer.query(query)})`,
  );
  return `WITH ${common.recursive ? 'RECURSIVE ' : ''}${tables.join(', ')} `;
}

function printSelect(select: Select<Written>, printer: Printer): string {
  const windows = select.windows.map(({ name, window }) => `${printName(name)} AS ${printWindow(window, printer)}`);
  const groups = select.groupBy.map((item) => printer.expression(item)).join(', ');
  return [
    select.distinct ? 'SELECT DISTINCT ' : 'SELECT ',
    select.items.map((item) => printItem(item, printer)).join(', '),
    select.from === undefined ? '' : ` FROM ${printSource(select.from, printer)}`,
    select.where === undefined ? '' : ` WHERE ${printer.expression(select.where)}`,
    groups === '' ? '' : ` GROUP BY ${groups}${select.rollup ? ' WITH ROLLUP' : ''}`,
    select.having === undefined ? '' : ` HAVING ${printer.expression(select.having)}`,
    windows.length === 0 ? '' : ` WINDOW ${windows.join(', ')}`,
  ].join('');
}

function printItem({ expression, alias }: SelectItem<Written>, printer: Printer): string {
  const text =
    expression.kind === 'star'
      ? [...(expression.qualifier.length > 0 ? [printParts(expression.qualifier)] : []), '*'].join('.')
      : printer.expression(expression);
  return alias === undefined ? text : `${text} AS ${printName(alias)}`;
}

function printSetOperation({ operator, all, left, right }: SetOperation<Written>, printer: Printer): string {
  const word = `${operator.toUpperCase()}${all ? ' ALL' : ''}`;
  const level = levelOf(operator);
  return `${printOperand(left, level, printer)} ${word} ${printOperand(right, level + 1, printer)}`;
}

function levelOf(operator: SetOperation<Written>['operator']): number {
  return operator === 'intersect' ? 2 : 1;
}

function printOperand(query: Query<Written>, level: number, printer: Printer): string {
  const hasMore =
    query.with !== undefined ||
    query.orderBy.length > 0 ||
    query.limit !== undefined ||
    query.offset !== undefined ||
    (query.kind === 'set' && levelOf(query.operator) < level);
  return hasMore ? `(${printer.query(query)})` : printer.query(query);
}

function printLimit({ limit, offset }: Query<Written>): string {
  if (limit === undefined && offset === undefined) return '';
  return ` LIMIT ${limit ?? NO_LIMIT}${offset === undefined ? '' : ` OFFSET ${offset}`}`;
}
