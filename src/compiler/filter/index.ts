export { completeOrder } from './complete-order';
export { countRows } from './count-rows';
export { parseFlag } from './filter-options';
export type { Filter, FilterForm } from './filter.ast';
export { fillForm, formOf } from './filter-form';
export { lowerFilter } from './lower-filter';
export { orderColumns, seekBehind } from './filter-page';
export { encodeCursor, type Key, type OrderColumn, type Place, unreadable } from './page-cursor';
export { findPageKey, PageKey } from './page-key';
export {
  type FilterSource,
  type LiteralValues,
  type PagedStatement,
  pageStatement,
  type SelectSource,
} from './page-statement';
export { parseFilter } from './parse-filter';
