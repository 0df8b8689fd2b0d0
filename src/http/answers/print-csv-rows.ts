import type { Cell, NestedCell } from '../../model';

const NEEDS_QUOTES = /^$|["\r\n,]|^\s|\s$/;
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Returns the rows as lines of RFC 4180. NULL is an empty field, the empty string a quoted one. A string that a spreadsheet would run as a
 * formula is prefixed with an apostrophe, as OWASP recommends; numbers are not. Clients that need exact strings use JSON.
 */
export function printCsvRows(rows: readonly (readonly (Cell | NestedCell)[])[]): string {
  return rows.map((row) => `${row.map(printField).join(',')}\r\n`).join('');
}

function printField(cell: Cell | NestedCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return quote(FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell);
  return typeof cell === 'object' ? quote(cell.print(JSON.stringify)) : JSON.stringify(cell);
}

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
