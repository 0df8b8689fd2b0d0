export { DEFINITIONS } from './definitions';
export type { Dimension } from './dimension';
export { FILTERS } from './filters';
export { STATEMENTS } from './statements';
