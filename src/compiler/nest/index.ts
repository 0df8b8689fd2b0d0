export type { ListOption } from './list-option.ast';
export { hasSeveralValues, manyPrefixes } from './many-values';
export { nestQuery, type NestingContext } from './nest-query';
export { type NestedStatement, readsEntities } from './nest-statement';
export { type NestedColumn } from './nested-column';
export { outputKey } from './read-names';
export { viewOf, viewValues } from './view-values';
