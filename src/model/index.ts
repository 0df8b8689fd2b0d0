export * from './caller';
export * from './compiled-query';
export * from './name';
export * from './ontology';
export * from './scalar-type';
export type * from './source-facts';
export type * from './source-table';
export type * from './leaf.ast';
export type * from './select.ast';
