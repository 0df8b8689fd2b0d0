import type { Call, FrameBound, OrderItem, Window, Written } from '../../../model';
import { LEVEL } from '../precedence';
import { printName, printParts, printString } from './print-token';
import type { Printer } from './printer';

/** Prints a call, including DISTINCT, ORDER BY, SEPARATOR and OVER. */
export function printCall(call: Call<Written>, printer: Printer): string {
  if (call.name === 'MEMBER OF') return printMember(call, printer);
  if (call.name === '||') return printPipes(call, printer);
  if (call.name === 'MEASURE FILTER') return printFiltered(call, printer);
  if (call.filtered === true) return printFilteredJson(call, printer);
  return `${call.name}(${printArguments(call, printer)})${printOver(call.over, printer)}`;
}

function printFilteredJson(call: Call<Written>, printer: Printer): string {
  const passes = call.arguments.at(-1);
  const when = passes?.kind === 'case' ? passes.branches[0]?.when : passes;
  const list = printArguments({ ...call, arguments: call.arguments.slice(0, -1) }, printer);
  return `${call.name}(${list}) FILTER (WHERE ${printArgument(when, printer)})${printOver(call.over, printer)}`;
}

function printFiltered({ arguments: [measure, when] }: Call<Written>, printer: Printer): string {
  return `${printArgument(measure, printer)} FILTER (WHERE ${printArgument(when, printer)})`;
}

function printPipes({ arguments: parts }: Call<Written>, printer: Printer): string {
  return parts.map((part) => printArgument(part, printer, LEVEL.pipes + 1)).join(' || ');
}

function printMember({ arguments: [value, array] }: Call<Written>, printer: Printer): string {
  return `${printArgument(value, printer, LEVEL.bitOr)} MEMBER OF (${printArgument(array, printer)})`;
}

function printArguments(call: Call<Written>, printer: Printer): string {
  const list = call.arguments.map((argument) => printArgument(argument, printer)).join(', ');
  const orderBy = call.orderBy === undefined ? '' : ` ${printOrderBy(call.orderBy, printer)}`;
  const separator = call.separator === undefined ? '' : ` SEPARATOR ${printString(call.separator)}`;
  return `${call.distinct ? 'DISTINCT ' : ''}${list}${orderBy}${separator}`;
}

function printArgument(
  argument: Call<Written>['arguments'][number] | undefined,
  printer: Printer,
  level?: number,
): string {
  if (argument === undefined) return '';
  if (argument.kind === 'star') return [...argument.qualifier.map(printName), '*'].join('.');
  return argument.kind === 'unit' ? argument.unit : printer.expression(argument, level);
}

function printOver(over: Call<Written>['over'], printer: Printer): string {
  if (over === undefined) return '';
  return 'partitionBy' in over ? ` OVER ${printWindow(over, printer)}` : ` OVER ${printName(over)}`;
}

/** Prints `ORDER BY ...`, or an empty string without items. Prints the compiler's "nulls last" as `x IS NULL, x`, which MySQL accepts. */
export function printOrderBy(items: readonly OrderItem<Written>[], printer: Printer): string {
  return items.length === 0 ? '' : `ORDER BY ${items.map((item) => printOrderItem(item, printer)).join(', ')}`;
}

function printOrderItem({ expression, descending, nulls }: OrderItem<Written>, printer: Printer): string {
  const item = `${printer.expression(expression)}${descending ? ' DESC' : ''}`;
  return nulls === undefined ? item : `${printer.expression(expression, LEVEL.comparison)} IS NULL, ${item}`;
}

/** Prints a window in parentheses. */
export function printWindow({ base, partitionBy, orderBy, frame }: Window<Written>, printer: Printer): string {
  const partition = partitionBy.map((item) => printer.expression(item)).join(', ');
  const parts = [
    base === undefined ? '' : printParts([base]),
    partition === '' ? '' : `PARTITION BY ${partition}`,
    printOrderBy(orderBy, printer),
    printFrame(frame, printer),
  ];
  return `(${parts.filter((part) => part !== '').join(' ')})`;
}

function printFrame(frame: Window<Written>['frame'], printer: Printer): string {
  if (frame === undefined) return '';
  const unit = frame.unit.toUpperCase();
  const start = printBound(frame.start, printer);
  return frame.end === undefined
    ? `${unit} ${start}`
    : `${unit} BETWEEN ${start} AND ${printBound(frame.end, printer)}`;
}

function printBound(bound: FrameBound<Written>, printer: Printer): string {
  const direction = bound.kind.toUpperCase().replace('-', ' ');
  return 'offset' in bound ? `${printer.expression(bound.offset, LEVEL.bitOr)} ${direction}` : direction;
}
