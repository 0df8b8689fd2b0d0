export { nestStatement, type NestedColumn, type NestedStatement, type NestingSource } from './nest-statement';
export { viewIdentities } from './view-identities';
export { viewOf, viewValues } from './view-values';
