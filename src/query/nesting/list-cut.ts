import type { Cell } from '../../model';

/** How a list is cut, sorted and filtered. */
export interface ListCut {
  /** The most elements. */
  readonly limit: number;
  /** The column with the places of elements, NULL for those that are left out; undefined if none is left out. */
  readonly place: number | undefined;
  /** Whether the places sort the elements; otherwise they are in the order of their rows. */
  readonly isOrdered: boolean;
}

/**
 * Returns the place in its list of the element in a row, or undefined if the list leaves it out. An element beyond the limit is left out
 * when it arrives, so that no more elements than the limit, and those with the same place as the last one, are in memory.
 */
export function placeIn(
  { limit, place, isOrdered }: ListCut,
  row: readonly Cell[],
  element: { readonly isKnown: boolean; readonly count: number },
): number | undefined {
  const cell = place === undefined ? 0 : (row[place] ?? null);
  if (cell === null) return undefined;
  if (isOrdered) return Number(cell) > limit ? undefined : Number(cell);
  return element.isKnown || element.count < limit ? 0 : undefined;
}

/** Returns the elements of a list by their places, at most as many as its limit. */
export function sortByPlace<Element>(
  { limit, isOrdered }: ListCut,
  elements: readonly Element[],
  placeOf: (element: Element) => number,
): readonly Element[] {
  return isOrdered ? elements.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, limit) : elements;
}
