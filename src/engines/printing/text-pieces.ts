import type { PagePrinting } from '../../model';

/** The size in bytes at which printed text is passed on as a piece. */
export const PIECE_BYTES = 65_536;

/** All rows, with no observed columns. */
export const ALL_ROWS: PagePrinting = { most: Infinity, observed: [] };
