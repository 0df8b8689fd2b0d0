export { nestStatement, type NestedColumn, type NestedStatement, type NestingSource } from './nest-statement';
export { viewValues } from './view-values';
