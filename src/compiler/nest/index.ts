export { nestStatement, type NestedColumn, type NestedStatement, type NestingSource } from './nest-statement';
export { viewOf, viewValues } from './view-values';
