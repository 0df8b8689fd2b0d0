import { numberNames, type Cell, type NestedCell, type OutputColumn } from '../../model';

/** Strings that JSON does not escape: this test is cheaper than `JSON.stringify`. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/;

/**
 * Returns a printer of rows as JSON objects with `separator` between them. Keys are printed once, which also keeps columns named
 * `__proto__` or `1` in their place.
 */
export function jsonRowPrinter(
  columns: readonly OutputColumn[],
  typed: boolean,
  separator: string,
): (rows: readonly (readonly (Cell | NestedCell)[])[]) => string {
  const keys = jsonKeys(columns);
  const print = typed ? printTyped : printAsText;
  const printRow = (row: readonly (Cell | NestedCell)[]): string => {
    let text = '{';
    for (let index = 0; index < keys.length; index++) {
      text += `${index === 0 ? '' : ','}${keys[index] ?? ''}${print(row[index] ?? null)}`;
    }
    return `${text}}`;
  };
  return (rows) => rows.map(printRow).join(separator);
}

/** Returns the printed key of each column, with its colon. */
export function jsonKeys(columns: readonly OutputColumn[]): readonly string[] {
  return numberNames(columns.map(({ name }) => name)).map((name) => `${JSON.stringify(name)}:`);
}

function printTyped(value: Cell | NestedCell): string {
  if (typeof value === 'string' && PLAIN.test(value)) return `"${value}"`;
  return typeof value === 'object' && value !== null ? value.print(printTyped) : JSON.stringify(value);
}

function printAsText(value: Cell | NestedCell): string {
  if (typeof value === 'number' || typeof value === 'boolean') return `"${value}"`;
  return typeof value === 'object' && value !== null ? value.print(printAsText) : printTyped(value);
}
