export { emitPlan } from './emit-plan';
