export { FUNCTIONS } from './functions';
export { parsePath, printHop, type Path, type PathHop } from './parse-path';
export type { Column, Plan, PlanTable, Resolved, ValueType } from './plan';
export { parseTimeFormat, partsOf, type TimeFormatItem, type TimePart } from './parse-time-format';
export { NESTING_STEPS, type EntityPage, type Nesting, type NestingStep } from './plan-nested';
export { planStatement } from './plan-query';
export type { PlanContext, SystemTable } from './planning';
export { scaleOf } from './scale-of';
export { typeOf } from './type-of';
