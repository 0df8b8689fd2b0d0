import { MOST_TEXT_BYTES, NO_ROOM } from '../../../model';
import { type Fragment, sql } from '../../emit';

/**
 * Writes a string that no cast accepts, so that the cast fails with a message that ends with NO_ROOM. It depends on the
 * size, because PostgreSQL evaluates a constant before it reads a row.
 */
export const tooLong = (bytes: Fragment): Fragment => sql`${bytes} || ': ${NO_ROOM}'`;

/** Writes a condition that fails if a string of this many bytes is too long. */
export function hasRoom(bytes: Fragment): Fragment {
  const limit = String(MOST_TEXT_BYTES);
  return sql`CASE WHEN ${bytes} > ${limit} THEN CAST(${tooLong(sql`(${bytes})`)} AS BOOLEAN) ELSE TRUE END`;
}
