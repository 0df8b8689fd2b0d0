/**
 * A list that can make a statement long: its name, the larger of the two numbers of items that are compared, and a function that
 * writes the statement.
 */
export type Dimension = readonly [name: string, most: number, text: (items: number) => string];

/** Joins a number of items into one string. */
export function listed(items: number, item: (index: number) => string, separator = ', '): string {
  return Array.from({ length: items }, (_, index) => item(index)).join(separator);
}

/** Nests a number of levels, the innermost around `core`. */
export function nested(levels: number, core: string, around: (inner: string, level: number) => string): string {
  let text = core;
  for (let level = 0; level < levels; level++) text = around(text, level);
  return text;
}
