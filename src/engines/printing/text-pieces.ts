import type { PagePrinting } from '../../model';

/** So many bytes of printed text are handed on as a piece. */
export const PIECE_BYTES = 65_536;

/** All rows, of which nothing is told. */
export const ALL_ROWS: PagePrinting = { most: Infinity, told: [], begin: () => () => undefined };
