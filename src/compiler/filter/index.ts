export { decodeCursor, encodeCursor, fingerprintRequest, type Place, unreadable } from './cursor';
export type * from './filter.ast';
export { parseFlag } from './filter-options';
export { type FilterTarget, lowerFilter } from './lower-filter';
export { parseFilter } from './parse-filter';
export { completeOrder } from './complete-order';
export { countRows } from './count-rows';
export { findPageKey, type PageKey } from './page-key';
export { type Key, type OrderColumn, orderColumns, seekBehind, withOrderColumns } from './seek';
