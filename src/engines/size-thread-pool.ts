/**
 * DuckDB uses a thread of libuv's pool for each running statement, and the size of the pool is fixed on its first use: `main.ts` imports
 * this file before any module that uses the pool.
 */
const SIZE = 16;
/** The threads that are reserved for files, name resolution and password hashes. */
const RESERVED = 6;

process.env.UV_THREADPOOL_SIZE ??= String(SIZE);

/** Returns how many statements may run on embedded engines at once, over all data sources. */
export function embeddedSlotCount(): number {
  const size = Number(process.env.UV_THREADPOOL_SIZE);
  return Math.max(1, Number.isInteger(size) ? size - RESERVED : 1);
}
