/**
 * DuckDB takes a thread of libuv's pool per running statement, and the pool takes its size when it is first used:
 * `main.ts` imports this file before anything else.
 */
const SIZE = 16;
/** What files, names and password hashes keep for themselves. */
const RESERVED = 6;

process.env.UV_THREADPOOL_SIZE ??= String(SIZE);

/** How many statements may run on embedded engines at once, all data sources together. */
export function embeddedSlotCount(): number {
  const size = Number(process.env.UV_THREADPOOL_SIZE);
  return Math.max(1, Number.isInteger(size) ? size - RESERVED : 1);
}
