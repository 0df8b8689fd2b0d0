export { emitPlan, emitTemplate, fillTemplate, type Template } from './emit-plan';
