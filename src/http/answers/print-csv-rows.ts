import type { Cell, NestedCell } from '../../model';

const NEEDS_QUOTES = /^$|["\r\n,]|^\s|\s$/;
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Printed after the last field of each line. */
export const CSV_LINE_END = '\r\n';

type PrintField = (cell: Cell | NestedCell) => string;

/**
 * Returns a value as a field of RFC 4180. NULL is an empty field, the empty string a quoted one. A string that a spreadsheet would run as a
 * formula is prefixed with an apostrophe, as OWASP recommends; numbers are not.
 */
export function printCsvField(cell: Cell | NestedCell): string {
  return printField(cell, guardFormula);
}

/** Returns a value like `printCsvField`, with strings as they are. */
export function printRawCsvField(cell: Cell | NestedCell): string {
  return printField(cell, (text) => text);
}

/** Returns rows as lines. */
export function printCsvRows(rows: readonly (readonly (Cell | NestedCell)[])[], print: PrintField): string {
  return rows.map((row) => `${row.map(print).join(',')}${CSV_LINE_END}`).join('');
}

type ShapeText = (text: string) => string;

function guardFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

function printField(cell: Cell | NestedCell, shape: ShapeText): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return quote(shape(cell));
  return typeof cell === 'object' ? quote(cell.print(JSON.stringify)) : JSON.stringify(cell);
}

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
