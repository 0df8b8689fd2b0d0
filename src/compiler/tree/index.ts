export * from './map-children';
export * from './map-query';
export * from './build-expression';
export * from './children';
export * from './rewrite';
export * from './same-tree';
export * from './some-node';
export * from './tree-key';
