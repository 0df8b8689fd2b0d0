import { numberNames, type Cell, type NestedCell, type OutputColumn } from '../../model';

/** Strings made only of these are their own JSON, between quotes: seeing that is cheaper than to stringify. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/;

/** Prints rows as JSON objects with `separator` between them. Keys are written ahead once, which also keeps `__proto__` and `1` as columns in their place. */
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

/** By column: its key with the colon. */
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
