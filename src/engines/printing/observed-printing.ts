import { type OutputColumn, type PagePrinting, type RowPrinting } from '../../model';

const NOTHING = Buffer.alloc(0);

/** How to print the rows of a statement, and the indexes of the observed columns. */
export interface ObservedPrinting {
  readonly printing: RowPrinting;
  readonly observed: readonly number[];
}

/** How to print the rows of a page, and with which columns. */
export interface TextOptions {
  readonly columns: readonly OutputColumn[];
  readonly printing: RowPrinting;
  readonly page: PagePrinting;
}

/** What is printed before the value of a column, and in place of NULL: nothing for a column that is not printed. */
export interface ColumnFrame {
  readonly isShown: boolean;
  readonly key: Buffer;
  readonly none: Buffer;
}

/** Returns the frame of the column with this index. */
export function frameOf({ before, none }: RowPrinting, index: number): ColumnFrame {
  const key = before[index];
  if (key === undefined) return { isShown: false, key: NOTHING, none: NOTHING };
  return { isShown: true, key: Buffer.from(key), none: Buffer.from(none) };
}
