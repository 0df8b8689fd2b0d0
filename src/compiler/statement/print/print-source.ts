import type { DerivedSource, JoinSource, Source, Written } from '../../../model';
import { printName, printNames, printParts } from './print-token';
import type { Printer } from './printer';

/** Prints the source after FROM. */
export function printSource(source: Source<Written>, printer: Printer): string {
  switch (source.kind) {
    case 'table':
      return `${printParts(source.table.parts)}${source.alias === undefined ? '' : ` AS ${printName(source.alias)}`}`;
    case 'derived':
      return printDerived(source, printer);
    case 'join':
      return printJoin(source, printer);
  }
}

function printDerived({ query, alias, columns, lateral }: DerivedSource<Written>, printer: Printer): string {
  const names = columns === undefined ? '' : ` ${printNames(columns)}`;
  return `${lateral ? 'LATERAL ' : ''}(${printer.query(query)}) AS ${printName(alias)}${names}`;
}

function printJoin(join: JoinSource<Written>, printer: Printer): string {
  const right = printSource(join.right, printer);
  const word = wordOf(join);
  const operand = join.right.kind === 'join' ? `(${right})` : right;
  return `${printSource(join.left, printer)} ${word} ${operand}${printCondition(join, printer)}`;
}

function wordOf({ join, natural, on, using }: JoinSource<Written>): string {
  const side = join === 'left' || join === 'right' ? `${join.toUpperCase()} ` : '';
  if (natural) return `NATURAL ${side}JOIN`;
  return side === '' && on === undefined && using === undefined ? 'CROSS JOIN' : `${side}JOIN`;
}

function printCondition({ on, using }: JoinSource<Written>, printer: Printer): string {
  if (on !== undefined) return ` ON ${printer.expression(on)}`;
  return using === undefined ? '' : ` USING ${printNames(using)}`;
}
