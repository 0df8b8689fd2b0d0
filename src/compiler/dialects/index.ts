export { DATA_SOURCE_ALIASES, DATA_SOURCE_TYPE_NAMES, DATA_SOURCE_TYPES, dialectOf } from './data-source-types';
export { type Dialect, DIALECTS } from './table';
