export { countedTables } from './facts/counted-tables';
export { listDropped, type Dropped } from './list-dropped';
export { optimizePlan, PASS_NAMES, type PassName } from './optimize-plan';
