import type { Cell, NestedCell } from '../../model';

const NEEDS_QUOTES = /^$|["\r\n,]|^\s|\s$/;
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

type Rows = readonly (readonly (Cell | NestedCell)[])[];

/**
 * Returns the rows as lines of RFC 4180. NULL is an empty field, the empty string a quoted one. A string that a spreadsheet would run as a
 * formula is prefixed with an apostrophe, as OWASP recommends; numbers are not.
 */
export function printCsvRows(rows: Rows): string {
  return printLines(rows, guardFormula);
}

/** Returns the rows like `printCsvRows`, with strings as they are. */
export function printRawCsvRows(rows: Rows): string {
  return printLines(rows, (text) => text);
}

type ShapeText = (text: string) => string;

function printLines(rows: Rows, shape: ShapeText): string {
  return rows.map((row) => `${row.map((cell) => printField(cell, shape)).join(',')}\r\n`).join('');
}

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
