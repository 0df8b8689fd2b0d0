/** Rows, or a piece of them. */
interface Rows<Part> {
  readonly length: number;
  slice(begin: number, end: number): Part;
}

/** The first rows of a result. After they are read, `isCut` returns whether there were more. */
interface CappedRows<Part> {
  readonly parts: AsyncIterable<Part>;
  readonly isCut: () => boolean;
}

/** Returns the first `most` rows of the parts of a result, and ends the statement after them. */
export function capRows<Part extends Rows<Part>>(parts: AsyncIterable<Part>, most: number): CappedRows<Part> {
  let isCut = false;
  async function* capped(): AsyncGenerator<Part> {
    let left = most;
    for await (const part of parts) {
      if (part.length > left) {
        isCut = true;
        yield part.slice(0, left);
        return;
      }
      left -= part.length;
      yield part;
    }
  }
  return { parts: capped(), isCut: () => isCut };
}
