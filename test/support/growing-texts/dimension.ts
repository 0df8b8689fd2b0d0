/** One way in which a text can be long: what it has many of, the greater of the two numbers that are compared, and the text of so many. */
export type Dimension = readonly [name: string, most: number, text: (items: number) => string];

/** So many pieces of text, one behind the other. */
export function listed(items: number, item: (index: number) => string, separator = ', '): string {
  return Array.from({ length: items }, (_, index) => item(index)).join(separator);
}

/** So many pieces of text around each other, the innermost around `core`. */
export function nested(levels: number, core: string, around: (inner: string, level: number) => string): string {
  let text = core;
  for (let level = 0; level < levels; level++) text = around(text, level);
  return text;
}
