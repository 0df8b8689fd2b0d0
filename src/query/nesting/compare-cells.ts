import type { Cell } from '../../model';

export type CompareCells = (cell: Cell, other: Cell) => number;

/**
 * Returns how cells of a column are compared: numbers by their values, all others as strings, by their UTF-16 code units. NULL comes
 * first.
 */
export function comparisonOf({ isNumber }: { readonly isNumber: boolean }): CompareCells {
  const compare = isNumber ? compareNumbers : compareStrings;
  return (cell, other) => {
    if (cell === other) return 0;
    if (cell === null) return -1;
    return other === null ? 1 : compare(cell, other);
  };
}

/** Numbers that JavaScript does not represent exactly are strings. */
function compareNumbers(cell: Cell, other: Cell): number {
  const difference = Number(cell) - Number(other);
  return Number.isNaN(difference) || difference === 0 ? compareStrings(cell, other) : difference;
}

function compareStrings(cell: Cell, other: Cell): number {
  const [text, second] = [String(cell), String(other)];
  if (text === second) return 0;
  return text < second ? -1 : 1;
}
