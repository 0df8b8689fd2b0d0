export { nestQuery, type NestingContext } from './nest-query';
export { type NestedStatement } from './nest-statement';
export { type NestedColumn } from './nested-column';
