export type { Dialect, EmitChild } from './dialect';
export type { Call, Expression, Query, Select, Source } from './emit.ast';
export { emitPlan, emitTemplate, fillTemplate, type Template } from './emit-plan';
export { type Fragment, join, sql } from './fragment';
export { heldType, NUMBERS, WHOLE_NUMBER } from './held-type';
export { decimalType, printConstant } from './print-constant';
export { rewritePattern } from './rewrite-pattern';
export { isConstant } from './sort-keys';
