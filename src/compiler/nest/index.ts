export { nestStatement, type NestedStatement } from './nest-statement';
export { type NestedColumn } from './nested-column';
export { viewIdentities } from './view-identities';
export { viewOf, viewValues } from './view-values';
