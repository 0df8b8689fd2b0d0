export { optimizePlan, PASS_NAMES, type PassName } from './optimize-plan';
